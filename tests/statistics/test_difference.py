"""The difference of two paired rates, checked against the tables of the papers that propose its interval."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldgate.statistics.difference import NonInferiority, PairedTable, newcombe_interval, non_inferiority
from goldgate.statistics.paired import Pairs, sign_test
from goldgate.statistics.scipy_ import Alternative

COUNTS = st.integers(0, 30)
LAST_PRINTED_DIGIT = 1.1e-4


def table(both: int, candidate_only: int, reference_only: int, neither: int) -> PairedTable:
    return PairedTable(both=both, candidate_only=candidate_only, reference_only=reference_only, neither=neither)


PUBLISHED = [
    ((36, 12, 2, 0), (0.0569, 0.3404)),
    ((20, 12, 2, 16), (0.0562, 0.3292)),
    ((18, 12, 2, 18), (0.0562, 0.3290)),
    ((36, 14, 0, 0), (0.1528, 0.4167)),
    ((35, 14, 0, 1), (0.1461, 0.4175)),
    ((18, 14, 0, 18), (0.1441, 0.3963)),
    ((2, 97, 1, 0), (0.8721, 0.9854)),
    ((1, 97, 1, 1), (0.8736, 0.9850)),
    ((0, 29, 1, 0), (0.6666, 0.9882)),
    ((2, 98, 0, 0), (0.9178, 0.9945)),
    ((1, 98, 0, 1), (0.9171, 0.9916)),
    ((0, 30, 0, 0), (0.8395, 1.0000)),
    ((54, 0, 0, 0), (-0.0664, 0.0664)),
    ((53, 0, 0, 1), (-0.0729, 0.0729)),
    ((30, 0, 0, 24), (-0.0358, 0.0358)),
    ((29, 0, 0, 25), (-0.0354, 0.0354)),
    ((28, 0, 0, 26), (-0.0352, 0.0352)),
    ((27, 0, 0, 27), (-0.0351, 0.0351)),
]
"""Newcombe 1998, Statistics in Medicine 17, 2635–2650, table III: cells e, f, g, h, and the limits of method 10."""


@pytest.mark.parametrize(("cells", "expected"), PUBLISHED)
def test_the_interval_is_as_published(cells: tuple[int, int, int, int], expected: tuple[float, float]) -> None:
    found = newcombe_interval(table(*cells))
    assert found is not None
    assert (found.low, found.high) == pytest.approx(expected, abs=LAST_PRINTED_DIGIT)


@given(COUNTS, COUNTS, COUNTS, COUNTS)
def test_the_interval_holds_the_difference_and_stays_between_minus_1_and_1(a: int, b: int, c: int, d: int) -> None:
    counted = table(a, b, c, d)
    found = newcombe_interval(counted)
    if found is None:
        assert counted.difference is None
    else:
        assert counted.difference is not None
        assert -1 - 1e-9 <= found.low <= counted.difference + 1e-9
        assert counted.difference - 1e-9 <= found.high <= 1 + 1e-9


@given(COUNTS, COUNTS, COUNTS, st.integers(1, 30))
def test_to_change_sides_mirrors_the_interval(a: int, b: int, c: int, d: int) -> None:
    found, mirrored = newcombe_interval(table(a, b, c, d)), newcombe_interval(table(a, c, b, d))
    assert found is not None
    assert mirrored is not None
    assert (mirrored.low, mirrored.high) == pytest.approx((-found.high, -found.low))


def test_the_difference_is_exact() -> None:
    assert table(2, 2, 0, 0).difference == Fraction(1, 2)


def test_without_cases_there_is_nothing_to_say() -> None:
    empty = table(0, 0, 0, 0)
    assert newcombe_interval(empty) is None
    assert non_inferiority(empty, Fraction(1, 10)) is None


def test_cases_solved_under_both_or_neither_are_ties() -> None:
    assert table(1, 7, 1, 12).pairs == Pairs(wins=7, ties=13, losses=1)


@pytest.mark.parametrize(
    ("cells", "expected"),
    [((1, 1, 7, 12), 0.0703), ((59, 6, 16, 80), 0.0525)],
    ids=["Bentur 2009", "Cavo 2012"],
)
def test_mcnemars_exact_test_is_as_published(cells: tuple[int, int, int, int], expected: float) -> None:
    """Both are examples of Fagerland, Lydersen and Laake 2014.

    Recommended tests and confidence intervals for paired binomial proportions, Statistics in Medicine 33, 2850–2875.
    """
    p = sign_test(table(*cells).pairs, alternative=Alternative.TWO_SIDED)
    assert round(p, 4) == expected


def test_as_good_in_many_cases_is_non_inferior() -> None:
    assert non_inferiority(table(90, 5, 5, 0), Fraction(1, 10)) is NonInferiority.NON_INFERIOR


def test_as_good_in_few_cases_is_not_shown_to_be_non_inferior() -> None:
    assert non_inferiority(table(9, 0, 0, 1), Fraction(1, 10)) is NonInferiority.UNDECIDED


def test_worse_by_more_than_the_margin_is_inferior() -> None:
    assert non_inferiority(table(50, 0, 50, 0), Fraction(1, 10)) is NonInferiority.INFERIOR


def test_a_stricter_alpha_asks_for_more() -> None:
    close = table(85, 5, 10, 0)
    assert non_inferiority(close, Fraction(12, 100)) is NonInferiority.NON_INFERIOR
    assert non_inferiority(close, Fraction(12, 100), alpha=0.01) is NonInferiority.UNDECIDED


@pytest.mark.parametrize("margin", [Fraction(0), Fraction(-1, 10)])
def test_a_margin_is_positive(margin: Fraction) -> None:
    with pytest.raises(ValueError, match="the margin is a positive difference"):
        non_inferiority(table(1, 1, 1, 1), margin)
