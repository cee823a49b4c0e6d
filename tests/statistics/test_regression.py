from fractions import Fraction

import pytest

from goldgate.model.reference import Reference, Regression, RegressionStatus
from goldgate.statistics.regression import regression
from goldgate.statistics.trials import Rate

TEN_POINTS = Fraction(1, 10)


def exact(number: str) -> Rate:
    rate = Fraction(number)
    return Rate(value=rate, low=rate, high=rate)


def reference(number: str) -> Reference:
    return Reference(source="ref.json", suites={}, rate=Fraction(number))


@pytest.mark.parametrize(
    ("before", "now", "status"),
    [
        ("0.90", "0.75", RegressionStatus.CLOSED),
        ("0.80", "0.70", RegressionStatus.OPEN),
        ("0.90", "0.80", RegressionStatus.OPEN),
        ("0.70", "0.60", RegressionStatus.OPEN),
        ("0.5", "1", RegressionStatus.OPEN),
    ],
)
def test_it_closes_below_the_threshold_and_not_at_it(before: str, now: str, status: RegressionStatus) -> None:
    held = regression(exact(now), reference(before), threshold=TEN_POINTS)

    assert held == Regression(status=status, threshold=TEN_POINTS, reference=reference(before))


def test_a_first_run_has_nothing_to_be_held_against() -> None:
    assert regression(exact("0"), None, threshold=TEN_POINTS).status is RegressionStatus.NOT_APPLICABLE


def test_with_errors_there_is_no_judgement_whatever_the_bounds_say() -> None:
    rate = Rate(value=None, low=Fraction(0), high=Fraction(1, 10))

    assert regression(rate, reference("0.9"), threshold=TEN_POINTS).status is RegressionStatus.NO_JUDGEMENT
    assert regression(rate, None, threshold=TEN_POINTS).status is RegressionStatus.NO_JUDGEMENT
