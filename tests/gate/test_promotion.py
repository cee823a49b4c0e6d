from collections.abc import Callable

import pytest

from goldgate.errors import UpdateRefused
from goldgate.formats.baseline import Entry, entry_of
from goldgate.gate.promotion import Promotion, Refusal, Write, merge, needs_yes
from goldgate.model.baseline import Baseline, BaselineLine
from goldgate.model.comparison import CaseClass, CaseComparison, Facts, Ruling, Severity

DRIFTED = Ruling(case_class=CaseClass.DRIFTED, severity=Severity.STALE, row=17)


def case(case_id: str) -> CaseComparison:
    return CaseComparison(suite="files", id=case_id, ruling=DRIFTED, facts=Facts())


def write(case_id: str, old: str | None, new: str | None) -> Write:
    return Write(case=case(case_id), old=old, new=new)


def entry(case_id: str, text: str = "old") -> Entry:
    return Entry(id=case_id, text=text)


def promotion(*, changed: int = 0, existing: int = 0, added: int = 0, settings_changed: bool = False) -> Promotion:
    writes = [write(str(number), "old", "new") for number in range(changed)]
    writes += [write(f"new-{number}", None, "new") for number in range(added)]
    return Promotion(
        suite="files",
        outcome="s1",
        writes=tuple(writes),
        refused=(),
        entries=(),
        existing=existing,
        settings_changed=settings_changed,
    )


def test_a_line_is_changed_where_it_stands_and_the_others_stay() -> None:
    merged = merge([entry("a"), entry("b"), entry("c")], [write("b", "old", "new")])
    assert merged == (entry("a"), entry("b", "new"), entry("c"))


def test_a_new_line_goes_where_its_id_belongs() -> None:
    assert merge([entry("a"), entry("c")], [write("b", None, "new")]) == (entry("a"), entry("b", "new"), entry("c"))


def test_a_line_can_be_dropped() -> None:
    assert merge([entry("a"), entry("b")], [write("a", "old", None)]) == (entry("b"),)


@pytest.mark.parametrize(
    ("accepted", "change"),
    [
        pytest.param([entry("a", "other")], write("a", "old", "new"), id="the line is another one"),
        pytest.param([], write("a", "old", None), id="the line is gone"),
        pytest.param([entry("a", "other")], write("a", None, "new"), id="the line exists by now"),
    ],
)
def test_a_line_that_changed_meanwhile_is_never_overwritten(accepted: list[Entry], change: Write) -> None:
    with pytest.raises(UpdateRefused, match="the line of 'a' was changed meanwhile"):
        merge(accepted, [change])


def test_lines_that_are_added_change_none_that_exist() -> None:
    update = promotion(changed=2, added=3, existing=10)
    assert (update.existing_changed, update.unchanged) == (2, 8)


def test_a_file_is_touched_only_when_something_changes() -> None:
    assert not promotion(existing=10).writes_file
    assert promotion(added=1).writes_file
    assert promotion(settings_changed=True).writes_file


def test_the_new_file_is_a_baseline_as_a_value(line: Callable[..., BaselineLine]) -> None:
    update = Promotion(
        suite="files",
        outcome="s1",
        writes=(),
        refused=(),
        entries=(entry_of(line("a")),),
        existing=1,
        settings_changed=False,
    )
    assert update.baseline() == Baseline(outcome="s1", lines=(line("a"),))


def test_a_change_and_a_refusal_are_known_by_id_and_class() -> None:
    refusal = Refusal(case=case("a"), why="…")
    assert (refusal.id, refusal.case_class) == ("a", CaseClass.DRIFTED)
    assert (write("b", None, "new").id, write("b", None, "new").case_class) == ("b", CaseClass.DRIFTED)


@pytest.mark.parametrize(
    ("changed", "existing", "expected"),
    [(0, 0, None), (20, 20, None), (21, 21, 21), (21, 210, None), (21, 209, 21), (100, 1000, None), (101, 1000, 101)],
)
def test_more_than_twenty_lines_and_a_tenth_need_a_yes(changed: int, existing: int, expected: int | None) -> None:
    assert needs_yes([promotion(changed=changed, existing=existing)]) == expected


def test_new_lines_need_no_confirmation() -> None:
    assert needs_yes([promotion(added=1000)]) is None


def test_the_lines_of_all_suites_count_together() -> None:
    assert needs_yes([promotion(changed=15, existing=20), promotion(changed=10, existing=20)]) == 25


def test_lines_that_could_not_be_compared_must_be_confirmed_however_few() -> None:
    assert needs_yes([promotion(changed=1, existing=100, settings_changed=True)]) == 1
    assert needs_yes([promotion(existing=100, settings_changed=True)]) is None
