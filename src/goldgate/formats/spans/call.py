"""What is known of one call? From the message that asked for it, the span that watched it, and its result in a message.

What the span says wins; what it doesn't say, the messages may.
"""

from typing import Final

import attrs

from goldgate.differ.canonical import spell
from goldgate.formats.spans.reading import NOTHING, Answered, Asked, Reading
from goldgate.formats.spans.tree import Node
from goldgate.formats.trace import read_args
from goldgate.model.span import Span, SpanEvent, SpanStatus
from goldgate.model.trace import BAD_ARGUMENTS, UNFINISHED, UNKNOWN_TOOL, Step, StepStatus
from goldgate.model.value import NOT_CAPTURED, Json, NotCaptured

_EXCEPTION: Final = "exception"
_UNNAMED: Final = "_OTHER"
"""What tracers write as the type of an error that has none."""


@attrs.define(eq=False, kw_only=True)
class Call:
    """One call. `turn` counts the messages that ask for calls; `is_known` is False for a tool that there is none of."""

    name: str
    asked: Asked | None = None
    turn: int | None = None
    is_known: bool = True
    node: Node | None = None
    answered: Answered | None = None

    @property
    def call_id(self) -> str | None:
        """The id by which messages name it."""
        return self.reading.call_id if self.asked is None else self.asked.call_id

    @property
    def reading(self) -> Reading:
        """What the span says."""
        return NOTHING if self.node is None else self.node.reading

    def step(self, *, group: str | None) -> Step:
        """The call as a step."""
        args, bad = self._args()
        code = bad or self._code()
        failed = code is not None or self._failed
        return Step(
            name=self.name,
            args=args,
            status=StepStatus.ERROR if failed else StepStatus.OK,
            error_code=code,
            observation=self._result(),
            group=group,
        )

    def _args(self) -> tuple[Json | NotCaptured, str | None]:
        """Arguments that are an object, before those that are none; the span's before those of the message."""
        given = [self.reading.args, NOT_CAPTURED if self.asked is None else self.asked.args]
        read = [arguments(args) for args in given if args is not NOT_CAPTURED]
        return next((found for found in read if found[1] is None), read[0] if read else (NOT_CAPTURED, None))

    @property
    def _failed(self) -> bool:
        told = self.answered is not None and self.answered.failed
        return told or self.reading.failed or (self.node is not None and span_failed(self.node.span))

    def _code(self) -> str | None:
        if self.node is None:
            return None if self.is_known else UNKNOWN_TOOL
        if self.node.span.ended is None:
            return UNFINISHED
        return (self.reading.error_code or error_code(self.node.span)) if self._failed else None

    def _result(self) -> Json | NotCaptured:
        if self.reading.result is not NOT_CAPTURED:
            return self.reading.result
        if self.answered is not None and self.answered.result is not NOT_CAPTURED:
            return self.answered.result
        raised = None if self.node is None else _raised(self.node.span)
        return NOT_CAPTURED if raised is None else raised.attributes.get("exception.message", NOT_CAPTURED)


def arguments(args: Json) -> tuple[Json | NotCaptured, str | None]:
    """Arguments as they came, and `BAD_ARGUMENTS` when they are no object (the text is kept)."""
    if args is None or isinstance(args, str | dict):
        return read_args(args)
    return spell(args), BAD_ARGUMENTS


def span_failed(span: Span) -> bool:
    """Whether the span ended as an error; an exception that was noted counts unless the span says that all is well."""
    return span.status is SpanStatus.ERROR or (span.status is SpanStatus.UNSET and _raised(span) is not None)


def _raised(span: Span) -> SpanEvent | None:
    """The last exception that was noted in a span."""
    return next((event for event in reversed(span.events) if event.name == _EXCEPTION), None)


def error_code(span: Span) -> str | None:
    """Why a span failed: the type that it tells, else the class of the exception."""
    raised = _raised(span)
    told = [span.attributes.get("error.type"), None if raised is None else raised.attributes.get("exception.type")]
    named = (text for text in told if isinstance(text, str) and text not in ("", _UNNAMED))
    return next((_class_name(text) for text in named), None)


def _class_name(text: str) -> str:
    """The class without its modules; any other text as it is."""
    return text.rpartition(".")[2] if all(part.isidentifier() for part in text.split(".")) else text
