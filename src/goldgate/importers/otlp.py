"""What golden cases do traces of production make? One a trace: what was asked, and the calls that were made for it.

What a tracer did not keep is not expected: arguments, and calls where it keeps none at all. Results and answers are not
expected either: what an agent does now is accepted by its baseline.
"""

from collections import defaultdict
from collections.abc import Iterable
from typing import Final

from goldgate.differ.canonical import canonical
from goldgate.formats.spans.trace import SpanTrace, trace_of
from goldgate.importers.expected import expected_calls
from goldgate.model.case import Case, Expectation
from goldgate.model.frozen import frozen
from goldgate.model.span import Span
from goldgate.model.trace import OverallStatus, Trace
from goldgate.model.value import NOT_CAPTURED

_LONGEST_NOTE: Final = 500
"""Characters of an answer that are noted."""


@frozen(kw_only=True)
class ImportedTrace:
    """The id of the case that a trace makes, and the case; None where no span keeps what was asked."""

    case_id: str
    case: Case | None
    calls: int


def traces_of(spans: Iterable[Span]) -> tuple[ImportedTrace, ...]:
    """The traces of agents, in the order in which they began; what else was traced is left aside.

    The id of a case is made of that of its trace.
    """
    of_trace = defaultdict[str, list[Span]](list)
    for span in spans:
        of_trace[span.trace_id].append(span)
    began = {trace_id: min(span.started for span in own) for trace_id, own in of_trace.items()}
    told = {trace_id: trace_of(of_trace[trace_id]) for trace_id in sorted(of_trace, key=lambda one: (began[one], one))}
    return tuple(_imported(f"trace-{trace_id}", one) for trace_id, one in told.items() if one.tells_anything)


def _imported(case_id: str, told: SpanTrace) -> ImportedTrace:
    return ImportedTrace(case_id=case_id, case=_case(case_id, told), calls=len(told.trace.steps))


def _case(case_id: str, told: SpanTrace) -> Case | None:
    if told.request is None:
        return None
    failed = told.trace.status is OverallStatus.ERROR
    return Case(
        id=case_id,
        request=told.request,
        notes=_note(told.trace),
        expect=Expectation(
            calls=tuple(expected_calls(told.trace.steps)) if told.tells_calls else None,
            status=OverallStatus.ERROR if failed else None,
        ),
    )


def _note(trace: Trace) -> str | None:
    if trace.answer is NOT_CAPTURED:
        return None
    answer = trace.answer if isinstance(trace.answer, str) else canonical(trace.answer)
    return f"answered: {answer if len(answer) <= _LONGEST_NOTE else answer[:_LONGEST_NOTE] + '…'}"
