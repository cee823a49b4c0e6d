"""Which calls does a trace make one expect? Those that were made, with what is known of each."""

from collections.abc import Iterable, Iterator
from itertools import groupby

from goldgate.differ.literal import literal
from goldgate.model.case import ExpectedGroup, ExpectedStep
from goldgate.model.trace import Step, StepStatus
from goldgate.model.value import NOT_CAPTURED


def expected_calls(steps: Iterable[Step]) -> Iterator[ExpectedStep | ExpectedGroup]:
    """The calls in their order; those that were made in one turn as a group."""
    for group, together in groupby(steps, key=lambda step: step.group):
        calls = tuple(map(_call, together))
        if group is None:
            yield from calls
        else:
            yield ExpectedGroup(calls=calls)


def _call(step: Step) -> ExpectedStep:
    """The call with what is known of it; arguments that are no object can't be expected, but their error code is."""
    failed = step.status is StepStatus.ERROR
    return ExpectedStep(
        name=step.name,
        args=literal(step.args) if isinstance(step.args, dict) else NOT_CAPTURED,
        status=StepStatus.ERROR if failed and step.error_code is None else None,
        error_code=step.error_code,
    )
