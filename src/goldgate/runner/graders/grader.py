"""What does goldgate need of a judge, however it is reached?"""

from pathlib import Path
from types import TracebackType
from typing import Final, Protocol, Self

from goldgate.model.frozen import frozen
from goldgate.model.grading import Question, Reply
from goldgate.model.settings import JudgeSettings

LONGEST: Final = 1 << 20
"""Bytes of an answer; what is longer is none."""


@frozen(kw_only=True)
class Seat:
    """What a judge is made from: the settings, and the folder from which they name files and modules."""

    settings: JudgeSettings
    root: Path


class Grader(Protocol):
    """A judge that can be asked within a block.

    `pause` is how many seconds it is left alone after the first time that nothing came back, and twice that each time.
    """

    pause: float

    def __enter__(self) -> Self:
        """See whether it can be asked. Raises JudgeNotLoadable."""

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, frames: TracebackType | None
    ) -> None:
        """End what was started for it."""

    def ask(self, question: Question) -> Reply:
        """Ask once. Whatever goes wrong on the way is a reply without a text."""


def no_answer_within(seconds: float) -> Reply:
    """The reply of a judge that takes too long."""
    return Reply(fault=f"no answer within {seconds:g} s")


def answer_of(data: bytes) -> Reply:
    """What came back as bytes, as a reply."""
    if len(data) > LONGEST:
        return Reply(fault=f"the answer has more than {LONGEST // 1024} KiB")
    try:
        return Reply(text=data.decode())
    except UnicodeDecodeError as error:
        return Reply(fault=f"the answer is not UTF-8 at byte {error.start}")
