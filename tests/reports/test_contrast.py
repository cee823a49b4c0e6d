from fractions import Fraction

import pytest

from goldgate.formats.schemas import schema
from goldgate.reports.contrast import contrast_document, contrast_lines, delta_words, signed_points
from goldgate.reports.line import plain_text
from goldgate.statistics.contrast import CaseSides, contrast, decide
from goldgate.statistics.flips import Flips
from goldgate.statistics.trials import Trials

NAMES = ("20261130-100000-000000", "20261130-100000-000001")


def case(name: str, before: tuple[int, int, int], after: tuple[int, int, int], *, agent: int = 0) -> CaseSides:
    reference, candidate = (
        Trials(solved=solved, failed=failed, errors=errors) for solved, failed, errors in (before, after)
    )
    flips = Flips(pairs=1, agent=agent, judge=0, infrastructure=candidate.errors)
    return CaseSides(suite="letters", id=name, reference=reference, candidate=candidate, flips=flips)


WON = case("서식", (0, 1, 0), (1, 0, 0), agent=1)
TIED = case("same", (1, 0, 0), (1, 0, 0))
LOST = case("refund", (1, 0, 0), (0, 1, 0), agent=1)
LOST_NONE = case("gone", (1, 0, 0), (0, 0, 1))


def told(*cases: CaseSides, margin: Fraction | None = None, every: bool = False) -> list[str]:
    found = contrast(cases, margin=margin)
    return plain_text(contrast_lines(found, decide(found), names=NAMES, every=every)).splitlines()


def test_losses_come_before_wins_and_ties_are_left_out() -> None:
    assert told(TIED, WON, LOST) == [
        "A 20261130-100000-000000  the reference",
        "B 20261130-100000-000001  the candidate",
        "",
        "LOST  letters::refund",
        "      A 1 of 1, B 0 of 1  flipped by agent",
        "WON   letters::서식",
        "      A 0 of 1, B 1 of 1  flipped by agent",
        "",
        "A solves 66.7%",
        "B solves 66.7%",
        "wins 1, ties 1, losses 1 of B",
        "delta 0 points (0): no difference at all",
        "sign test, one-sided: better p = 0.7500, worse p = 0.7500",
        "interval of the difference: -64.0 to +64.0 points (95%)",
        "underpowered with 3 cases no result could have been significant",
        "flips 2 of 3 pairs of trials: agent 2, judge 0, infrastructure 0",
        "gate open  (exit 0)",
    ]


def test_ties_are_listed_when_asked_for() -> None:
    assert told(TIED, every=True)[3:5] == ["tie   letters::same", "      A 1 of 1, B 1 of 1"]
    assert told(TIED)[3] == "A solves 100.0%"


def test_a_significant_loss_is_said_in_words_and_closes() -> None:
    said = told(*[LOST] * 6, *[TIED] * 14)

    assert "delta -30 points (-3/10): B does worse, significantly" in said
    assert "with 20 cases, 31% won and none lost would be seen 4 times out of 5" in said
    assert said[-1] == "gate closed: significantly worse, p = 0.0156  (exit 1)"


def test_errors_leave_a_range_and_no_judgement() -> None:
    said = told(LOST_NONE, TIED)

    assert said[3:5] == [
        "ERROR letters::gone",
        "      A 1 of 1, B 0 of 1 (1 error)  flipped by infrastructure",
    ]
    assert "B solves between 50.0% and 100.0%" in said
    assert "wins 0, ties 1, losses 0 of B, 1 case without a result" in said
    assert "delta between -50 and 0 points: unknown" in said
    assert said[-1] == "no judgement: 1 of 2 cases have a trial in ERROR  (exit 2)"


def test_a_margin_is_answered() -> None:
    assert "margin of 10 points: undecided; the interval is too wide to tell" in told(TIED, margin=Fraction(1, 10))


def test_the_rest_of_many_cases_is_counted() -> None:
    assert told(*[LOST] * 45)[83] == "  … and 5 more (--format json has all)"


def test_no_line_is_wider_than_a_terminal() -> None:
    lines = told(*[WON] * 38, LOST, LOST_NONE, margin=Fraction(1, 8), every=True)

    assert [said for said in lines if len(said) > 80] == []


@pytest.mark.parametrize(
    ("delta", "words"),
    [
        (Fraction(0), "no difference at all"),
        (Fraction(1, 25), "B does hardly better"),
        (Fraction(-1, 25), "B does hardly worse"),
        (Fraction(1, 20), "B does better"),
        (Fraction(-1, 4), "B does worse"),
    ],
)
def test_every_delta_has_its_words(delta: Fraction, words: str) -> None:
    assert delta_words(delta, label="B") == words


def test_points_are_signed() -> None:
    assert [signed_points(Fraction(*one)) for one in ((1, 8), (-1, 4), (0, 1))] == ["+12.5", "-25", "0"]


@pytest.mark.parametrize("cases", [(WON, TIED, LOST), (LOST_NONE, TIED)])
def test_the_document_is_as_its_schema_says(cases: tuple[CaseSides, ...]) -> None:
    from jsonschema import Draft202012Validator  # noqa: PLC0415 - heavy

    found = contrast(cases)
    document = contrast_document(found, decide(found), names=NAMES)

    Draft202012Validator(schema("run-comparison")).validate(document)


def test_the_document_has_exact_fractions_and_results() -> None:
    found = contrast((WON, TIED, LOST, LOST))
    document = contrast_document(found, decide(found), names=NAMES)

    assert document["delta"] == {"fraction": "-1/4", "value": -0.25, "bounds": [-0.25, -0.25]}
    assert [(one["result"], one["delta"]) for one in document["cases"]] == [
        ("win", "1"),
        ("tie", "0"),
        ("loss", "-1"),
        ("loss", "-1"),
    ]
    assert document["cases"][0]["reference"] == {"solved": 0, "trials": 1, "errors": 0}
