from fractions import Fraction

import attrs
import pytest
from jsonschema import Draft202012Validator

from goldgate.exit_codes import ExitCode
from goldgate.formats.schemas import schema
from goldgate.model.comparison import Decision
from goldgate.model.evidence import PairMode
from goldgate.model.pairing import Order
from goldgate.model.reference import Reference, Regression, RegressionStatus
from goldgate.model.variant import Skill
from goldgate.reports.line import plain_text
from goldgate.reports.pair import Contribution, Cost, PairReport, cost_lines, pair_document, pair_lines
from goldgate.statistics.contrast import CaseSides, contrast
from goldgate.statistics.flips import Flips
from goldgate.statistics.trials import Trials

SOLVED, FAILED, ERROR = Trials(solved=1, failed=0), Trials(solved=0, failed=1), Trials(solved=0, failed=0, errors=1)
SKILLS = (Skill(name="triage", digest="f7d2"), Skill(name="말투", digest="1475"))
COST = Cost(mode=PairMode.JOINT, skills=SKILLS, halves=2, cases=4, calls=8, underpowered=True)
TEN_POINTS = Fraction(1, 10)


def case(name: str, without: Trials, having: Trials) -> CaseSides:
    flips = Flips(pairs=1, agent=int(without != having), judge=0, infrastructure=0)
    return CaseSides(suite="letters", id=name, reference=without, candidate=having, flips=flips)


def contributed(*cases: CaseSides, skills: tuple[str, ...] = ("triage", "말투")) -> Contribution:
    return Contribution(skills=skills, without="without", contrast=contrast(cases))


WON = contributed(
    case("a", FAILED, SOLVED), case("b", FAILED, SOLVED), case("c", SOLVED, SOLVED), case("d", SOLVED, SOLVED)
)
REPORT = PairReport(
    run="20261130-100000-000000",
    order=Order.INTERLEAVED,
    cost=COST,
    suites={"letters": "4e9c"},
    rate=WON.contrast.candidate,
    contributions=(WON,),
    regression=Regression(status=RegressionStatus.NOT_APPLICABLE, threshold=TEN_POINTS),
    decision=Decision(exit_code=ExitCode.OPEN),
    written=("evidence/triage.json",),
)


def told(report: PairReport, *, every: bool = False) -> list[str]:
    return plain_text(pair_lines(report, every=every)).splitlines()


def held(status: RegressionStatus, before: str) -> Regression:
    reference = Reference(source="ref.json", suites={}, rate=Fraction(before))
    return Regression(status=status, threshold=TEN_POINTS, reference=reference)


def test_what_it_costs_is_said_in_halves_and_calls() -> None:
    assert plain_text(cost_lines(COST)).splitlines() == [
        "linked triage, 말투, joint: one half with, one without",
        "2× the cost of a plain run: 8 agent calls for 4 cases",
        "underpowered no result of 4 cases can be significant",
    ]


def test_of_each_skill_there_is_a_half_more() -> None:
    cost = attrs.evolve(COST, mode=PairMode.PER_SKILL, halves=3, calls=1, cases=1, underpowered=False)

    assert plain_text(cost_lines(cost)).splitlines() == [
        "linked triage, 말투, per-skill: one half with all, one without each: 2",
        "3× the cost of a plain run: 1 agent call for 1 case",
    ]


def test_both_halves_of_each_case_and_a_joint_contribution_are_told() -> None:
    assert told(REPORT) == [
        "",
        "joint contribution of triage, 말투",
        "",
        "WON   letters::a",
        "      without 0 of 1, with 1 of 1  flipped by agent",
        "WON   letters::b",
        "      without 0 of 1, with 1 of 1  flipped by agent",
        "",
        "without solves 50.0%",
        "with solves 100.0%",
        "wins 2, ties 2, losses 0 of the half with",
        "delta +50 points (1/2): the half with does better, chance may do as much",
        "sign test, one-sided: better p = 0.2500, worse p = 1.0000",
        "interval of the difference: -10.2 to +85.0 points (95%)",
        "underpowered with 4 cases no result could have been significant",
        "flips 2 of 4 pairs of trials: agent 2, judge 0, infrastructure 0",
        "",
        "regression gate: not applicable, there is no reference (--reference FILE|RUN)",
        "evidence evidence/triage.json",
        "run 20261130-100000-000000",
        "gate open  (exit 0)",
    ]


def test_ties_are_listed_when_asked_for() -> None:
    assert "tie   letters::c" in told(REPORT, every=True)
    assert "tie   letters::c" not in told(REPORT)


def test_a_skill_that_harms_is_said_to_in_words() -> None:
    harmed = contributed(case("a", SOLVED, FAILED), case("b", SOLVED, SOLVED), skills=("말투",))

    said = told(attrs.evolve(REPORT, contributions=(harmed,)))

    assert said[1] == "contribution of 말투"
    assert "delta -50 points (-1/2): the half with does worse, chance may do as much" in said


@pytest.mark.parametrize(
    ("regression", "said"),
    [
        (held(RegressionStatus.OPEN, "1"), "open, 100.0% → 100.0%, not more than 10 points below"),
        (held(RegressionStatus.CLOSED, "1"), "closed, 100.0% → 100.0%, more than 10 points below"),
        (
            Regression(status=RegressionStatus.NO_JUDGEMENT, threshold=TEN_POINTS),
            "no judgement, trials ended in ERROR",
        ),
    ],
)
def test_the_regression_gate_is_said_in_words(regression: Regression, said: str) -> None:
    assert f"regression gate: {said}" in told(attrs.evolve(REPORT, regression=regression))


def test_faults_come_first_and_many_are_counted() -> None:
    decision = Decision(exit_code=ExitCode.NO_JUDGEMENT, reasons=("1 of 2 cases have a trial in ERROR",))
    said = told(attrs.evolve(REPORT, faults=tuple("abcdefg"), decision=decision))

    assert said[:6] == ["ERROR a", "ERROR b", "ERROR c", "ERROR d", "ERROR e", "  … and 2 more"]
    assert said[-1] == "no judgement: 1 of 2 cases have a trial in ERROR  (exit 2)"


def test_no_line_is_wider_than_a_terminal() -> None:
    lines = [*told(REPORT, every=True), *plain_text(cost_lines(COST)).splitlines()]

    assert [said for said in lines if len(said) > 80] == []


@pytest.mark.parametrize(
    "report",
    [
        REPORT,
        attrs.evolve(REPORT, regression=held(RegressionStatus.CLOSED, "1")),
        attrs.evolve(
            REPORT,
            contributions=(contributed(case("a", ERROR, SOLVED)),),
            regression=Regression(status=RegressionStatus.NO_JUDGEMENT, threshold=TEN_POINTS),
            faults=("letters::a without: no stub",),
        ),
    ],
)
def test_the_document_is_as_its_schema_says(report: PairReport) -> None:
    Draft202012Validator(schema("paired-run")).validate(pair_document(report))


def test_the_document_has_exact_fractions() -> None:
    document = pair_document(attrs.evolve(REPORT, regression=held(RegressionStatus.OPEN, "9/10")))

    (contribution,) = document["contributions"]
    assert (contribution["joint"], contribution["delta"]["fraction"]) == (True, "1/2")
    assert document["with"]["rate"]["fraction"] == "1"
    assert document["regression"]["reference"] == {"source": "ref.json", "rate": {"fraction": "9/10", "value": 0.9}}
    assert document["regression"]["threshold"]["fraction"] == "1/10"
