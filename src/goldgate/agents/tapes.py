"""Where do calls of the outside world go while a trial runs? To its tape, which answers them or lets them be made.

Like `recording`, this file is imported by agents in production: the standard library alone, and protocols.
"""

from types import TracebackType
from typing import Any, Protocol, Self


class Question(Protocol):
    """One call. Either `value` is what was recorded, or it `is_open`: then it is made inside a `with` of this object.

    What is raised there passes on, and nothing is recorded for the call.
    """

    @property
    def is_open(self) -> bool:
        """Whether the call has to be made for real."""

    @property
    def value(self) -> Any:  # noqa: ANN401 - any JSON
        """What was recorded; a copy that belongs to the caller."""

    def tell(self, value: object) -> Any:  # noqa: ANN401 - any JSON
        """The call was made, and returned this; what the agent gets is what it would get of the recording."""

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, frames: TracebackType | None, /
    ) -> None: ...


class Tape(Protocol):
    """What was recorded for a trial, and what will be."""

    def call(self, kind: str, name: str, asked: object) -> Question:
        """A call of a function (`kind` "function") or model ("model") with these arguments.

        Raises NotJson for arguments that JSON can't say; and what is no Exception where the call is refused.
        """

    def environ(self) -> dict[str, str]:
        """Environment variables by which programs in other processes ask this tape over HTTP."""

    @property
    def has_refused(self) -> bool:
        """Whether something was refused: then the trial can't be judged any more, whatever the agent does."""
