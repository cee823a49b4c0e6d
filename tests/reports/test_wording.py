from goldgate.exit_codes import ExitCode
from goldgate.model.comparison import CaseClass, Severity
from goldgate.reports.wording import BADGE, GATE, MEANING, counted


def test_every_class_and_severity_has_words() -> None:
    assert (set(MEANING), set(BADGE)) == (set(CaseClass), set(Severity))


def test_every_verdict_of_the_gate_has_words() -> None:
    assert set(GATE) == {ExitCode.OPEN, ExitCode.CLOSED, ExitCode.NO_JUDGEMENT}


def test_one_is_not_plural() -> None:
    assert (counted(1, "case"), counted(2, "case"), counted(0, "line")) == ("1 case", "2 cases", "0 lines")
