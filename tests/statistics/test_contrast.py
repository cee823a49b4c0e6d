from fractions import Fraction

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldgate.errors import UsageError
from goldgate.exit_codes import ExitCode
from goldgate.statistics.contrast import CaseSides, Contrast, contrast, decide
from goldgate.statistics.difference import NonInferiority
from goldgate.statistics.flips import Flips
from goldgate.statistics.paired import Pairs
from goldgate.statistics.trials import Rate, Trials

NO_FLIPS = Flips(pairs=1, agent=0, judge=0, infrastructure=0)


def trials(solved: int, of: int, errors: int = 0) -> Trials:
    return Trials(solved=solved, failed=of - solved - errors, errors=errors)


def sides(*ends: tuple[Trials, Trials], flips: Flips = NO_FLIPS) -> list[CaseSides]:
    return [
        CaseSides(suite="s", id=str(number), reference=before, candidate=after, flips=flips)
        for number, (before, after) in enumerate(ends)
    ]


def single(wins: int, ties: int, losses: int) -> list[CaseSides]:
    won, tied, lost = ((trials(a, 1), trials(b, 1)) for a, b in ((0, 1), (1, 1), (1, 0)))
    return sides(*[won] * wins, *[tied] * ties, *[lost] * losses)


def test_four_of_four_with_and_two_of_four_without_is_half_a_delta() -> None:
    found = contrast(single(wins=2, ties=2, losses=0))

    assert (found.reference.value, found.candidate.value) == (Fraction(1, 2), Fraction(1))
    assert found.delta == Rate(value=Fraction(1, 2), low=Fraction(1, 2), high=Fraction(1, 2))


def test_ten_wins_two_ties_two_losses_are_significant() -> None:
    found = contrast(single(wins=10, ties=2, losses=2))

    assert found.pairs == Pairs(wins=10, ties=2, losses=2)
    assert found.p_better is not None
    assert round(found.p_better, 4) == 0.0193
    assert (found.is_better, found.is_worse) == (True, False)


def test_trials_of_one_case_are_one_pair_and_prove_nothing() -> None:
    found = contrast(sides((trials(1, 5), trials(4, 5))))

    assert (found.pairs, found.p_better) == (Pairs(wins=1, ties=0, losses=0), 0.5)
    assert (found.is_better, found.underpowered, found.smallest_effect) == (False, True, None)


def test_four_cases_of_three_trials_all_won_come_to_one_in_sixteen() -> None:
    found = contrast(sides(*[(trials(0, 3), trials(3, 3))] * 4))

    assert (found.p_better, found.is_better, found.underpowered) == (1 / 16, False, True)


def test_the_same_drop_is_the_same_wherever_it_starts() -> None:
    high = contrast(sides((trials(9, 10), trials(8, 10))))
    low = contrast(sides((trials(8, 10), trials(7, 10))))

    assert high.delta.value == low.delta.value == Fraction(-1, 10)


def test_cases_count_the_same_however_many_trials_they_had() -> None:
    found = contrast(sides((trials(0, 1), trials(1, 1)), (trials(9, 9), trials(0, 9))))

    assert (found.delta.value, found.pairs) == (Fraction(0), Pairs(wins=1, ties=0, losses=1))


def test_with_errors_there_are_bounds_and_no_judgement() -> None:
    found = contrast(sides((trials(1, 2), trials(1, 2, errors=1)), (trials(1, 1), trials(0, 1))))

    assert found.candidate == Rate(value=None, low=Fraction(1, 4), high=Fraction(1, 2))
    assert found.delta == Rate(value=None, low=Fraction(-1, 2), high=Fraction(-1, 4))
    assert (found.pairs, found.errors) == (Pairs(wins=0, ties=0, losses=1), 1)
    assert (found.p_better, found.p_worse, found.interval) == (None, None, None)
    assert decide(found).exit_code is ExitCode.NO_JUDGEMENT
    assert decide(found).reasons == ("1 of 2 cases have a trial in ERROR",)


def test_the_interval_is_one_of_single_trials() -> None:
    assert contrast(single(wins=2, ties=3, losses=1)).interval is not None
    assert contrast(sides((trials(1, 2), trials(1, 2)))).interval is None


def test_flips_add_up_over_the_cases() -> None:
    flips = Flips(pairs=4, agent=2, judge=1, infrastructure=0)

    assert contrast(sides(*[(trials(1, 2), trials(1, 2))] * 2, flips=flips)).flips == Flips(
        pairs=8, agent=4, judge=2, infrastructure=0
    )


@pytest.mark.parametrize(
    ("found", "exit_code", "reasons"),
    [
        (contrast(single(wins=0, ties=20, losses=0)), ExitCode.OPEN, ()),
        (contrast(single(wins=9, ties=0, losses=0)), ExitCode.OPEN, ()),
        (contrast(single(wins=0, ties=5, losses=4)), ExitCode.OPEN, ()),
        (contrast(single(wins=0, ties=5, losses=5)), ExitCode.CLOSED, ("significantly worse, p = 0.0312",)),
    ],
)
def test_without_a_margin_only_what_is_significantly_worse_closes(
    found: Contrast, exit_code: ExitCode, reasons: tuple[str, ...]
) -> None:
    assert (decide(found).exit_code, decide(found).reasons) == (exit_code, reasons)


@pytest.mark.parametrize(
    ("cases", "said", "reasons"),
    [
        (single(wins=0, ties=200, losses=0), NonInferiority.NON_INFERIOR, ()),
        (
            single(wins=0, ties=4, losses=0),
            NonInferiority.UNDECIDED,
            ("not shown to be within the margin of 10 points",),
        ),
        (
            single(wins=0, ties=10, losses=90),
            NonInferiority.INFERIOR,
            ("worse by more than the margin of 10 points",),
        ),
    ],
)
def test_with_a_margin_it_has_to_be_shown(
    cases: list[CaseSides], said: NonInferiority, reasons: tuple[str, ...]
) -> None:
    found = contrast(cases, margin=Fraction(1, 10))

    assert (found.non_inferiority, decide(found).reasons) == (said, reasons)
    assert decide(found).exit_code is (ExitCode.CLOSED if reasons else ExitCode.OPEN)


def test_one_point_is_said_in_the_singular() -> None:
    found = contrast(single(wins=0, ties=4, losses=0), margin=Fraction(1, 100))

    assert decide(found).reasons == ("not shown to be within the margin of 1 point",)


def test_a_margin_needs_single_trials() -> None:
    with pytest.raises(UsageError, match="one of cases with a single trial on each side"):
        contrast(sides((trials(1, 2), trials(1, 2))), margin=Fraction(1, 10))


def test_nothing_can_be_said_of_no_case() -> None:
    with pytest.raises(ValueError, match="without cases"):
        contrast([])


@settings(max_examples=60)
@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=1, max_size=12))
def test_to_change_the_sides_turns_everything_round(solved: list[tuple[int, int]]) -> None:
    cases = sides(*((trials(before, 4), trials(after, 4)) for before, after in solved))
    turned = [attrs.evolve(case, reference=case.candidate, candidate=case.reference) for case in cases]

    found, other = contrast(cases), contrast(turned)

    assert found.delta.value == -(other.delta.value or Fraction(0))
    assert (found.pairs.wins, found.pairs.losses) == (other.pairs.losses, other.pairs.wins)
    assert found.p_better == pytest.approx(other.p_worse)


@settings(max_examples=60)
@given(
    st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2), st.integers(0, 2)), min_size=1, max_size=6),
    st.data(),
)
def test_whatever_errors_stand_for_the_delta_is_within_its_bounds(
    ends: list[tuple[int, int, int]], data: st.DataObject
) -> None:
    cases = sides(*((trials(1, 2), trials(solved, 6, errors)) for solved, _, errors in ends))
    meant = [data.draw(st.integers(0, errors)) for _, _, errors in ends]
    revealed = sides(*((trials(1, 2), trials(end[0] + more, 6)) for end, more in zip(ends, meant, strict=True)))

    bounds, delta = contrast(cases).delta, contrast(revealed).delta.value

    assert delta is not None
    assert bounds.low <= delta <= bounds.high
