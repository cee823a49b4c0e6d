from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldgate.judge.fitting import expects_failure, fits
from goldgate.judge.pairing import Paired, Rules, TooManySteps, pair_steps, paired_from_start
from goldgate.model.case import ArgsMatch, ExpectedStep
from goldgate.model.trace import Step, StepStatus
from goldgate.model.value import NOT_CAPTURED

A = ExpectedStep(name="a")
A_FAILING = ExpectedStep(name="a", status=StepStatus.ERROR)
B = ExpectedStep(name="b")


def failed(name: str, code: str | None = None, **args: int) -> Step:
    return Step(name=name, args={**args}, status=StepStatus.ERROR, error_code=code)


def pair(expected: list[ExpectedStep], steps: list[Step], *, needy: tuple[int, ...] = ()) -> Paired:
    counted = [(step, step.times) for step in expected]
    return pair_steps(counted, steps, range(len(steps)), Rules(needy=needy))


def test_nobody_is_left_when_all_find_a_partner() -> None:
    found = pair([A, B], [Step(name="b"), Step(name="a")])
    assert found == Paired(partners={0: B, 1: A})
    assert found.perfect


def test_who_is_left_is_told_on_both_sides() -> None:
    found = pair([A, B, A], [Step(name="x"), Step(name="a"), Step(name="x")])
    assert found == Paired(partners={1: A}, missing=((A, 1), (B, 1)), extra=(0, 2))
    assert not found.perfect


def test_only_the_given_positions_are_looked_at() -> None:
    steps = [Step(name="a"), Step(name="b"), Step(name="a")]
    assert pair_steps([(A, 1)], steps, [1, 2], Rules()) == Paired(partners={2: A}, extra=(1,))


def test_a_step_without_name_fits_any_of_its_kind() -> None:
    anything = ExpectedStep(kind="message")
    steps = [Step(name="a"), Step(kind="message", name="hello")]
    assert pair([anything], steps) == Paired(partners={1: anything}, extra=(0,))


def test_equal_values_of_different_types_are_different_steps() -> None:
    wanted = [ExpectedStep(name="a", args={"n": value}) for value in (1, True, 1.0, "1")]
    steps = [Step(name="a", args={"n": value}) for value in ("1", 1.0, True, 1)]
    found = pair(wanted, steps)
    assert [found.partners[place] for place in range(4)] == wanted[::-1]


def test_arguments_that_were_not_captured_fit_no_expected_ones() -> None:
    step = Step(name="a", args=NOT_CAPTURED)
    assert pair([ExpectedStep(name="a", args={})], [step]).missing != ()
    assert pair([ExpectedStep(name="a", args={"n": 1}, args_match=ArgsMatch.IGNORE)], [step]).perfect


def test_one_that_fits_little_is_not_left_out_for_one_that_fits_all() -> None:
    one, two = ExpectedStep(name="a", args={"n": 1}), ExpectedStep(name="a", args={"n": {"$in": [1, 2]}})
    for expected in ([two, one], [one, two], [A, one], [one, A]):
        assert pair(expected, [Step(name="a", args={"n": 1}), Step(name="a", args={"n": 2})]).perfect


# Excuses.


def test_a_failed_step_comes_to_the_expected_failure() -> None:
    found = pair([A, A_FAILING], [failed("a"), Step(name="a")], needy=(0,))
    assert found.partners == {0: A_FAILING, 1: A}


def test_an_expected_failure_goes_to_the_step_that_needs_it() -> None:
    """The first failure is allowed anyway, so the second one must be the expected one."""
    assert pair([A_FAILING], [failed("a", "ALLOWED"), failed("a", "OTHER")], needy=(1,)).partners == {1: A_FAILING}


def test_an_excuse_never_costs_a_partner() -> None:
    """The call fits nothing but the failed step, so that it must take it from the expected failure."""
    call = ExpectedStep(name="a", args={"n": 1})
    found = pair([call, A_FAILING], [failed("a", "X", n=1), failed("a", "ALLOWED", n=2)], needy=(0,))
    assert found.partners == {0: call, 1: A_FAILING}


ends = st.sampled_from([(StepStatus.OK, None), (StepStatus.ERROR, "X"), (StepStatus.ERROR, "Y")])
steps = st.builds(
    lambda n, end: Step(name="a", args={"n": n}, status=end[0], error_code=end[1]), st.integers(1, 2), ends
)
wanted = st.builds(
    ExpectedStep,
    name=st.just("a"),
    args=st.just(NOT_CAPTURED) | st.builds(lambda n: {"n": n}, st.integers(1, 2)),
    status=st.none() | st.just(StepStatus.ERROR),
    error_code=st.none() | st.just("X"),
)


def every_pairing(expected: list[ExpectedStep], given_steps: list[Step]) -> list[dict[int, ExpectedStep]]:
    seats = [*range(len(given_steps)), *[-1] * len(expected)]
    return [
        {
            seat: step
            for step, seat in zip(expected, chosen, strict=True)
            if seat >= 0 and fits(step, given_steps[seat], args_match=ArgsMatch.EXACT)
        }
        for chosen in permutations(seats, len(expected))
    ]


def excused(partners: dict[int, ExpectedStep]) -> set[int]:
    return {place for place, step in partners.items() if expects_failure(step)}


@given(st.lists(wanted, max_size=3), st.lists(steps, max_size=3))
def test_all_failures_are_excused_where_any_greatest_pairing_excuses_them(
    expected: list[ExpectedStep], given_steps: list[Step]
) -> None:
    needy = tuple(place for place, step in enumerate(given_steps) if step.error_code == "X")
    found = pair(expected, given_steps, needy=needy)
    every = every_pairing(expected, given_steps)
    greatest = max(len(partners) for partners in every)
    possible = any(len(partners) == greatest and excused(partners) >= {*needy} for partners in every)
    assert len(found.partners) == greatest
    assert (excused(dict(found.partners)) >= {*needy}) is possible


@given(st.lists(wanted, max_size=4), st.lists(steps, max_size=4), st.data())
def test_the_order_of_the_expected_ones_excuses_nothing(
    expected: list[ExpectedStep], given_steps: list[Step], data: st.DataObject
) -> None:
    needy = tuple(place for place, step in enumerate(given_steps) if step.error_code == "X")
    shuffled = pair(data.draw(st.permutations(expected)), given_steps, needy=needy)
    found = pair(expected, given_steps, needy=needy)
    assert (excused(dict(found.partners)) >= {*needy}) is (excused(dict(shuffled.partners)) >= {*needy})


# The longest start.


def start(expected: list[ExpectedStep], given_steps: list[Step]) -> int:
    counted = [(step, step.times) for step in expected]
    return paired_from_start(counted, given_steps, range(len(given_steps)), Rules())


def test_the_longest_start_ends_before_the_first_without_a_partner() -> None:
    assert start([A, B, A, A], [Step(name="a"), Step(name="b"), Step(name="a")]) == 3
    assert start([A, A, B], [Step(name="a"), Step(name="b")]) == 1
    assert start([], [Step(name="a")]) == 0


def test_times_count_in_the_longest_start() -> None:
    assert start([ExpectedStep(name="a", times=3), B], [Step(name="a"), Step(name="a"), Step(name="b")]) == 2


def test_later_ones_never_take_from_a_start() -> None:
    """The second `a` is equal to the first and must not be counted before the one between them."""
    one = ExpectedStep(name="a", args={"n": 1})
    assert start([A, one, A], [Step(name="a", args={"n": 1}), Step(name="a", args={"n": 2})]) == 2


@given(st.lists(wanted, max_size=4), st.lists(steps, max_size=4))
def test_the_longest_start_is_the_longest_that_lacks_nobody(
    expected: list[ExpectedStep], given_steps: list[Step]
) -> None:
    lengths = [length for length in range(len(expected) + 1) if not pair(expected[:length], given_steps).missing]
    assert start(expected, given_steps) == max(lengths)


def test_too_many_comparisons_are_refused() -> None:
    expected = [(ExpectedStep(name="a", args={"n": number, "m": {"$any": True}}), 1) for number in range(1001)]
    given_steps = [Step(name="a", args={"n": number, "m": 0}) for number in range(1000)]
    with pytest.raises(TooManySteps):
        pair_steps(expected, given_steps, range(1000), Rules())
