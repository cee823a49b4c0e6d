"""Which cases could not be judged for one and the same reason? One thing to look at, not as many as there are cases."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, TypeAlias, TypeVar

from goldgate.differ.listing import listed
from goldgate.model.case_key import case_name
from goldgate.model.comparison import CaseComparison
from goldgate.model.result import Result
from goldgate.reports.line import Line, bad, line
from goldgate.reports.wording import counted

_MOST_GROUPS: Final = 10
_MOST_NAMES: Final = 20
_BADGE: Final = f"{'ERROR':<6}"
_Item = TypeVar("_Item")
_Reasons: TypeAlias = tuple[str, ...]


def alike_results(results: Iterable[Result]) -> list[list[Result]]:
    """Trials with the same fault, as lists of two or more, the longest first."""
    return _alike(results, lambda result: result.reasons if result.fault else ())


def alike_cases(cases: Iterable[CaseComparison]) -> list[list[CaseComparison]]:
    """Cases with the same fault, as lists of two or more, the longest first."""
    return _alike(cases, lambda case: case.reasons if case.fault else ())


def _alike(items: Iterable[_Item], reasons_of: Callable[[_Item], _Reasons]) -> list[list[_Item]]:
    by_reasons: dict[_Reasons, list[_Item]] = {}
    for item in items:
        if reasons := reasons_of(item):
            by_reasons.setdefault(reasons, []).append(item)
    groups = [alike for alike in by_reasons.values() if len(alike) > 1]
    return sorted(groups, key=len, reverse=True)[:_MOST_GROUPS]


def alike_lines(alike: Sequence[Result] | Sequence[CaseComparison], *, code: str = "") -> Iterator[Line]:
    """What is told of all of them at once; `code` is that of their class, where they have one."""
    names = tuple(dict.fromkeys(case_name(one.suite, one.id) for one in alike))
    yield line(bad(_BADGE), counted(len(names), "case"), ": ", listed(names, most=_MOST_NAMES), code)
    for reason in alike[0].reasons:
        yield line(f"       {reason}")
