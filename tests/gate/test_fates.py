import pytest

from goldgate.gate.classify import TABLE
from goldgate.gate.fates import FATES, Action, fate_of
from goldgate.model.comparison import CaseClass, CaseComparison, Facts, Ruling, Severity

WRITTEN = {CaseClass.NEW, CaseClass.KNOWN_NEW, CaseClass.DRIFTED, CaseClass.CASE_EDITED}
KEPT = {CaseClass.OK, CaseClass.KNOWN, CaseClass.NOT_SELECTED}
REFUSED = {CaseClass.EXPIRED, CaseClass.ERROR, CaseClass.UNSTABLE, CaseClass.UNEXPLAINED}
BY_CLASS = {
    **dict.fromkeys(KEPT, Action.KEEP),
    **dict.fromkeys(WRITTEN, Action.WRITE),
    **dict.fromkeys(REFUSED, Action.REFUSE),
    CaseClass.CHANGED_FAILURE: Action.ACCEPT,
    CaseClass.REMOVED: Action.PRUNE,
}
ROWS = {row.number: row for row in TABLE}


def case(row: int, *, case_id: str = "a") -> CaseComparison:
    ruling = Ruling(case_class=ROWS[row].case_class, severity=ROWS[row].severity, row=row)
    return CaseComparison(suite="files", id=case_id, ruling=ruling, facts=Facts())


def test_every_row_of_the_table_has_a_fate() -> None:
    assert list(FATES) == [row.number for row in TABLE]


@pytest.mark.parametrize("row", [number for number, row in ROWS.items() if row.case_class in BY_CLASS])
def test_the_class_decides_the_fate(row: int) -> None:
    assert fate_of(case(row)).action is BY_CLASS[ROWS[row].case_class]


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        pytest.param(5, Action.ACCEPT, id="regression of a passing case without expectations"),
        pytest.param(8, Action.ACCEPT, id="regression under a marker"),
        pytest.param(12, Action.REFUSE, id="regression without a marker"),
        pytest.param(7, Action.REFUSE, id="fixed with a marker"),
        pytest.param(15, Action.WRITE, id="fixed without a marker"),
    ],
)
def test_a_regression_and_a_fix_depend_on_the_marker(row: int, expected: Action) -> None:
    assert fate_of(case(row)).action is expected


def test_every_refusal_and_nothing_else_has_a_reason() -> None:
    for row in ROWS:
        fate = fate_of(case(row))
        assert bool(fate.why) is (fate.action not in {Action.KEEP, Action.WRITE})


def test_nothing_worse_and_no_error_is_written_unasked() -> None:
    bad = {Severity.WORSE, Severity.NO_JUDGEMENT}
    assert not [row for row in TABLE if row.severity in bad and FATES[row.number].action in {Action.WRITE, Action.KEEP}]


def test_a_refusal_says_what_to_do_first() -> None:
    expected = "it passes now: take its known_failure marker out of the golden file first"
    assert fate_of(case(7)).why == expected


def test_a_refusal_names_the_option_with_the_id_ready_for_a_shell() -> None:
    assert fate_of(case(9, case_id="it's {a} case")).why.endswith("""--accept 'it'"'"'s {a} case' --reason TEXT""")
