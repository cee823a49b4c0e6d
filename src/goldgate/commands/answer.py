"""What does a command give back? An exit code, and what to say, in both forms, made only when asked for."""

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from goldgate.exit_codes import ExitCode
from goldgate.model.frozen import frozen
from goldgate.reports.line import Line

if TYPE_CHECKING:
    from goldgate.reports.material import Material


@frozen(kw_only=True)
class Answer:
    """`lines` for people and `document` for machines say the same.

    `material` is what written reports are made of, for commands that end in a run or a comparison.
    """

    exit_code: ExitCode
    lines: Callable[[], Iterable[Line]]
    document: Callable[[], Mapping[str, Any]]
    material: "Callable[[], Material] | None" = None
