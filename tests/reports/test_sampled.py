from fractions import Fraction

import attrs
import pytest

from goldgate.model.sampling import Broken, CaseCounts, Counts, Drop, Sampling
from goldgate.reports.line import plain_text
from goldgate.reports.sampled import counts_text, run_sampled_lines, sampled_document, sampled_lines

FOUR, TWO = Counts(solved=4, total=5), Counts(solved=2, total=5)
DROP = Drop(
    then=Fraction(4, 5),
    now=Fraction(2, 5),
    p_by_trials=0.0021,
    p_by_cases=0.00390625,
    significant=True,
    underpowered=False,
)
BREAK = Broken(id="a", then=5, now=5, chance=Fraction(1, 1024))
MAYBE = Broken(id="b", then=2, now=3, chance=Fraction(108, 3125))
DROPPED = Sampling(alpha=0.05, cases=10, sure_of_breaks=True, drop=DROP, fell=(CaseCounts(id="c", then=FOUR, now=TWO),))


def said(sampling: Sampling) -> list[str]:
    return plain_text(sampled_lines({"letters": sampling})).splitlines()


def test_a_drop_is_told_with_its_p_and_what_fell_most() -> None:
    assert said(DROPPED) == [
        "sampled letters  10 cases with trials then and now",
        "  solved     80.0% as accepted, 40.0% now (-40.0 points)",
        "  as a whole dropped: p = 0.0039 is at most alpha = 0.05",
        "  fell       c 4/5 → 2/5",
    ]


@pytest.mark.parametrize(
    ("sampling", "expected"),
    [
        pytest.param(
            attrs.evolve(DROPPED, drop=attrs.evolve(DROP, p_by_cases=0.42, significant=False)),
            "  as a whole no significant drop: p = 0.42 is above alpha = 0.05",
            id="noise",
        ),
        pytest.param(
            attrs.evolve(DROPPED, drop=attrs.evolve(DROP, significant=False, underpowered=True)),
            "  as a whole underpowered: so few cases and trials could not have shown a drop",
            id="underpowered",
        ),
        pytest.param(
            attrs.evolve(DROPPED, drop=attrs.evolve(DROP, now=Fraction(1), significant=False)),
            "  as a whole no drop",
            id="a rise",
        ),
        pytest.param(
            Sampling(alpha=0.05, cases=3, errored=("x",)),
            "  as a whole not tested: 1 case of it in error",
            id="errors",
        ),
        pytest.param(Sampling(alpha=0.05), "  as a whole nothing to hold it against yet", id="nothing"),
    ],
)
def test_what_comes_of_the_whole_is_said_in_words(sampling: Sampling, expected: str) -> None:
    assert expected in said(sampling)
    assert all(len(line) <= 80 for line in said(sampling))


def test_too_few_trials_for_any_break_are_called_underpowered() -> None:
    few = attrs.evolve(DROPPED, sure_of_breaks=False)
    assert "  by case    underpowered: too few trials to be sure that a case broke" in said(few)


def test_breaks_are_named_and_how_often_chance_makes_as_many() -> None:
    sampling = attrs.evolve(DROPPED, drop=None, broken=(BREAK,), suspected=(MAYBE,), breaks_by_chance=0.314)
    assert said(sampling)[2:] == [
        "  broke      a",
        "  suspected  b: solved 2 of 2 as accepted, 0 of 3 now",
        "  by chance  as many look broken in 31% of runs; more trials would tell",
    ]
    assert said(attrs.evolve(sampling, breaks_by_chance=0.04))[-1].startswith("  suspected")


def test_the_document_has_all_of_it() -> None:
    document = sampled_document({"letters": attrs.evolve(DROPPED, broken=(BREAK,), breaks_by_chance=0.01)})
    assert document == {
        "letters": {
            "cases": 10,
            "alpha": 0.05,
            "solved_accepted": 0.8,
            "solved_now": 0.4,
            "p": 0.00390625,
            "p_by_trials": 0.0021,
            "p_by_cases": 0.00390625,
            "dropped": True,
            "underpowered": False,
            "broken": [{"id": "a", "accepted": [5, 5], "now": [0, 5], "chance": 1 / 1024}],
            "suspected": [],
            "sure_of_breaks": True,
            "breaks_by_chance": 0.01,
            "fell": [{"id": "c", "accepted": [4, 5], "now": [2, 5]}],
            "errored": [],
        }
    }


def test_what_is_not_known_is_null() -> None:
    document = sampled_document({"letters": Sampling(alpha=0.05, errored=("a",))})["letters"]
    assert {key: document[key] for key in ("solved_accepted", "p", "underpowered", "breaks_by_chance")} == {
        "solved_accepted": None,
        "p": None,
        "underpowered": None,
        "breaks_by_chance": None,
    }


@pytest.mark.parametrize(
    ("then", "now", "expected"),
    [
        (FOUR, TWO, "solved 4 of 5 times as accepted, 2 of 5 now"),
        (FOUR, None, "solved 4 of 5 times as accepted"),
        (None, TWO, "solved 2 of 5 times now"),
    ],
)
def test_counts_are_said_as_far_as_they_are_known(then: Counts | None, now: Counts | None, expected: str) -> None:
    assert counts_text(then, now) == expected


def test_a_run_by_itself_leaves_it_to_the_baseline() -> None:
    assert plain_text(run_sampled_lines([])) == ""
    assert plain_text(run_sampled_lines(["letters"])) == (
        "sampled letters  trials may fail; whether too many did, the baseline decides\n"
    )
