"""Which recording answers a request? Found in no more time among ten thousand than among ten, each given once."""

from collections import deque
from collections.abc import Iterator, Sequence
from threading import RLock
from urllib.parse import urlsplit

from goldgate.differ.canonical import same
from goldgate.differ.model_apis import model_api_at
from goldgate.differ.request_key import request_key, what_counts
from goldgate.differ.secrets import NamedSecrets, redact_request
from goldgate.formats.cassette_lines import key_of, load_exchange
from goldgate.model.cassette import Exchange, ExchangeKind, Request, Response
from goldgate.model.settings import MatchBy, RecordingSettings
from goldgate.runner.misses import Recording, miss_message


class Replayer:
    """The recordings of one case, for one trial; threads may ask at once.

    `lines` are those of the cassette behind its header, as `exchange_lines` gives them. A line is read when it may be
    the answer; the key that stands in it is where to look first, and never what decides.
    """

    def __init__(self, lines: Sequence[str], *, settings: RecordingSettings, named: NamedSecrets) -> None:
        self._lines = lines
        self._settings = settings
        self._named = named
        self._lock = RLock()  # a finalizer or signal handler of the agent's may ask while we look
        self._used: set[int] = set()
        self._read: dict[int, Exchange] = {}
        self._places: dict[str, deque[int]] | None = None
        self._keys_are_made = False

    def find(self, request: Request, kind: ExchangeKind) -> Response | None:
        """The answer to a request, secrets and all, which is used up by this; None when there is none left.

        Raises BadFile for a line that is no exchange.
        """
        if not self._lines:
            return None
        with self._lock:
            if self._settings.match is MatchBy.ORDER:
                return self._next(request, kind)
            return self._found(request, kind)

    def miss(self, request: Request, kind: ExchangeKind) -> str:
        """Why there is no answer, and which recording comes nearest, in one bounded line without secrets."""
        with self._lock:
            asked = redact_request(request, self._named, kind=kind)
            recordings = [
                Recording(line=place + 2, exchange=self._exchange(place), used=place in self._used)
                for place in self._held()
            ]
            return miss_message(asked, kind, recordings, self._settings)

    @property
    def unused(self) -> tuple[int, ...]:
        """The lines of the file, counted from 1, whose recordings nothing has used."""
        return tuple([place + 2 for place in self._held() if place not in self._used]) if self._lines else ()

    def _held(self) -> Iterator[int]:
        """The places of all recordings."""
        return (place for place, line in enumerate(self._lines) if line)

    def _exchange(self, place: int) -> Exchange:
        exchange = self._read.get(place)
        if exchange is None:
            exchange = self._read[place] = load_exchange(self._lines[place])
        return exchange

    def _use(self, place: int) -> Response:
        self._used.add(place)
        return self._read.pop(place).response

    # By what the request says

    def _found(self, request: Request, kind: ExchangeKind) -> Response | None:
        answer = self._answer(request, kind)
        if answer is not None or self._keys_are_made:
            return answer
        self._make_keys()
        return self._answer(request, kind)

    def _answer(self, request: Request, kind: ExchangeKind) -> Response | None:
        answers = (self._taken(asked, key, kind) for asked, key in self._variants(request, kind))
        return next((answer for answer in answers if answer is not None), None)

    def _variants(self, request: Request, kind: ExchangeKind) -> Iterator[tuple[Request, str]]:
        """The request as it is, then as it was recorded: most hold no secret, and looking for some takes longest."""
        yield request, request_key(request, kind=kind, settings=self._settings)
        redacted = redact_request(request, self._named, kind=kind)
        if redacted != request:
            yield redacted, request_key(redacted, kind=kind, settings=self._settings)

    def _taken(self, asked: Request, key: str, kind: ExchangeKind) -> Response | None:
        if self._places is None:
            self._places = _gathered((key_of(self._lines[place]), place) for place in self._held())
        places = self._places.get(key)
        while places:
            place = places.popleft()
            if self._keys_are_made or self._is_same(self._exchange(place), asked, kind):
                return self._use(place)
        return None

    def _is_same(self, recorded: Exchange, asked: Request, kind: ExchangeKind) -> bool:
        """What stands in the file may have been written under other settings, or edited."""
        return recorded.kind is kind and same(
            what_counts(recorded.request, kind=kind, settings=self._settings),
            what_counts(asked, kind=kind, settings=self._settings),
        )

    def _make_keys(self) -> None:
        """Before a request is said to be unknown, find out what the keys are by today's settings."""
        left = ((place, self._exchange(place)) for place in self._held() if place not in self._used)
        self._places = _gathered(
            (request_key(exchange.request, kind=exchange.kind, settings=self._settings), place)
            for place, exchange in left
        )
        self._keys_are_made = True

    # By order

    def _next(self, request: Request, kind: ExchangeKind) -> Response | None:
        if self._places is None:
            exchanges = ((place, self._exchange(place)) for place in self._held())
            self._places = _gathered((sort_of(exchange.request, exchange.kind), place) for place, exchange in exchanges)
        places = self._places.get(sort_of(request, kind))
        return self._use(places.popleft()) if places else None


def _gathered(keyed: Iterator[tuple[str, int]]) -> dict[str, deque[int]]:
    places: dict[str, deque[int]] = {}
    for key, place in keyed:
        places.setdefault(key, deque()).append(place)
    return places


def sort_of(request: Request, kind: ExchangeKind) -> str:
    """What one counts by where order decides: requests to one model API, or else to one path, are of one sort."""
    path = urlsplit(request.url).path if kind is ExchangeKind.HTTP else request.url
    api = model_api_at(path) if kind is ExchangeKind.HTTP else None
    return f"{kind} {request.method} {path if api is None else api.name}"
