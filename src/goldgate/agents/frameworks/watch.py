"""What comes of a tool call at the place where the tool is called?

Messages tell what the model was shown. Where the tool is called more is known: the exception behind a fixed text, or
the one that ended the run. It is also where a case's stub answers in the place of the real tool.
"""

from collections.abc import Iterable, Mapping
from typing import Final
from weakref import WeakKeyDictionary

from goldgate.agents.context import ToolError
from goldgate.agents.frames import Origin, origin_of
from goldgate.agents.raised import code_of, message_of
from goldgate.agents.recorder import Place, Recorder
from goldgate.agents.recording import current_sink
from goldgate.agents.stubs import Refusal, Stubs
from goldgate.differ.canonical import plain
from goldgate.model.frozen import frozen
from goldgate.model.value import NOT_CAPTURED, Json


@frozen(kw_only=True)
class Seen:
    """What came of one call: an error with its code and message, and where it was raised, or a value."""

    value: object = NOT_CAPTURED
    error_code: str | None = None
    origin: Origin | None = None


NOT_SEEN: Final = Seen()
"""Nobody saw the call being made."""


class Watch:
    """What is seen of the tool calls of one trial, by call id. Threads may call at once.

    `begun` are the calls in the order in which they began (id, tool, arguments), for frameworks whose messages hold
    none.
    """

    def __init__(self, stubs: Stubs) -> None:
        self.begun: list[tuple[str, str, object]] = []
        self._stubs = stubs
        self._seen: dict[str, list[Seen]] = {}
        self._tools: set[str] | None = None

    def knows(self, tools: Iterable[str]) -> None:
        """The agent has these tools, too. Where none were told, all are taken to exist."""
        self._tools = {*(self._tools or ()), *tools}

    def is_unknown(self, tool: str | None) -> bool:
        """Whether the agent has no such tool, as far as that can be told."""
        return self._tools is not None and tool not in self._tools

    def stubs(self, tool: str) -> bool:
        """Whether the case answers for this tool; then the real one is never called."""
        return self._stubs.know(tool)

    def answer(self, tool: str, args: Mapping[str, object], *, call_id: str | None) -> Json:
        """What the case's stub returns. Raises ToolError for a stub that refuses, and where none of the tool's fits."""
        answer = self._stubs.answer(tool, plain(args))
        if isinstance(answer, Refusal):
            error = ToolError(answer.code, answer.message)
            self.raised(call_id, error)
            raise error
        self.returned(call_id, answer)
        return answer

    def raised(self, call_id: str | None, error: BaseException, *, code: str | None = None) -> None:
        """The call ended with this exception. A code of its own says that it did so before the tool was reached."""
        origin = origin_of(error) if code is None else None
        self._note(call_id, Seen(error_code=code or code_of(error), value=told(error), origin=origin))

    def returned(self, call_id: str | None, value: object = NOT_CAPTURED) -> None:
        """The call came to an end, and to this value."""
        self._note(call_id, Seen(value=value))

    def _note(self, call_id: str | None, seen: Seen) -> None:
        if call_id is not None:
            self._seen.setdefault(call_id, []).append(seen)

    def last(self, call_id: str | None) -> Seen:
        """What came of the last call with this id so far; NOT_SEEN where nobody saw one being made."""
        return self._seen[call_id][-1] if call_id in self._seen else NOT_SEEN

    def seen(self, call_id: str | None, *, nth: int, of: int) -> Seen:
        """What came of the nth (from 0) of so many calls with this id; NOT_SEEN where nobody saw it being made.

        A call that was tried again came to what its last try came to. Models that use an id again are told apart by
        order, as long as each of their calls was made once.
        """
        seen = [] if call_id is None else self._seen.get(call_id, [])
        if of == 1:
            return seen[-1] if seen else NOT_SEEN
        return seen[nth] if len(seen) == of else NOT_SEEN


def told(error: BaseException) -> str:
    """What the model is told of an exception: its message, of a stub without one the code."""
    return error.message or error.code if isinstance(error, ToolError) else message_of(error)


_WATCHES: Final[WeakKeyDictionary[Recorder, Watch]] = WeakKeyDictionary()


def watched(recorder: Recorder, watch: Watch) -> Watch:
    """The watch, which is that of the recorder's trial from now on."""
    _WATCHES[recorder] = watch
    return watch


def current_watch() -> Watch | None:
    """The watch of the trial that the running code belongs to, for hooks on a framework's classes.

    None outside of a trial. Known in all threads that the recorder knows, whether they carry the context or not.
    """
    sink = current_sink()
    recorder = sink.recorder if isinstance(sink, Place) else sink
    return _WATCHES.get(recorder) if isinstance(recorder, Recorder) else None
