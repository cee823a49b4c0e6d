"""Whom may the agent reach? Nobody but addresses of this machine that its suite names."""

import socket
import sys
from collections.abc import Collection, Mapping
from typing import Any, Final

from goldgate.agents.refused import NetworkRefused
from goldgate.runner.guards.addresses import LOCALHOST, NOWHERE, Addresses, is_number
from goldgate.runner.guards.hook import Heard, heard

_CONNECTING: Final = frozenset({"socket.connect", "socket.sendto", "socket.sendmsg"})
_RESOLVING: Final = frozenset({"socket.getaddrinfo", "socket.gethostbyname", "socket.gethostbyaddr"})
_OWN_PAIRS: Final = frozenset({"socketpair", "_fallback_socketpair"})
"""Functions of the socket module that connect a pair of its own, by which asyncio wakes itself on some systems."""


class Network:
    """What refuses connections of this process. `allowed` are addresses (`localhost:*`) by suite.

    Of the suites in `elsewhere` no code of the agent's runs here: nothing is refused.
    """

    def __init__(self, allowed: Mapping[str, Collection[str]], *, elsewhere: Collection[str] = frozenset()) -> None:
        self._elsewhere = elsewhere
        self._allowed = {suite: Addresses.of(addresses) for suite, addresses in allowed.items()}
        self._now: Addresses | None = None
        self._heard = Heard(events=_CONNECTING | _RESOLVING, hear=self._hear)

    def open(self) -> None:
        """Listen to what the interpreter says of sockets."""
        heard(self._heard)

    def begin(self, suite: str, case: str) -> None:  # noqa: ARG002 - the same for all cases of a suite
        """Refuse, but for what the suite allows."""
        self._now = None if suite in self._elsewhere else self._allowed.get(suite, NOWHERE)

    def end(self) -> None:
        """Refuse nothing."""
        self._now = None

    def close(self) -> None:
        """Listen no more."""
        self._heard.forget()

    def _hear(self, event: str, arguments: tuple[Any, ...]) -> None:  # pragma: no cover - as `_hook`
        allowed = self._now
        if allowed is None:
            return
        if event in _RESOLVING:
            host, port = _text(arguments[0]), "*"
            refused = not is_number(host) and not (host == LOCALHOST and any(allowed.pairs))
        elif isinstance(arguments[1], tuple):  # a text is the name of a socket in the file system: no network
            host, port = _text(arguments[1][0]), str(arguments[1][1])
            refused = not allowed.hold(host, port) and not _is_own_pair()
        else:
            return
        if refused:
            raise NetworkRefused(host if port == "*" else f"{host}:{port}")


def _is_own_pair() -> bool:  # pragma: no cover - as `_hook`
    """Whether the socket module connects a pair of its own."""
    frame = sys._getframe(3)  # noqa: SLF001 - who called this, past the hook
    return frame.f_code.co_name in _OWN_PAIRS and frame.f_code.co_filename == socket.__file__


def _text(host: object) -> str:  # pragma: no cover - as `_hook`
    match host:
        case None:
            return ""
        case bytes():
            return host.decode(errors="replace")
        case _:
            return str(host)
