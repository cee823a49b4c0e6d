from decimal import Decimal

from hypothesis import given
from hypothesis import strategies as st

from goldgate.model.spending import Spent
from goldgate.model.trace import Usage


def after(*usages: Usage) -> Spent:
    spent = Spent()
    for usage in usages:
        spent = spent.plus(usage)
    return spent


def test_a_tenth_and_two_tenths_are_three_tenths() -> None:
    assert after(Usage(cost_usd=0.1), Usage(cost_usd=0.2)).usd == Decimal("0.3")


def test_what_is_unknown_is_counted_and_adds_nothing() -> None:
    usages = (Usage(cost_usd=0.5), Usage(input_tokens=10, output_tokens=5), Usage(input_tokens=10))
    assert after(*usages) == Spent(calls=3, usd=Decimal("0.5"), unknown_usd=2, tokens=15, unknown_tokens=2)


def test_a_cost_may_be_a_whole_number_and_nothing_is_a_known_cost() -> None:
    assert after(Usage(cost_usd=2), Usage(cost_usd=0.0)) == Spent(calls=2, usd=Decimal("2.0"), unknown_tokens=2)


@given(st.lists(st.floats(0, 1e300), max_size=6))
def test_the_sum_is_exact_in_any_order(costs: list[float]) -> None:
    there = after(*(Usage(cost_usd=cost) for cost in costs))
    back = after(*(Usage(cost_usd=cost) for cost in reversed(costs)))
    assert there.usd == back.usd
