from goldgate.exit_codes import ExitCode
from goldgate.model.comparison import CaseClass, Severity
from goldgate.reports.wording import BADGE, GATE, MEANING, counted, listed


def test_every_class_and_severity_has_words() -> None:
    assert (set(MEANING), set(BADGE)) == (set(CaseClass), set(Severity))


def test_every_verdict_of_the_gate_has_words() -> None:
    assert set(GATE) == {ExitCode.OPEN, ExitCode.CLOSED, ExitCode.NO_JUDGEMENT}


def test_one_is_not_plural() -> None:
    assert (counted(1, "case"), counted(2, "case"), counted(0, "line")) == ("1 case", "2 cases", "0 lines")


def test_a_short_list_is_whole_and_a_long_one_counts_its_rest() -> None:
    assert listed(("a", "b")) == "a, b"
    assert listed(tuple("abcdefg"), most=3) == "a, b, c and 4 more"
