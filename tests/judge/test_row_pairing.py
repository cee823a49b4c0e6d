import random
from decimal import Decimal

from hypothesis import given
from hypothesis import strategies as st

from goldgate.judge.row_pairing import pairing_problems
from goldgate.model.rubric import Criterion, Layout, RowKey, Rubric

RUBRIC = Rubric(
    layout=Layout.DIMENSIONS,
    criteria=(Criterion(name="x", weight=Decimal("0.5")), Criterion(name="y", weight=Decimal("0.5"))),
)
KEYS = [RowKey(case_id=case, trial=trial, condition=name) for case in "ab" for trial in (1, 2) for name in "xy"]


def problems_of(*keys: RowKey) -> list[str]:
    lines = [(key, line) for line, key in enumerate(keys, 1)]
    return [str(problem) for problem in pairing_problems(lines, RUBRIC, file="f")]


def test_rows_that_are_all_there_once_are_well() -> None:
    assert problems_of(*KEYS) == []


def test_a_row_that_is_there_three_times_is_told_twice() -> None:
    assert problems_of(*KEYS, KEYS[2], KEYS[2]) == [
        "f:9: case 'a' trial 2 'x' stands on line 3 already",
        "f:10: case 'a' trial 2 'x' stands on line 3 already",
    ]


def test_a_missing_row_is_told_at_the_row_beside_it() -> None:
    assert problems_of(*KEYS[:5], *KEYS[6:]) == ["f:5: case 'b' trial 1 'y' has no row"]


def test_a_missing_trial_is_told_condition_by_condition_at_its_case() -> None:
    """A trial that dropped out would weigh its case less, and nobody would see it."""
    assert problems_of(*KEYS[:6]) == [
        "f:5: case 'b' trial 2 'x' has no row",
        "f:5: case 'b' trial 2 'y' has no row",
    ]


@given(st.sets(st.integers(0, 7), max_size=6), st.lists(st.integers(0, 7), max_size=3), st.randoms())
def test_every_gap_and_every_repetition_is_told_and_nothing_else(
    left_out: set[int], again: list[int], chance: random.Random
) -> None:
    kept = [key for index, key in enumerate(KEYS) if index not in left_out]
    twice = [KEYS[index] for index in again if index not in left_out]
    rows = [*kept, *twice]
    chance.shuffle(rows)
    cases, trials = {key.case_id for key in kept}, {key.trial for key in kept}
    gaps = [KEYS[i] for i in left_out if KEYS[i].case_id in cases and KEYS[i].trial in trials]

    told = problems_of(*rows)

    assert sorted(text.split(": ", 1)[1] for text in told if "has no row" in text) == sorted(
        f"{key} has no row" for key in gaps
    )
    assert len([text for text in told if "already" in text]) == len(twice)
