from collections.abc import Callable

import pytest

from goldgate.errors import UsageError
from goldgate.model.case import Case, Split
from goldgate.model.shard import Shard
from goldgate.suite.select import Selection, Suites, select

MakeCase = Callable[..., Case]


@pytest.fixture
def suites(case: MakeCase) -> Suites:
    return {
        "airline": (case("cancel", tags=("slow",)), case("find")),
        "files": (case("read", tags=("hint",)), case("find", tags=("hint", "slow")), case("최근 목록")),
    }


def names(selected: Suites) -> list[str]:
    return [f"{suite}::{case.id}" for suite, cases in selected.items() for case in cases]


def test_without_filters_everything_is_selected(suites: Suites) -> None:
    assert select(suites, Selection()) == suites


def test_a_suite_is_selected_by_name(suites: Suites) -> None:
    assert names(select(suites, Selection(suites=("airline",)))) == ["airline::cancel", "airline::find"]


def test_an_id_is_selected_in_every_suite_that_has_it(suites: Suites) -> None:
    assert names(select(suites, Selection(cases=("find",)))) == ["airline::find", "files::find"]


def test_suite_and_id_together_select_one_case(suites: Suites) -> None:
    assert names(select(suites, Selection(cases=("files::find",)))) == ["files::find"]


def test_several_cases_add_up_in_the_order_of_the_files(suites: Suites) -> None:
    selected = select(suites, Selection(cases=("최근 목록", "read")))
    assert names(selected) == ["files::read", "files::최근 목록"]


def test_an_id_is_found_however_its_letters_are_composed(suites: Suites) -> None:
    decomposed = "\u110e\u116c\u1100\u1173\u11ab \u1106\u1169\u11a8\u1105\u1169\u11a8"
    assert names(select(suites, Selection(cases=(decomposed,)))) == ["files::최근 목록"]


def test_a_case_needs_one_of_the_tags(suites: Suites) -> None:
    selected = select(suites, Selection(tags=("hint", "slow")))
    assert names(selected) == ["airline::cancel", "files::read", "files::find"]


def test_the_keyword_looks_at_suite_id_and_tags(suites: Suites) -> None:
    selected = select(suites, Selection(keyword="files and (hint or 최근)"))
    assert names(selected) == ["files::read", "files::find", "files::최근 목록"]


def test_what_failed_last_is_selected(suites: Suites) -> None:
    selected = select(suites, Selection(last_failed=frozenset({("files", "find"), ("files", "gone")})))
    assert names(selected) == ["files::find"]


def test_filters_of_several_kinds_narrow_each_other(suites: Suites) -> None:
    selected = select(suites, Selection(suites=("files",), tags=("slow",)))
    assert names(selected) == ["files::find"]


@pytest.mark.parametrize(
    ("selection", "message"),
    [
        (Selection(suites=("file",)), "unknown suite 'file', did you mean 'files'?"),
        (Selection(cases=("reed",)), "unknown case 'reed', did you mean 'read'?"),
        (Selection(cases=("files::reed",)), "unknown case 'files::reed', did you mean 'files::read'?"),
        (Selection(cases=("airline::read",)), "unknown case 'airline::read', did you mean 'airline::find'?"),
        (Selection(tags=("hints",)), "unknown tag 'hints', did you mean 'hint'?"),
        (Selection(tags=("xyz",)), "unknown tag 'xyz'; known are hint, slow"),
        (Selection(cases=("xyz",)), "unknown case 'xyz'; known are cancel, find, read, 최근 목록"),
    ],
)
def test_a_name_that_nothing_has_is_refused(suites: Suites, selection: Selection, message: str) -> None:
    with pytest.raises(UsageError) as caught:
        select(suites, selection)
    assert str(caught.value) == message


def test_all_unknown_names_are_told_together(suites: Suites) -> None:
    with pytest.raises(UsageError) as caught:
        select(suites, Selection(suites=("file",), tags=("hints",)))
    assert [problem.message.split(",")[0] for problem in caught.value.problems] == [
        "unknown suite 'file'",
        "unknown tag 'hints'",
    ]


def test_a_long_list_of_known_names_is_cut_and_counted(case: MakeCase) -> None:
    suites = {"files": tuple(case(f"case-{number}") for number in range(21))}
    with pytest.raises(UsageError, match=r"known are case-0, case-1, .*, case-19 and 1 more$"):
        select(suites, Selection(cases=("xyz",)))


def test_a_tag_is_unknown_where_no_case_has_any(case: MakeCase) -> None:
    with pytest.raises(UsageError, match="unknown tag 'slow'; there is none"):
        select({"files": (case("read"),)}, Selection(tags=("slow",)))


def test_a_selection_that_leaves_nothing_is_refused_and_names_its_options(suites: Suites) -> None:
    with pytest.raises(UsageError) as caught:
        select(suites, Selection(suites=("airline",), tags=("hint",)))
    assert str(caught.value) == "nothing is selected by --suite airline --tag hint"


def test_when_nothing_failed_last_that_is_said(suites: Suites) -> None:
    with pytest.raises(UsageError, match="no case failed in the last run"):
        select(suites, Selection(last_failed=frozenset()))


def test_suites_without_cases_leave_nothing_to_select() -> None:
    with pytest.raises(UsageError, match="nothing is selected: there is no case"):
        select({"files": ()}, Selection())


def test_an_empty_suite_is_refused_beside_others_where_everything_is_to_run(case: MakeCase) -> None:
    """It would have no place in the run, and the cases that it lost would go unseen."""
    with pytest.raises(UsageError, match="suite 'emptied' has no case; give its golden file one, or take it away"):
        select({"emptied": (), "files": (case("read"),)}, Selection())


def test_an_empty_suite_does_not_stand_in_the_way_of_a_selection(case: MakeCase) -> None:
    suites = {"emptied": (), "files": (case("read"),)}
    assert select(suites, Selection(suites=("files",))) == {"files": suites["files"]}


def test_a_selection_spells_the_options_that_make_it() -> None:
    selection = Selection(
        suites=("files",), cases=("a", "b c"), tags=("slow",), keyword="x or y", last_failed=frozenset()
    )
    assert str(selection) == "--suite files --case a --case 'b c' --tag slow -k 'x or y' --last-failed"


def test_the_selection_of_everything_spells_nothing() -> None:
    assert str(Selection()) == ""


def test_a_split_is_selected(case: MakeCase) -> None:
    suites = {"s": (case("a", split=Split.TRAIN), case("b", split=Split.TEST), case("c"))}
    selection = Selection(split=Split.TEST)
    assert (names(select(suites, selection)), str(selection)) == (["s::b"], "--split test")


def test_a_split_without_cases_selects_nothing(suites: Suites) -> None:
    with pytest.raises(UsageError, match=r"^nothing is selected by --split test$"):
        select(suites, Selection(split=Split.TEST))


def test_a_case_of_a_stream_brings_along_those_before_it(case: MakeCase) -> None:
    suites = {"s": (case("a", stream="x"), case("b", stream="y"), case("c", stream="x"), case("d", stream="x"))}
    assert names(select(suites, Selection(cases=("c",)))) == ["s::a", "s::c"]


def test_a_shard_is_taken_of_what_the_filters_let_through(suites: Suites) -> None:
    shards = [select(suites, Selection(tags=("slow",), shard=Shard(number=number, of=2))) for number in (1, 2)]
    assert sorted(name for shard in shards for name in names(shard)) == ["airline::cancel", "files::find"]


def test_all_shards_have_the_same_suites(suites: Suites) -> None:
    shards = [select(suites, Selection(shard=Shard(number=number, of=9))) for number in range(1, 10)]
    assert {tuple(shard) for shard in shards} == {("airline", "files")}


def test_a_selection_of_nothing_is_none_in_a_shard_either(suites: Suites) -> None:
    with pytest.raises(UsageError, match=r"nothing is selected by -k nowhere$"):
        select(suites, Selection(keyword="nowhere", shard=Shard(number=1, of=2)))


def test_a_stream_that_a_filter_needs_whole_stays_whole_in_its_shard(case: MakeCase) -> None:
    suites = {"mail": (case("first", stream="inbox"), case("second", stream="inbox", tags=("late",)))}
    shards = [select(suites, Selection(tags=("late",), shard=Shard(number=number, of=2))) for number in (1, 2)]
    assert sorted(names(shard) for shard in shards) == [[], ["mail::first", "mail::second"]]


def test_a_selection_names_its_shard_last() -> None:
    assert str(Selection(tags=("slow",), shard=Shard(number=2, of=5))) == "--tag slow --shard 2/5"
