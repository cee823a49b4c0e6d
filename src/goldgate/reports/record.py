"""How is it said what was recorded? A line for each case that asked something, and what to do next."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from goldgate.differ.show import inert
from goldgate.exit_codes import ExitCode
from goldgate.model.case_key import case_name
from goldgate.model.take import Take, TakeState
from goldgate.reports.line import Line, bad, dim, good, line, strong, warn
from goldgate.reports.wording import counted

_NEXT: Final = "goldgate run"


def record_lines(
    takes: Sequence[Take], *, orphans: Sequence[str], pruned: bool, exit_code: ExitCode, selection: str = ""
) -> Iterator[Line]:
    """The whole report; `orphans` are the cassettes of no case, `selection` the options that selected the cases."""
    for take in takes:
        if take.state is not TakeState.NOTHING:
            yield _line_of(take)
        if take.raised is not None:
            yield line(warn(f"{'failed':<9}"), " ", strong(case_name(take.suite, take.id)), f"  {inert(take.raised)}")
    for orphan in orphans:
        yield line(dim(f"{'removed' if pruned else 'unused '} {orphan}, the cassette of no case"))
    if orphans and not pruned:
        yield line(dim("  goldgate record --prune removes such"))
    counts = _counts(takes)
    yield line(
        f"{counts[TakeState.WRITTEN]} written, {counts[TakeState.KEPT]} as before, "
        f"{counts[TakeState.FAILED]} not recorded, {counts[TakeState.NOTHING]} asked nothing"
    )
    if exit_code is ExitCode.OPEN:
        yield _end(takes)
        yield line("next: ", strong(_next(selection)))
    else:
        yield line(bad("not all could be recorded"), dim(f"  (exit {int(exit_code)})"))


def record_document(
    takes: Sequence[Take], *, orphans: Sequence[str], pruned: bool, exit_code: ExitCode, selection: str = ""
) -> Mapping[str, Any]:
    """The same for machines; cases that asked nothing are only counted, unless the agent failed."""
    return {
        "goldgate": "record",
        "schema": 1,
        "exit_code": int(exit_code),
        "counts": {state.value: number for state, number in _counts(takes).items()},
        "cases": [_document(take) for take in takes if take.raised or take.state is not TakeState.NOTHING],
        "cassettes_of_no_case": {"files": list(orphans), "removed": pruned},
        "next": _next(selection) if exit_code is ExitCode.OPEN else None,
    }


def _end(takes: Iterable[Take]) -> Line:
    """What the agent does wrong can be recorded like all else; whoever reads must know that this is what happened."""
    failed = sum(take.raised is not None for take in takes)
    return (
        line(warn(f"recorded, but the agent failed in {counted(failed, 'case')}")) if failed else line(good("recorded"))
    )


def _next(selection: str) -> str:
    return f"{_NEXT} {selection}".rstrip()


def _line_of(take: Take) -> Line:
    name = strong(case_name(take.suite, take.id))
    if take.fault is not None:
        return line(bad(f"{'ERROR':<9}"), " ", name, f"  {take.fault.code}: {take.fault.message}")
    parts = [f"{take.new} new" if take.new else "", f"{take.kept} kept" if take.kept else ""]
    parts.append(f"{take.dropped} dropped" if take.dropped else "")
    said = ", ".join(filter(None, parts)) or counted(0, "exchange")
    return line(good(f"{'written':<9}") if take.written else dim("as before"), " ", name, dim(f"  {said}"))


def _document(take: Take) -> Mapping[str, Any]:
    return {
        "suite": take.suite,
        "id": take.id,
        "state": take.state.value,
        "new": take.new,
        "kept": take.kept,
        "dropped": take.dropped,
        "fault": take.fault and {"code": take.fault.code, "message": take.fault.message},
        "raised": take.raised,
    }


def _counts(takes: Iterable[Take]) -> dict[TakeState, int]:
    counts = dict.fromkeys(TakeState, 0)
    for take in takes:
        counts[take.state] += 1
    return counts
