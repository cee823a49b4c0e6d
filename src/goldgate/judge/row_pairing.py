"""Is every row of scores there, and once? Asked before anything is averaged, since an average hides both."""

from collections.abc import Iterator, Sequence

from goldgate.errors import Problem, UnpairedRows
from goldgate.model.rubric import RowKey, Rubric


def pairing_problems(lines: Sequence[tuple[RowKey, int]], rubric: Rubric, *, file: str) -> Iterator[Problem]:
    """Every row that stands there twice, and every one that is missing.

    Each case must have each trial that any case has, and each trial a row for each condition of the rubric. What is
    missing is told at the line of the row that is nearest to it: of the same trial, else of the same case.
    """
    first: dict[RowKey, int] = {}
    for key, line in lines:
        if key in first:
            message = f"{key} stands on line {first[key]} already"
            yield Problem(code=UnpairedRows.code, message=message, file=file, line=line)
        first.setdefault(key, line)
    yield from _missing(first, rubric, file=file)


def _missing(first: dict[RowKey, int], rubric: Rubric, *, file: str) -> Iterator[Problem]:
    near_case: dict[str, int] = {}
    near_trial: dict[tuple[str, int], int] = {}
    for key, line in first.items():
        near_case.setdefault(key.case_id, line)
        near_trial.setdefault((key.case_id, key.trial), line)
    trials = sorted({trial for _, trial in near_trial})
    for case_id, of_case in near_case.items():
        for trial in trials:
            line = near_trial.get((case_id, trial), of_case)
            for condition in rubric.conditions:
                key = RowKey(case_id=case_id, trial=trial, condition=condition)
                if key not in first:
                    yield Problem(code=UnpairedRows.code, message=f"{key} has no row", file=file, line=line)
