import pytest

from goldgate.judge.trials import case_verdict, trials_disagree
from goldgate.model.judgement import Verdict

PASS, FAIL, ERROR = Verdict.PASS, Verdict.FAIL, Verdict.ERROR


@pytest.mark.parametrize(
    ("verdicts", "together"),
    [
        ([PASS], PASS),
        ([PASS, PASS], PASS),
        ([PASS, FAIL, PASS], FAIL),
        ([FAIL, FAIL], FAIL),
        ([PASS, FAIL, ERROR], ERROR),
        ([ERROR, PASS], ERROR),
        ([], ERROR),
    ],
)
def test_the_worst_trial_is_the_verdict_of_the_case(verdicts: list[Verdict], together: Verdict) -> None:
    assert case_verdict(verdicts) is together


def test_equal_trials_agree() -> None:
    assert not trials_disagree([(PASS, "x"), (PASS, "x")])
    assert not trials_disagree([(FAIL, "x")])
    assert not trials_disagree([])


def test_trials_disagree_by_verdict_or_by_outcome() -> None:
    assert trials_disagree([(PASS, "x"), (FAIL, "x")])
    assert trials_disagree([(PASS, "x"), (PASS, "x"), (PASS, "y")])
