"""How does an agent that emits OpenTelemetry perform a case? It is called as any other; its spans say what it did."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

import attrs

from goldgate.agents.accepted import AcceptedAgent
from goldgate.agents.calling import finished
from goldgate.agents.context import Context
from goldgate.agents.frames import origin_of
from goldgate.agents.load import OTEL, is_elsewhere, load_agent
from goldgate.agents.named import NamedAgent
from goldgate.agents.otel.capture import capturing
from goldgate.agents.raised import Raised, agent_fault, attempt, exception_step
from goldgate.errors import AgentNotLoadable, BadTrace, NotJson
from goldgate.formats.spans.trace import trace_of
from goldgate.formats.trace import read_trace
from goldgate.model.case import CaseView
from goldgate.model.frozen import frozen
from goldgate.model.span import Span
from goldgate.model.trace import BAD_TRACE, NO_SPANS, TOOL, OverallStatus, Step, Trace, Usage
from goldgate.model.value import NOT_CAPTURED

if TYPE_CHECKING:
    from types import ModuleType

_MISSING: Final = "reading spans needs OpenTelemetry's SDK: pip install 'goldgate[otel]'"
_NO_SPANS: Final = "no span came: is the agent instrumented, and does it use the global tracer provider?"


def load_otel(named: NamedAgent) -> AcceptedAgent:
    """The agent that `otel: module:function` names. Raises AgentNotLoadable, also where the SDK is missing."""
    name = named.text.removeprefix(OTEL).strip()
    if is_elsewhere(name) or name.startswith(OTEL):
        raise AgentNotLoadable(f"spans are captured in the agent's own process: {OTEL} module:function, got {name!r}")
    inner = load_agent(name, root=named.root)
    sdk = _sdk()
    sdk.connect()
    return attrs.evolve(inner, call=OtelAgent(inner=inner, sdk=sdk))


def _sdk() -> "ModuleType":
    try:
        from goldgate.agents.otel import sdk  # noqa: PLC0415 - an extra
    except ModuleNotFoundError:
        raise AgentNotLoadable(_MISSING) from None
    return sdk


@frozen(kw_only=True)
class OtelAgent:
    """An agent whose steps are those that its spans tell."""

    inner: AcceptedAgent
    sdk: Any

    def __call__(self, case: CaseView, context: Context) -> Trace:
        """Run the agent to its end; what it raises is part of the trace."""
        self.sdk.connect()  # the agent may have configured another provider since
        capture = capturing(context.recorder)
        ended = attempt(lambda: _read(finished(self.inner.call(case, context), context.recorder), context), exits=True)
        return _observed(self.sdk.spans_of(capture.close()), ended, context)


def _read(value: object, context: Context) -> Trace:
    """What the agent returned; a status in it counts more than one that was set before."""
    if isinstance(value, Mapping) and "status" in value:
        context.status = None
    return Trace() if value is None else read_trace(value)


def _observed(spans: tuple[Span, ...], ended: Trace | Raised, context: Context) -> Trace:
    told = trace_of(spans).trace
    names = {step.name for step in told.steps}
    for recorded in context.recorder.since(0):  # a call that a span tells as well
        recorded.dropped = recorded.dropped or (recorded.kind == TOOL and recorded.name in names)
    if isinstance(ended, Raised):
        context.status = None
        fault = _fault(ended.error)
        context.recorder.note_raised(fault.error_code, origin_of(ended.error))
        return attrs.evolve(told, steps=(*told.steps, fault), status=OverallStatus.ERROR)
    if not spans:
        return attrs.evolve(
            ended, steps=(*ended.steps, exception_step(NO_SPANS, _NO_SPANS)), status=OverallStatus.ERROR
        )
    returned = tuple(step for step in ended.steps if not (step.kind == TOOL and step.name in names))
    return Trace(
        plan=ended.plan,
        steps=(*told.steps, *returned),
        answer=told.answer if ended.answer in (None, NOT_CAPTURED) else ended.answer,
        status=told.status if ended.status is OverallStatus.SUCCESS else ended.status,
        usage=_usage(ended.usage, told.usage),
    )


def _fault(error: BaseException) -> Step:
    if isinstance(error, BadTrace | NotJson):
        return exception_step(BAD_TRACE, str(error))
    return agent_fault(error)


def _usage(returned: Usage, told: Usage) -> Usage:
    return told if returned == Usage() else returned
