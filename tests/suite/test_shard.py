from collections import Counter
from collections.abc import Callable

from hypothesis import given
from hypothesis import strategies as st

from goldgate.model.case import Case
from goldgate.model.shard import Shard
from goldgate.suite.shard import in_shard, shard_number

MakeCase = Callable[..., Case]
names = st.text(min_size=1, max_size=8)


def a_case(name: str, *, stream: str | None = None) -> Case:
    return Case(id=name, request="do it", stream=stream)


@given(suite=names, ids=st.sets(names, max_size=20), of=st.integers(min_value=1, max_value=12))
def test_every_case_is_in_exactly_one_shard(suite: str, ids: set[str], of: int) -> None:
    suites = {suite: tuple(map(a_case, sorted(ids)))}
    shards = [in_shard(suites, Shard(number=number, of=of)) for number in range(1, of + 1)]
    assert sorted(case.id for shard in shards for case in shard[suite]) == sorted(ids)


@given(ids=st.sets(names, min_size=1, max_size=20), more=st.sets(names, max_size=20), number=st.integers(1, 5))
def test_cases_that_are_added_move_none(ids: set[str], more: set[str], number: int) -> None:
    shard = Shard(number=number, of=5)
    before = in_shard({"files": tuple(map(a_case, sorted(ids)))}, shard)["files"]
    after = in_shard({"files": tuple(map(a_case, sorted(ids | more)))}, shard)["files"]
    assert set(before) == {case for case in after if case.id in ids}


@given(ids=st.sets(names, min_size=1, max_size=10), of=st.integers(min_value=1, max_value=12))
def test_the_cases_of_a_stream_stay_together(ids: set[str], of: int) -> None:
    assert len({shard_number("files", a_case(name, stream="mail"), of=of) for name in ids}) == 1


def test_cases_keep_their_order() -> None:
    cases = tuple(a_case(f"case-{number}") for number in (3, 1, 2))
    assert in_shard({"files": cases}, Shard(number=1, of=1)) == {"files": cases}


def test_a_suite_without_a_case_in_a_shard_is_kept(case: MakeCase) -> None:
    suites = {"files": (case("a"),)}
    numbers = {number: in_shard(suites, Shard(number=number, of=2)) for number in (1, 2)}
    assert sorted(len(shard["files"]) for shard in numbers.values()) == [0, 1]


def test_shards_of_10_000_cases_differ_by_little() -> None:
    sizes = Counter(shard_number("files", a_case(f"case-{number}"), of=5) for number in range(10_000))
    assert sizes == {1: 1990, 2: 2034, 3: 1953, 4: 1965, 5: 2058}


def test_where_a_case_is_never_changes(case: MakeCase) -> None:
    """Shards of one run may be made on days that lie far apart, by machines that spell names otherwise."""
    assert [shard_number("files", case(name), of=5) for name in ("read", "find", "최근 목록")] == [3, 2, 4]


def test_the_suite_counts_as_well(case: MakeCase) -> None:
    assert len({shard_number(suite, case("read"), of=1000) for suite in ("files", "mail", "notes")}) == 3


def test_a_suite_is_the_same_however_its_name_is_typed(case: MakeCase) -> None:
    assert shard_number("caf\u00e9", case("read"), of=1000) == shard_number("cafe\u0301", case("read"), of=1000)


def test_a_case_and_a_stream_of_the_same_name_are_two_things(case: MakeCase) -> None:
    assert shard_number("files", case("mail"), of=1000) != shard_number("files", case("a", stream="mail"), of=1000)
