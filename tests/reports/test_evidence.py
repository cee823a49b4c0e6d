from fractions import Fraction

import attrs
import pytest

from goldgate.model.evidence import Evidence, Finding, PairMode
from goldgate.reports.evidence import Shown, evidence_lines, evidence_report, sparkline
from goldgate.reports.line import plain_text
from goldgate.statistics.trend import Direction, Trend

FINDING = Finding(
    run="20261130-100000-000000",
    finished_at="2026-11-30T10:00:00+00:00",
    mode=PairMode.JOINT,
    linked=("triage",),
    suites={"letters": "4e9c"},
    skill_digest="f7d2",
    cases=4,
    pass_rate=Fraction(1),
    rate_without=Fraction(1, 2),
)


def shown(*findings: Finding, trend: Trend | None = None, changed: bool | None = None) -> Shown:
    return Shown(evidence=Evidence(skill="triage", findings=findings), trend=trend, changed=changed)


def told(given: Shown) -> list[str]:
    return plain_text(evidence_lines(given)).splitlines()


def rated(*rates: str) -> list[Finding]:
    return [attrs.evolve(FINDING, pass_rate=Fraction(rate)) for rate in rates]


def test_the_newest_finding_is_told_in_words() -> None:
    assert told(shown(FINDING)) == [
        "skill triage  f7d2",
        "asked letters 4e9c  4 cases",
        "run 20261130-100000-000000  finished 2026-11-30T10:00:00+00:00, joint",
        "with 100.0%, without 50.0%",
        "contribution: +50 points (1/2): the agent with it does better",
        "with, over 1 run: █  too few for a trend",
    ]


@pytest.mark.parametrize(
    ("loaded", "said"),
    [(3, "handed in 4 trials, seen to be loaded in 3"), (None, "handed in 4 trials, nobody saw whether it was loaded")],
)
def test_that_the_skill_was_given_is_told_where_it_was_counted(loaded: int | None, said: str) -> None:
    assert told(shown(attrs.evolve(FINDING, handed=4, loaded=loaded)))[3] == said


def test_what_several_skills_contribute_is_theirs_together() -> None:
    finding = attrs.evolve(FINDING, linked=("triage", "말투"), pass_rate=Fraction(1, 4))

    assert told(shown(finding))[4] == (
        "joint contribution of triage, 말투: -25 points (-1/4): the agent with it does worse"
    )


def test_a_delta_near_zero_is_said_to_be_hardly_any() -> None:
    finding = attrs.evolve(FINDING, pass_rate=Fraction(13, 25))

    assert told(shown(finding))[4] == "contribution: +2 points (1/50): the agent with it does hardly better"


def test_the_trend_is_told_with_a_bar_for_each_run() -> None:
    trend = Trend(tau=-1.0, p=0.0167, direction=Direction.FALLING)

    given = shown(*rated("1", "3/4", "1/2", "1/4", "0"), trend=trend)

    assert told(given)[-1] == "with, over 5 runs: █▇▅▃▁  falling (tau -1.00, p = 0.0167)"


def test_equal_rates_have_no_trend_and_long_courses_are_cut() -> None:
    assert told(shown(*rated(*["1"] * 41)))[-1] == f"with, over the last 40 runs: {'█' * 40}  always the same"


def test_what_can_not_be_compared_is_left_out_and_counted() -> None:
    other = attrs.evolve(FINDING, suites={"letters": "0"})

    assert told(shown(other, FINDING))[-2:] == [
        "with, over 1 run: █  too few for a trend",
        "1 run that asked something else, or linked other skills, left out",
    ]


def test_a_skill_that_was_changed_since_is_said_to_be() -> None:
    assert told(shown(FINDING, changed=True))[1] == "notice its folder was changed since this was measured"
    assert told(shown(FINDING, changed=False))[1] == "asked letters 4e9c  4 cases"


@pytest.mark.parametrize(("rate", "bar"), [("0", "▁"), ("1/8", "▂"), ("1/2", "▅"), ("99/100", "█"), ("1", "█")])
def test_a_bar_is_as_high_as_its_rate(rate: str, bar: str) -> None:
    assert sparkline([Fraction(rate)]) == bar


def test_the_document_has_the_evidence_and_the_trend() -> None:
    other = attrs.evolve(FINDING, run="r0", suites={"letters": "0"})
    trend = Trend(tau=0.5, p=0.2, direction=Direction.UNCLEAR)

    document = evidence_report(shown(other, FINDING, trend=trend, changed=None))

    assert document["evidence"]["delta"] == {"fraction": "1/2", "value": 0.5}
    assert document["comparable"] == ["20261130-100000-000000"]
    assert (document["trend"], document["changed"]) == ({"tau": 0.5, "p": 0.2, "direction": "unclear"}, None)
