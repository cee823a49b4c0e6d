import re
import signal
from concurrent.futures import ThreadPoolExecutor

import pytest

from goldgate.judge.verdict import CHECK_CRASHED
from goldgate.model.case import Case, Expectation, ExpectedAnswer, ExpectedStep
from goldgate.model.judgement import Verdict
from goldgate.model.trace import Step, Trace
from goldgate.runner.patience import Patience, TooSlow

EXPLODING = "(a+)+$"
TEXT = "a" * 50 + "b"


@pytest.mark.parametrize(
    "expect",
    [
        Expectation(answer=ExpectedAnswer(matches=EXPLODING)),
        Expectation(answer=ExpectedAnswer(equals={"$regex": EXPLODING})),
        Expectation(answer=ExpectedAnswer(equals={"$schema": {"pattern": EXPLODING}})),
        Expectation(calls=(ExpectedStep(name="t", args={"q": {"$regex": EXPLODING}}),)),
    ],
)
def test_a_pattern_that_tries_everything_is_no_judgement_in_the_end(expect: Expectation) -> None:
    trace = Trace(answer=TEXT, steps=(Step(name="t", args={"q": TEXT}),))

    with Patience(0.1) as patience:
        judgement = patience.judge(Case(id="a", request="r", expect=expect), trace)

    assert judgement.verdict is Verdict.ERROR
    assert judgement.fault is not None
    assert judgement.fault.code == CHECK_CRASHED
    assert "it took more than 0.1 s, as a regular expression such as (a+)+$ does" in judgement.fault.message


def test_the_next_one_has_all_its_time_again_and_nobody_listens_afterwards() -> None:
    before = signal.getsignal(signal.SIGVTALRM)
    with Patience(0.1) as patience:
        for _ in range(2):
            with pytest.raises(TooSlow), patience.limit():
                re.search(EXPLODING, TEXT)
        assert patience.judge(Case(id="a", request="r"), Trace(answer="x")).verdict is Verdict.PASS
    assert signal.getsignal(signal.SIGVTALRM) == before
    assert signal.getitimer(signal.ITIMER_VIRTUAL) == (0.0, 0.0)


def test_in_another_thread_nothing_is_limited() -> None:
    def judged() -> Verdict:
        with Patience(0.0001) as patience:
            return patience.judge(Case(id="a", request="r"), Trace(answer="x")).verdict

    with ThreadPoolExecutor(1) as threads:
        assert threads.submit(judged).result() is Verdict.PASS
