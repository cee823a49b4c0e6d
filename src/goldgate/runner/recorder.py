"""What happens when the agent asks the outside world? Its tape answers, or lets it ask and keeps what came back."""

from collections.abc import Callable
from contextvars import ContextVar, Token
from fnmatch import fnmatchcase
from http import HTTPStatus
from threading import RLock
from types import TracebackType
from typing import Final, Self
from urllib.parse import urlsplit

from goldgate.agents.raised import bounded, message_of
from goldgate.agents.recorded import current_tape
from goldgate.differ.canonical import plain
from goldgate.differ.model_apis import model_api_at
from goldgate.differ.request_key import request_key
from goldgate.differ.secrets import NamedSecrets, redact_request, redact_response
from goldgate.errors import BadFile
from goldgate.formats.cassette import write_exchange
from goldgate.model.cassette import Exchange, ExchangeKind, Mode, Request, Response
from goldgate.model.judgement import CASSETTE_MISS, Fault
from goldgate.model.settings import RecordingSettings
from goldgate.model.value import Json
from goldgate.runner.guards.addresses import NOWHERE, Addresses
from goldgate.runner.misses import request_name
from goldgate.runner.replayer import Replayer

BAD_CASSETTE: Final = "BAD_CASSETTE"
"""The recording that would answer can't be read; the trial is ERROR."""
HOST_REFUSED: Final = "HOST_REFUSED"
"""The agent was to ask a host for real that `recording.allow_hosts` does not hold; the trial is ERROR."""
NOT_RECORDED: Final = "NOT_RECORDED"
"""What the agent asked for real brought no answer that can be recorded; the trial is ERROR."""

_WHO_ASKS: Final = frozenset({HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN})
"""Answers of a model API to a key, and not to the question."""

_ASKING: Final[ContextVar[bool]] = ContextVar("goldgate_asking", default=False)
"""Whether the running code is asking for real on behalf of a tape, whose business that is already."""


class Refused(BaseException):
    """The agent must not ask this.

    No Exception, so that neither an SDK which tries again nor a handler of the agent's goes on as if nothing had
    happened; and where one does, the tape keeps the fault all the same.
    """


class CassetteMiss(Refused):
    """What the agent asked is not recorded."""


class Tape:
    """What answers for the outside world in one trial; threads and tasks may ask at once.

    `replayer` holds what is recorded; it is empty when everything is to be asked anew. `reachable` are addresses of
    this machine that the agent may reach in any mode: they are part of it, and nothing of them is recorded. `environ`
    gives the variables by which programs in other processes ask this tape.
    """

    def __init__(
        self,
        *,
        mode: Mode,
        replayer: Replayer,
        settings: RecordingSettings,
        named: NamedSecrets,
        reachable: Addresses = NOWHERE,
        environ: Callable[[], dict[str, str]] = dict,
    ) -> None:
        self.mode: Final = mode
        self.reachable: Final = reachable
        self._environ = environ
        self._replayer = replayer
        self._settings = settings
        self._named = named
        self._lock = RLock()
        self._made: list[Exchange | None] = []
        self._unanswered: dict[str, str] = {}
        self._fault: Fault | None = None
        self._closed = False

    # What the agent's code comes to

    def ask(self, request: Request, *, kind: ExchangeKind = ExchangeKind.HTTP) -> "Question":
        """One request, secrets and all. Raises Refused, or CassetteMiss, for what must not be asked."""
        self._require_open(request)
        if self.mode is Mode.LIVE:
            return Question(self, request, kind, place=None)
        answer = self._recorded(request, kind)
        if answer is not None:
            return Question(self, request, kind, place=None, answer=answer)
        if self.mode is Mode.REPLAY:
            raise CassetteMiss(self._noted(Fault(code=CASSETTE_MISS, message=self._replayer.miss(request, kind))))
        if kind is ExchangeKind.HTTP:
            self.require_allowed(request.url)
        with self._lock:
            self._made.append(None)
            return Question(self, request, kind, place=len(self._made) - 1)

    def call(self, kind: str, name: str, asked: object) -> "ValueQuestion":
        """As the protocol has it: a call that does not go over HTTP."""
        request = Request(method="CALL", url=name, body=plain(asked))
        return ValueQuestion(self.ask(request, kind=ExchangeKind(kind)))

    def environ(self) -> dict[str, str]:
        """As the protocol has it: the variables of the endpoint, which listens from now on."""
        return self._environ()

    @property
    def has_refused(self) -> bool:
        """As the protocol has it: whether the trial can't be judged any more, whatever the agent does."""
        return self._fault is not None

    def lets_pass(self, url: str) -> bool:
        """Whether a request goes its own way: to what the suite allows, and where everything is asked for real.

        Raises Refused.
        """
        if self.reachable.hold_url(url):
            return True
        if self.mode is Mode.LIVE:
            self.require_allowed(url)
            return True
        return False

    def require_allowed(self, url: str) -> None:
        """Raise Refused for a host that must not be asked for real."""
        host = urlsplit(url).hostname or ""
        if not any(fnmatchcase(host, pattern.lower()) for pattern in self._settings.allow_hosts):
            message = f"recording.allow_hosts does not hold {host}"
            raise Refused(self._noted(Fault(code=HOST_REFUSED, message=message)))

    # What the trial learns of it

    def close(self) -> None:
        """The trial is over: what is left of the agent gets no answers any more."""
        self._closed = True

    @property
    def fault(self) -> Fault | None:
        """Why the trial can't be judged: the first refusal, or the first question that brought no answer."""
        if self._fault is None and self._unanswered:
            return Fault(code=NOT_RECORDED, message=next(iter(self._unanswered.values())))
        return self._fault

    @property
    def made(self) -> tuple[str, ...]:
        """What was recorded, without secrets, as the lines of a cassette, in the order in which it was asked."""
        return tuple(write_exchange(exchange) for exchange in self._made if exchange is not None)

    @property
    def unused(self) -> tuple[int, ...]:
        """The lines of the cassette whose recordings nothing has used; of a trial that was refused nobody can say."""
        return () if self.fault is not None else self._replayer.unused

    # Between a question and its answer

    def keep(self, place: int, request: Request, kind: ExchangeKind, response: Response) -> None:
        """Record an answer in the place of its question; none where a model API refuses who asks."""
        if kind is ExchangeKind.HTTP and response.status in _WHO_ASKS and model_api_at(urlsplit(request.url).path):
            self._note_unanswered(request, kind, f"was refused with status {response.status}; is the key right?")
            return
        redacted = redact_request(request, self._named, kind=kind)
        exchange = Exchange(
            kind=kind,
            key=request_key(redacted, kind=kind, settings=self._settings),
            request=redacted,
            response=redact_response(response, self._named, request=request, kind=kind),
        )
        with self._lock:
            self._made[place] = exchange
            self._unanswered.pop(exchange.key, None)  # an SDK has tried again

    def give_up(self, request: Request, kind: ExchangeKind, error: BaseException) -> None:
        """A question brought no answer; unless the same one does later, the trial can't be recorded."""
        why = bounded(f"{type(error).__name__}: {message_of(error)}").rstrip(": ")
        self._note_unanswered(request, kind, f"brought no answer to record: {why}")

    def _note_unanswered(self, request: Request, kind: ExchangeKind, what: str) -> None:
        redacted = redact_request(request, self._named, kind=kind)
        key = request_key(redacted, kind=kind, settings=self._settings)
        with self._lock:
            self._unanswered[key] = f"{request_name(redacted, kind)} {what}"

    def _recorded(self, request: Request, kind: ExchangeKind) -> Response | None:
        try:
            return self._replayer.find(request, kind)
        except BadFile as error:
            raise Refused(self._noted(Fault(code=BAD_CASSETTE, message=str(error)))) from None

    def _require_open(self, request: Request) -> None:
        if self._closed:
            raise Refused(f"{request.method} {request.url} came after the end of its trial")
        if self._fault is not None:
            raise Refused(self._fault.message)

    def _noted(self, fault: Fault) -> str:
        with self._lock:
            self._fault = self._fault or fault
        return fault.message


class Question:
    """One request: `answer` is what was recorded; where it is None, the request is made inside a `with` of this."""

    def __init__(
        self, tape: Tape, request: Request, kind: ExchangeKind, *, place: int | None, answer: Response | None = None
    ) -> None:
        self.answer: Final = answer
        self._tape = tape
        self._request = request
        self._kind = kind
        self._place = place
        self._token: Token[bool] | None = None

    def tell(self, response: Response) -> Response:
        """The request was made, and got this answer."""
        if self._place is not None:
            self._tape.keep(self._place, self._request, self._kind, response)
        return response

    def __enter__(self) -> Self:
        self._token = _ASKING.set(True)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, frames: TracebackType | None
    ) -> None:
        if self._token is not None:
            _ASKING.reset(self._token)
        if error is not None and self._place is not None:
            self._tape.give_up(self._request, self._kind, error)


class ValueQuestion:
    """The same for a call whose request and answer are plain values."""

    def __init__(self, question: Question) -> None:
        self._question = question

    @property
    def is_open(self) -> bool:
        """Whether the call has to be made."""
        return self._question.answer is None

    @property
    def value(self) -> Json:
        """What was recorded."""
        return None if self._question.answer is None else self._question.answer.body

    def tell(self, value: object) -> Json:
        """The call was made, and returned this. Raises NotJson."""
        return self._question.tell(Response(body=plain(value))).body

    def __enter__(self) -> Self:
        self._question.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, frames: TracebackType | None
    ) -> None:
        self._question.__exit__(kind, error, frames)


def tape_for(url: str) -> Tape | None:
    """The tape that answers a request to this URL over HTTP; None where the request goes its own way.

    That is outside of trials, on behalf of a tape, to what the suite allows, and where everything is asked for real.
    Raises Refused.
    """
    tape = current_tape()
    if not isinstance(tape, Tape) or _ASKING.get() or tape.lets_pass(url):
        return None
    return tape
