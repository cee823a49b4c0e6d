"""What does an agent do with one case? It is called in the case's world, and all that it does becomes a trace."""

from collections.abc import Callable, Mapping
from contextvars import copy_context
from pathlib import Path
from typing import Final, TypeVar

import attrs

from goldgate.agents.accepted import AcceptedAgent, accept
from goldgate.agents.calling import finished
from goldgate.agents.context import NOTHING_TOLD, Context
from goldgate.agents.folder_paths import FolderPaths
from goldgate.agents.forks import install
from goldgate.agents.frames import Origin, origin_of, told_origin
from goldgate.agents.plans import items_of, planned_step
from goldgate.agents.raised import agent_fault, exception_step
from goldgate.agents.recorder import Recorder
from goldgate.agents.tapes import Tape
from goldgate.errors import BadTrace, NotJson
from goldgate.formats.trace import read_trace
from goldgate.model.case import CaseView
from goldgate.model.detail import NO_DETAIL, Detail
from goldgate.model.frozen import frozen
from goldgate.model.judgement import SKILL_NOT_GIVEN, Fault
from goldgate.model.trace import BAD_TRACE, EXCEPTION, LOST_STEP, TOOL, OverallStatus, PlannedStep, Step, Trace, Usage
from goldgate.model.value import NOT_CAPTURED, Json, NotCaptured
from goldgate.model.variant import PLAIN, ResolvedVariant

_LONGEST_PLAN: Final = 10_000
_MOST_RAISED: Final = 5
_ADAPTER: Final = "adapter"
_SKILLS: Final = "skills"
_NO_STATE: Final[Json | NotCaptured] = NOT_CAPTURED
_NOTHING_RETURNED: Final = Trace()
_NOT_GIVEN: Final = Fault(
    code=SKILL_NOT_GIVEN,
    message="the agent takes no skills, so that it would be given nothing: let it be a function (case, context), which "
    'finds them as context.skills, or put "$skills" into the body of its requests',
)
_T = TypeVar("_T")


@frozen(kw_only=True)
class Performance:
    """What was observed of one trial. `fault` says why nothing of it can be judged; files are the runner's to add."""

    trace: Trace
    fault: Fault | None = None
    detail: Detail = NO_DETAIL


@frozen(kw_only=True)
class _Faults:
    """What the agent itself did wrong: the steps that say so, and where exceptions were raised."""

    steps: list[Step] = attrs.field(factory=list)
    raised: list[tuple[str, Origin]] = attrs.field(factory=list)

    def add(self, step: Step, error: BaseException) -> None:
        """Note one."""
        self.steps.append(step)
        if (origin := origin_of(error)) is not None:
            self.raised.append((step.error_code or "", origin))


def _nothing() -> None:
    """Nobody listens."""


def perform(
    agent: object,
    view: CaseView,
    *,
    folder: Path | None = None,
    tape: Tape | None = None,
    on_late: Callable[[], None] = _nothing,
    root: Path | None = None,
    variant: ResolvedVariant = PLAIN,
) -> Performance:
    """Call the agent on one case, and observe it.

    `folder` holds the world's files and is the current directory already; `tape` answers for the outside world. What
    the agent does wrong, leaving the interpreter included, is part of the trace. A step that could not be attributed is
    the fault `LOST_STEP`, and a skill that the agent can't be handed is `SKILL_NOT_GIVEN`. `on_late` is called, in the
    thread where it happens, when a step of this trial comes after its end: it is lost just the same. Paths of the
    agent's code are told relative to `root`. `variant` is what the agent is given beside the case. Raises
    AgentNotLoadable for what is no agent.
    """
    accepted = accept(agent)
    if variant.skills and not accepted.takes_skills:
        return Performance(trace=_NOTHING_RETURNED, fault=_NOT_GIVEN)
    install()
    recorder = Recorder(on_late=on_late, tape=tape)
    context = Context(view, folder=folder, recorder=recorder, variant=variant)
    faults = _Faults()
    trace = copy_context().run(_observed, accepted, view, context, faults)
    if folder is not None:
        trace = FolderPaths(folder).relative(trace)
    if variant.folder is not None:
        trace = FolderPaths(variant.folder, name=_ADAPTER).relative(trace)
    for skill in variant.skills:
        trace = FolderPaths(skill.folder, name=f"{_SKILLS}/{skill.name}").relative(trace)
    fault = None if recorder.lost is None else Fault(code=LOST_STEP, message=recorder.lost)
    return Performance(trace=trace, fault=fault, detail=_detail(trace, context, faults, root=root))


def _detail(trace: Trace, context: Context, faults: _Faults, *, root: Path | None) -> Detail:
    stubs = context.tools.stubs
    idle = stubs.idle()
    if not (idle or faults.raised):
        return NO_DETAIL
    raised = dict.fromkeys(f"{code} at {told_origin(origin, root=root)}" for code, origin in faults.raised)
    called = {step.name for step in trace.steps if step.kind == TOOL}
    return Detail(
        raised=tuple(raised)[:_MOST_RAISED],
        idle_stubs=idle,
        bypassed=tuple(sorted(tool for tool in stubs.never_asked() if tool in called)),
    )


def _observed(agent: AcceptedAgent, view: CaseView, context: Context, faults: _Faults) -> Trace:
    with context.recorder.recording():
        returned = _guarded(lambda: _returned(agent, view, context), faults, otherwise=_NOTHING_RETURNED)
        plan = _guarded(lambda: _planned(context.plan), faults, otherwise=None)
        state = _guarded(context.state_afterwards, faults, otherwise=_NO_STATE)
    faults.raised.extend(context.recorder.raised())
    recorded = context.recorder.steps()
    faulty = faults.steps or any(step.kind == EXCEPTION and step.error_code == BAD_TRACE for step in recorded)
    return Trace(
        plan=plan if returned.plan is None else returned.plan,
        steps=(*recorded, *returned.steps, *faults.steps),
        answer=returned.answer,
        status=OverallStatus.ERROR if faulty else returned.status,
        usage=_both(returned.usage, context.used),
        state=state,
    )


def _guarded(read: Callable[[], _T], faults: _Faults, *, otherwise: _T) -> _T:
    """What the agent's code returns; what it raises is a fault of the agent's, whatever it is."""
    try:
        return read()
    except (BadTrace, NotJson) as error:
        faults.add(exception_step(BAD_TRACE, str(error)), error)
    except BaseException as error:  # noqa: BLE001 - an agent that exits or interrupts itself ends its trial, nothing else
        faults.add(agent_fault(error), error)
    return otherwise


def _returned(agent: AcceptedAgent, view: CaseView, context: Context) -> Trace:
    """What the agent returned, as a trace; the status that it set on the context where it returned none."""
    value = finished(agent.call(view, context), context.recorder)
    trace = Trace(answer=None) if value is None else read_trace(value)
    told = isinstance(value, Mapping) and "status" in value
    return trace if told or context.status is None else attrs.evolve(trace, status=context.status)


def _planned(plan: object) -> tuple[PlannedStep, ...] | None:
    return None if plan is None else tuple(map(planned_step, items_of(plan, limit=_LONGEST_PLAN)))


def _both(returned: Usage, told: Usage) -> Usage:
    """What the agent returned of its usage, and where it returned nothing what it told the context."""
    if told is NOTHING_TOLD:
        return returned
    return Usage(
        input_tokens=told.input_tokens if returned.input_tokens is None else returned.input_tokens,
        output_tokens=told.output_tokens if returned.output_tokens is None else returned.output_tokens,
        cost_usd=told.cost_usd if returned.cost_usd is None else returned.cost_usd,
    )
