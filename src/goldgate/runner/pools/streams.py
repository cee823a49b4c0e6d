"""In which order do the cases of a stream run, and what does one hand on to the next? Their own, and the state."""

from collections.abc import Sequence
from typing import Final

import attrs

from goldgate.formats.view import write_view
from goldgate.model.judgement import Fault
from goldgate.model.plan import PlannedTrial, StreamKey
from goldgate.model.value import NOT_CAPTURED, Json, NotCaptured
from goldgate.runner.pools.pool import Performed

STREAM_BROKEN: Final = "STREAM_BROKEN"
"""A case of the stream before this one could not be judged, so nobody knows what it left; the trial is ERROR."""


def units(trials: Sequence[PlannedTrial]) -> list[tuple[int, ...]]:
    """The numbers of the trials in the order in which they are begun: single ones, and those of a passage together."""
    if all(planned.case.stream is None for planned in trials):
        return [(number,) for number in range(len(trials))]
    found: dict[StreamKey | int, list[int]] = {}
    for number, planned in enumerate(trials):
        found.setdefault(planned.passage or number, []).append(number)
    return [tuple(sorted(unit, key=lambda number: trials[number].place)) for unit in found.values()]


@attrs.define
class Handed:
    """What the cases of one passage through a stream have left so far; for a trial that stands alone, nothing."""

    state: Json | NotCaptured = NOT_CAPTURED
    broken_by: str | None = None

    def view(self, planned: PlannedTrial) -> dict[str, Json]:
        """What the agent's process gets to know of the case: with the state that was left, unless it has its own."""
        case = planned.case
        if planned.passage is None:
            return write_view(case)
        if case.world.state is NOT_CAPTURED:
            case = attrs.evolve(case, world=attrs.evolve(case.world, state=self.state))
        self.state = case.world.state
        return write_view(case)

    def saw(self, performed: Performed) -> None:
        """Take what a trial left. One whose process was lost leaves what it found."""
        if performed.fault is not None:
            self.broken_by = performed.planned.case.id
        elif performed.trace.state is not NOT_CAPTURED:
            self.state = performed.trace.state

    def refused(self, planned: PlannedTrial) -> Performed:
        """What came of a trial that can't be performed any more."""
        message = f"the case {self.broken_by!r} before it in the stream {planned.case.stream!r} has no judgement"
        return Performed(planned=planned, fault=Fault(code=STREAM_BROKEN, message=message))
