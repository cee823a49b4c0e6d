"""How did the outside world answer in a run? What a reader must know of it before the figures."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from goldgate.model.case_key import case_name
from goldgate.model.cassette import Mode
from goldgate.model.plan import DEFAULT_VARIANT
from goldgate.model.result import RunEnd, RunHeader
from goldgate.model.settings import MatchBy
from goldgate.reports.line import Line, dim, line, warn
from goldgate.reports.wording import counted

_MOST_CASES: Final = 5
_MOST_LINES: Final = 8
_LIVE: Final = "the outside world was asked for real; another run may see other answers"
_BY_ORDER: Final = "answered by order, so that a changed request is not seen"


def recordings_lines(header: RunHeader, end: RunEnd) -> Iterator[Line]:
    """What makes the run a weaker proof than a replay by request, and what could be pruned."""
    if header.mode is Mode.LIVE:
        yield line(warn("live "), _LIVE)
    if by_order := _by_order(header):
        yield line(warn("by order "), f"{_BY_ORDER}: {', '.join(by_order)}")
    unused = [(suite, case_id, lines) for suite, cases in end.unused.items() for case_id, lines in cases.items()]
    for suite, case_id, lines in unused[:_MOST_CASES]:
        yield line(dim(f"unused recordings of {case_name(suite, case_id)}: {_listed(lines)}"))
    if len(unused) > _MOST_CASES:
        yield line(dim(f"  … and of {counted(len(unused) - _MOST_CASES, 'more case')}"))
    if unused and header.variants == (DEFAULT_VARIANT,):
        yield line(dim("  goldgate record --prune drops them"))
    elif unused:
        yield line(dim("  other variants than those of this run may be answered by them"))


def weaker_proofs(header: RunHeader, suite: str) -> Iterator[str]:
    """Why what is known of a case of this suite is a weaker proof than a replay by request."""
    if header.mode is Mode.LIVE:
        yield _LIVE
    if suite in _by_order(header):
        yield _BY_ORDER


def recordings_document(header: RunHeader, end: RunEnd) -> Mapping[str, Any]:
    """The same for machines."""
    return {
        "live": header.mode is Mode.LIVE,
        "by_order": list(_by_order(header)),
        "unused": [
            {"suite": suite, "id": case_id, "lines": list(lines)}
            for suite, cases in end.unused.items()
            for case_id, lines in cases.items()
        ],
    }


def _by_order(header: RunHeader) -> tuple[str, ...]:
    return tuple(name for name, suite in header.suites.items() if suite.match is MatchBy.ORDER)


def _listed(lines: tuple[int, ...]) -> str:
    more = len(lines) - _MOST_LINES
    said = f"line {', '.join(map(str, lines[:_MOST_LINES]))} of its cassette"
    return said if more <= 0 else f"{said} and {more} more"
