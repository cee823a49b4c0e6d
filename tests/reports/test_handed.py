from typing import Any

import attrs
import pytest

from goldgate.model.detail import Detail
from goldgate.model.evidence import Handed
from goldgate.model.judgement import Verdict
from goldgate.model.result import Result
from goldgate.model.trace import SKILL, TOOL, Step, Trace
from goldgate.model.variant import Skill
from goldgate.reports.handed import handed_document, handed_in, handed_lines
from goldgate.reports.line import plain_text

TRIAGE = Skill(name="triage", digest="f7d2")


def trial(*steps: Step, handed: bool = True, opened: bool = False, suite: str = "s") -> Result:
    detail = Detail(handed_skills=("triage",) if handed else (), opened_skills=("triage",) if opened else ())
    return Result(id="a", suite=suite, trace=Trace(steps=steps), verdict=Verdict.PASS, detail=detail)


def known(*trials: Result) -> Handed:
    (one,) = handed_in(trials, [TRIAGE], out_of_sight={"far"})
    return one


def test_a_skill_is_loaded_where_it_was_opened_or_the_agent_says_so() -> None:
    said = Step(kind=SKILL, name="triage")
    others = (Step(kind=SKILL, name="tone"), Step(kind=TOOL, name="triage"))

    assert known(trial(opened=True), trial(said), trial(*others), trial()) == Handed(
        skill="triage", digest="f7d2", trials=4, handed=4, loaded=2
    )


def test_what_nobody_can_see_is_unknown_and_not_none() -> None:
    far = trial(suite="far")
    said = trial(Step(kind=SKILL, name="triage"), suite="far")

    assert [known(*trials).loaded for trials in ([far, trial(opened=True)], [said], [trial()])] == [None, 1, 0]


def test_a_trial_that_was_handed_nothing_is_not_counted() -> None:
    assert known(trial(handed=False, suite="far"), trial()) == Handed(
        skill="triage", digest="f7d2", trials=2, handed=1, loaded=0
    )


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({}, "handed in 3 of 4 trials, seen to be loaded in 2"),
        ({"loaded": None}, "handed in 3 of 4 trials, nobody saw whether it was loaded"),
        ({"trials": 1, "handed": 1, "loaded": 1}, "handed in 1 of 1 trial, seen to be loaded in 1"),
    ],
)
def test_it_is_said_in_words(changed: dict[str, Any], said: str) -> None:
    one = attrs.evolve(Handed(skill="triage", digest="f7d2", trials=4, handed=3, loaded=2), **changed)

    assert plain_text(handed_lines([one])) == f"given triage  {said}\n"
    assert handed_document(one) == attrs.asdict(one)
