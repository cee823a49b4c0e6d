from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldgate.errors import BadFile
from goldgate.formats.baseline import Entry
from goldgate.gate.join import Joined, join


def entries(*ids: str) -> list[Entry]:
    return [Entry(id=case_id, text="…") for case_id in ids]


def spelled(joined: Iterable[Joined]) -> list[tuple[str, str]]:
    return [(case_id, f"{'now' if now else ''}{'then' if then else ''}") for case_id, now, then in joined]


def test_a_case_is_joined_with_its_observed_and_its_accepted_line() -> None:
    (now,), (then,) = entries("a"), entries("a")
    assert list(join(["a"], [now], [then])) == [("a", now, then)]


def test_every_golden_and_every_accepted_case_comes_once_in_the_order_of_the_id() -> None:
    joined = join(["d", "b", "e"], entries("b", "e"), entries("a", "b", "c", "d", "f"))
    expected = [("a", "then"), ("b", "nowthen"), ("c", "then"), ("d", "then"), ("e", "now"), ("f", "then")]
    assert spelled(joined) == expected


def test_ids_are_ordered_by_their_utf_8_bytes() -> None:
    ids = ["z", "é", "가", "\N{GRINNING FACE}", "\uffee", "Z"]
    ordered = sorted(ids, key=str.encode)
    assert spelled(join(ids, entries(*ordered), entries(*ordered))) == [(case_id, "nowthen") for case_id in ordered]


@pytest.mark.parametrize("stray", ["a", "c", "e"])
def test_an_observed_case_that_the_golden_file_does_not_have_is_refused(stray: str) -> None:
    with pytest.raises(BadFile, match=f"'{stray}' has an outcome"):
        list(join(["b", "d"], entries(*sorted(["b", "d", stray])), entries("b", "c")))


ids = st.sets(st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=2), max_size=8)


@given(ids, ids, ids)
def test_no_line_is_lost_and_none_comes_twice(golden: set[str], observed: set[str], accepted: set[str]) -> None:
    now = {entry.id: entry for entry in entries(*sorted(golden & observed))}
    then = {entry.id: entry for entry in entries(*sorted(accepted))}
    expected = [(case_id, now.get(case_id), then.get(case_id)) for case_id in sorted(golden | accepted)]
    assert list(join(golden, now.values(), then.values())) == expected
