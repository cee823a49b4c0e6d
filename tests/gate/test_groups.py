from goldgate.gate.groups import Group, group_changes
from goldgate.model.comparison import CaseClass, CaseComparison, Divergence, Facts, Ruling, Severity
from goldgate.model.value import NOT_CAPTURED, Json, NotCaptured

REGRESSION = Ruling(case_class=CaseClass.REGRESSION, severity=Severity.WORSE, row=12)
DRIFTED = Ruling(case_class=CaseClass.DRIFTED, severity=Severity.STALE, row=17)


def case(case_id: str, divergence: Divergence | None, *, ruling: Ruling = REGRESSION) -> CaseComparison:
    return CaseComparison(suite="files", id=case_id, ruling=ruling, facts=Facts(), divergence=divergence)


def changed(
    pointer: str, expected: Json | NotCaptured = None, actual: Json | NotCaptured = None, *, step: int = 0
) -> Divergence:
    return Divergence(kind="changed", pointer=pointer, step=step, expected=expected, actual=actual)


def tool(expected: str, actual: str, *, step: int = 0) -> Divergence:
    return changed("/tool", expected, actual, step=step)


def summary(divergence: Divergence, other: Divergence | None = None) -> str:
    """What two cases that diverge so have in common; nothing when they are not grouped."""
    groups = group_changes([case("a", divergence), case("b", other or divergence)])
    return groups[0].summary if groups else ""


def test_the_same_change_of_tool_is_one_group_at_whatever_step() -> None:
    cases = [case("a", tool("file_search", "file_read")), case("b", tool("file_search", "file_read", step=3))]
    expected = Group(
        case_class=CaseClass.REGRESSION, summary="file_search → file_read", ids=(("files", "a"), ("files", "b"))
    )
    assert group_changes(cases) == (expected,)


def test_a_change_of_one_case_is_no_group() -> None:
    cases = [case("a", tool("x", "y")), case("b", tool("x", "z")), case("c", None), case("d", None)]
    assert group_changes(cases) == ()


def test_cases_of_different_classes_are_not_grouped() -> None:
    cases = [case("a", tool("x", "y")), case("b", tool("x", "y"), ruling=DRIFTED)]
    assert group_changes(cases) == ()


def test_the_biggest_group_comes_first() -> None:
    small = [case(case_id, tool("x", "y")) for case_id in "ab"]
    big = [case(case_id, tool("x", "z")) for case_id in "cde"]
    assert [len(group.ids) for group in group_changes([*small, *big])] == [3, 2]


def test_an_added_step_is_named_by_its_tool_whatever_its_arguments() -> None:
    one = Divergence(kind="added", pointer="", step=1, actual={"tool": "file_write", "args": {"path": "a"}})
    other = Divergence(kind="added", pointer="", step=2, actual={"tool": "file_write", "args": {"path": "b"}})
    assert summary(one, other) == "file_write added"


def test_a_removed_step_of_another_kind_is_named_by_kind_and_name() -> None:
    step: Json = {"kind": "memory_write", "name": "profile"}
    assert summary(Divergence(kind="removed", pointer="", step=1, expected=step)) == "memory_write profile removed"


def test_a_moved_step_is_said_to_have_moved() -> None:
    step: Json = {"tool": "file_list"}
    assert summary(Divergence(kind="moved", pointer="", step=1, expected=step, actual=step)) == "file_list moved"


def test_a_changed_field_is_shown_with_both_values() -> None:
    assert summary(changed("/args/limit", 1, 2)) == "args/limit: 1 → 2"


def test_values_that_look_alike_are_told_apart() -> None:
    assert summary(changed("/args/limit", 1, "1")) == 'args/limit: 1 (integer) → "1" (string)'
    assert summary(changed("/args/limit", 1, 2), changed("/args/limit", 1, 2.0)) == ""


def test_long_values_are_cut_but_grouped_only_when_equal() -> None:
    long = "x" * 500
    assert len(summary(changed("/answer", long, f"{long}y"))) < 200
    assert summary(changed("/answer", long, f"{long}y{long}"), changed("/answer", long, f"{long}z{long}")) == ""


def test_a_field_that_came_or_went_is_shown_once() -> None:
    came = Divergence(kind="added", pointer="/error_code", step=0, actual="NOT_FOUND")
    went = Divergence(kind="removed", pointer="/error_code", step=0, expected="NOT_FOUND")
    assert summary(came) == 'error_code added: "NOT_FOUND"'
    assert summary(went) == 'error_code removed: "NOT_FOUND"'


def test_not_captured_is_a_value_of_its_own() -> None:
    assert summary(changed("/args", NOT_CAPTURED, {})) == "args: not captured → {}"
    assert summary(changed("/args", NOT_CAPTURED, {}), changed("/args", "", {})) == ""


def test_the_name_of_a_tool_does_nothing_to_a_terminal() -> None:
    assert "\x1b" not in summary(tool("file_search", "\x1b[31mfile_read"))
