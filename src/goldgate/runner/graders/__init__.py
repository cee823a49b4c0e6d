"""How can a judge be reached? One file a way, one row in the literal registry."""

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Final, cast

from goldgate.model.grading import JudgeKind
from goldgate.runner.graders.grader import Grader, Seat

GRADERS: Final[Mapping[JudgeKind, tuple[str, str]]] = {
    JudgeKind.CALLABLE: ("function", "FunctionGrader"),
    JudgeKind.COMMAND: ("command", "CommandGrader"),
    JudgeKind.ENDPOINT: ("endpoint", "EndpointGrader"),
}
"""The file of this room, which is imported when such a judge is asked."""


def grader_of(kind: JudgeKind, seat: Seat) -> Grader:
    """A judge of that kind."""
    file, cls = GRADERS[kind]
    make = cast("Callable[[Seat], Grader]", getattr(import_module(f"{__name__}.{file}"), cls))
    return make(seat)
