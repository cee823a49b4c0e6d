from typing import Any

import attrs
import pytest

from goldgate.model.grading import JudgeIdentity, JudgeKind, JudgeUse
from goldgate.model.result import RunHeader, SuiteHeader, Summary, Tally
from goldgate.reports.judging import flip_lines, flips_document, judge_lines
from goldgate.statistics.flips import Flips

TALLY = Tally(
    cases=1, trials=1, passed=1, failed=0, errors=0, masked=0, known=0, pass_rate=1, solved_once=1,
    solved_every_time=1, mean_score=72.25, cost_usd=None, unknown_cost=1,
)  # fmt: skip
USE = JudgeUse(
    questions=1, calls=2, failed=0, input_tokens=100, output_tokens=20, cost_usd=0.5, total_cost_usd=0.5, unknown_cost=0
)
JUDGE = JudgeIdentity(kind=JudgeKind.ENDPOINT, name="http://e/v1", model="m", prompt="1", made_of="2")


def header(trials_of: str | None = None) -> RunHeader:
    suite = SuiteHeader(golden="1", outcome="2", agent="a:b", cases={}, judge=JUDGE)
    plain = attrs.evolve(suite, judge=None)
    return RunHeader(
        run="r", goldgate="1", started="t", suites={"s": suite, "t": suite, "u": plain}, trials=1, trials_of=trials_of
    )


def told(use: JudgeUse | None, *, trials_of: str | None = None) -> list[str]:
    summary = Summary(run="r", overall=TALLY, variants={"default": TALLY}, judge=use)
    return ["".join(span.text for span in line) for line in judge_lines(summary, header(trials_of))]


def test_a_judge_is_told_once_with_what_it_took() -> None:
    assert told(USE) == [
        "judge m at http://e/v1: 1 question, 2 calls, 120 tokens, cost $0.5",
        "mean score 72.25  (of all trials, by the weights of their rubric)",
    ]


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"input_tokens": None}, "1 question, 2 calls, cost $0.5"),
        ({"cost_usd": None, "total_cost_usd": None}, "1 question, 2 calls, 120 tokens, cost unknown"),
        (
            {"total_cost_usd": None, "unknown_cost": 1},
            "1 question, 2 calls, 120 tokens, cost $0.5 and that of 1 call, which is unknown",
        ),
        ({"failed": 1}, "1 question, 2 calls, 1 without an answer that can be used, 120 tokens, cost $0.5"),
    ],
)
def test_what_is_unknown_is_no_zero(changes: dict[str, Any], said: str) -> None:
    assert told(attrs.evolve(USE, **changes))[0] == f"judge m at http://e/v1: {said}"


def test_without_a_judge_nothing_is_told() -> None:
    assert told(None) == []


def test_a_run_that_was_judged_again_says_whose_trials_it_has() -> None:
    assert told(None, trials_of="20270101-000000-000000") == ["trials of the run 20270101-000000-000000, judged again"]


def test_flips_are_told_by_whose_they_are() -> None:
    flips = Flips(pairs=6, agent=1, judge=2, infrastructure=0)
    (line,) = flip_lines(flips)
    said = "flips 3 of 6 pairs of trials: agent 1, judge 2, infrastructure 0"
    assert "".join(span.text for span in line).startswith(said)
    assert flips_document(flips) == {"pairs": 6, "agent": 1, "judge": 2, "infrastructure": 0}


def test_no_flips_are_not_told() -> None:
    assert [*flip_lines(Flips(pairs=6, agent=0, judge=0, infrastructure=0)), *flip_lines(None)] == []
    assert flips_document(None) is None
