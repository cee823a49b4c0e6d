"""Where do programs in other processes ask? At one address of this machine for each process that performs trials.

It listens from the moment when somebody wants to know that address. Its threads are none that `threading` knows of:
agents may well join, shake or count all that they find.
"""

import _thread
import os
import socket
from collections.abc import Mapping
from contextlib import suppress
from functools import partial
from threading import Lock
from typing import IO, Final

from goldgate.model.cassette import Mode, Response
from goldgate.runner.endpoint.answering import NO_URL, TRIAL_OVER, answered, refusal
from goldgate.runner.endpoint.places import NOW, PROVIDERS, NoSuchPlace, Places, trial_and_place, variables
from goldgate.runner.endpoint.received import NotHttp, Received, read_request
from goldgate.runner.guards.addresses import OWN
from goldgate.runner.recorder import Tape
from goldgate.runner.stand_ins import stand_in
from goldgate.runner.transports.wire import wire_pieces

NOT_HTTP: Final = "NOT_HTTP"
"""What a program says is no request."""
HOST: Final = "127.0.0.1"
_GO_ON: Final = b"HTTP/1.1 100 Continue\r\n\r\n"


class Endpoint:
    """The endpoint of this process, in which one trial is under way at a time.

    `environ` says where the model APIs are, and which keys there are: in a replay programs get stand-ins for those that
    are missing, since their SDKs refuse to start without one.
    """

    def __init__(self, environ: Mapping[str, str], *, mode: Mode) -> None:
        missing = [provider.key for provider in PROVIDERS.values() if not environ.get(provider.key)]
        self._keys = {name: stand_in(name) for name in missing if mode is Mode.REPLAY}
        self._places = Places.of(environ)
        self._lock = Lock()
        self._listener: socket.socket | None = None
        self._now: tuple[str, Tape] | None = None

    # What trials do

    def begin(self, trial: int, tape: Tape) -> None:
        """From now on this tape answers."""
        self._now = str(trial), tape

    def end(self) -> None:
        """The trial is over; nothing answers until the next begins."""
        self._now = None

    def environ(self, trial: int | None = None) -> dict[str, str]:
        """Variables for a program, by which it asks the tape of a trial; None: of the one that is under way then."""
        return {**variables(self.url, NOW if trial is None else str(trial)), **self._keys}

    @property
    def url(self) -> str:
        """Where it listens: from now on, if it did not before."""
        with self._lock:
            if self._listener is None:
                self._listener = socket.create_server((HOST, 0))
                OWN.add(_address(self._listener))
                _thread.start_new_thread(self._accept, (self._listener,))
            return "http://{}:{}".format(*_address(self._listener))

    def close(self) -> None:
        """Listen no more."""
        listener, self._listener = self._listener, None
        if listener is not None:
            address = _address(listener)
            OWN.discard(address)
            with suppress(OSError):  # whoever waits for a connection only learns from one that there will be no other
                socket.create_connection((HOST, int(address[1])), timeout=1).close()

    # What comes over connections

    def _accept(self, listener: socket.socket) -> None:  # pragma: no cover - coverage sees no threads of `_thread`
        process = os.getpid()
        with listener:
            while True:
                connection, _ = listener.accept()
                if self._listener is not listener or os.getpid() != process:
                    connection.close()
                    return
                connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                _thread.start_new_thread(self.serve, (connection,))

    def serve(self, connection: socket.socket) -> None:
        """Answer all that comes over a connection, until either side closes it."""
        with suppress(OSError), connection, connection.makefile("rb") as stream:
            while self._goes_on(connection, stream):
                pass

    def _goes_on(self, connection: socket.socket, stream: IO[bytes]) -> bool:
        """Answer what comes next; whether more may come."""
        try:
            asked = read_request(stream, go_on=partial(connection.sendall, _GO_ON))
        except NotHttp as error:
            _send(connection, refusal(400, NOT_HTTP, str(error)), method="GET")
            return False
        if asked is None:
            return False
        _send(connection, self._answer(asked), method=asked.method)
        return not asked.is_last

    def _answer(self, asked: Received) -> Response:
        now = self._now
        try:
            trial, place = trial_and_place(asked.target)
            url = self._places.url(place)
        except NoSuchPlace as error:
            return refusal(404, NO_URL, str(error))
        if now is None or trial not in (NOW, now[0]):
            which = "no trial is under way" if trial == NOW else f"trial {trial} is not under way"
            return refusal(410, TRIAL_OVER, f"{asked.method} {url}: {which}")
        return answered(asked, url=url, trial=trial, tape=now[1])


def _send(connection: socket.socket, answer: Response, *, method: str) -> None:
    """All at once; each event of a stream is a chunk of its own all the same."""
    connection.sendall(b"".join(wire_pieces(answer, method=method)))


def _address(listener: socket.socket) -> tuple[str, str]:
    host, port = listener.getsockname()
    return host, str(port)
