from collections.abc import Sequence

from hypothesis import given, settings
from hypothesis import strategies as st

from goldgate.model.case import Case
from goldgate.model.pairing import Order
from goldgate.model.plan import Plan, PlannedTrial
from goldgate.suite.order import ordered

HALVES = ("with", "without")


def plan(cases: Sequence[str], *, trials: int, variants: Sequence[str] = HALVES) -> Plan:
    return Plan(
        trials=tuple(
            PlannedTrial(suite="s", case=Case(id=case, request="x"), variant=variant, trial=trial)
            for case in cases
            for variant in variants
            for trial in range(1, trials + 1)
        )
    )


def told(given_plan: Plan, order: Order, variants: Sequence[str] = HALVES) -> list[str]:
    return [f"{one.case.id}{one.trial} {one.variant}" for one in ordered(given_plan, order, variants=variants).trials]


def test_interleaved_the_halves_take_turns_and_another_begins_each_time() -> None:
    assert told(plan(["a", "b"], trials=2), Order.INTERLEAVED) == [
        "a1 with",
        "a1 without",
        "a2 without",
        "a2 with",
        "b1 with",
        "b1 without",
        "b2 without",
        "b2 with",
    ]


def test_sequential_one_half_ends_before_the_next_begins() -> None:
    assert told(plan(["a", "b"], trials=1), Order.SEQUENTIAL, ("without", "with")) == [
        "a1 without",
        "b1 without",
        "a1 with",
        "b1 with",
    ]


@settings(max_examples=40)
@given(
    st.lists(st.text("abc", min_size=1, max_size=2), min_size=1, max_size=5, unique=True),
    st.integers(1, 3),
    st.integers(2, 4),
    st.sampled_from(Order),
)
def test_no_order_adds_or_loses_a_trial(cases: list[str], trials: int, halves: int, order: Order) -> None:
    variants = [f"v{number}" for number in range(halves)]
    planned = plan(cases, trials=trials, variants=variants)

    after = ordered(planned, order, variants=variants)

    assert sorted(one.key for one in after.trials) == sorted(one.key for one in planned.trials)
