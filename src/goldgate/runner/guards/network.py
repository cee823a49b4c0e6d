"""Whom may the agent reach? Nobody but addresses of this machine that its suite names."""

import socket
import sys
from collections.abc import Collection, Mapping
from ipaddress import ip_address
from typing import Any, Final

from goldgate.agents.refused import NetworkRefused
from goldgate.runner.guards.hook import Heard, heard

_CONNECTING: Final = frozenset({"socket.connect", "socket.sendto", "socket.sendmsg"})
_RESOLVING: Final = frozenset({"socket.getaddrinfo", "socket.gethostbyname", "socket.gethostbyaddr"})
_LOCALHOST: Final = "localhost"
_OWN_PAIRS: Final = frozenset({"socketpair", "_fallback_socketpair"})
"""Functions of the socket module that connect a pair of its own, by which asyncio wakes itself on some systems."""


class Network:
    """What refuses connections of this process. `allowed` are addresses (`localhost:*`) by suite.

    Of the suites in `elsewhere` no code of the agent's runs here: nothing is refused.
    """

    def __init__(self, allowed: Mapping[str, Collection[str]], *, elsewhere: Collection[str] = frozenset()) -> None:
        self._elsewhere = elsewhere
        self._allowed = {suite: frozenset(map(_address, addresses)) for suite, addresses in allowed.items()}
        self._now: frozenset[tuple[str, str]] | None = None
        self._heard = Heard(events=_CONNECTING | _RESOLVING, hear=self._hear)

    def open(self) -> None:
        """Listen to what the interpreter says of sockets."""
        heard(self._heard)

    def begin(self, suite: str, case: str) -> None:  # noqa: ARG002 - the same for all cases of a suite
        """Refuse, but for what the suite allows."""
        self._now = None if suite in self._elsewhere else self._allowed.get(suite, frozenset())

    def end(self) -> None:
        """Refuse nothing."""
        self._now = None

    def close(self) -> None:
        """Listen no more."""
        self._heard.forget()

    def _hear(self, event: str, arguments: tuple[Any, ...]) -> None:
        allowed = self._now
        if allowed is None:
            return
        if event in _RESOLVING:
            host, port = _text(arguments[0]), "*"
            refused = not _is_number(host) and not (host == _LOCALHOST and any(allowed))
        elif isinstance(arguments[1], tuple):  # a text is the name of a socket in the file system: no network
            host, port = _text(arguments[1][0]), str(arguments[1][1])
            refused = not _may(host, port, allowed) and not _is_own_pair()
        else:
            return
        if refused:
            raise NetworkRefused(host if port == "*" else f"{host}:{port}")


def _address(said: str) -> tuple[str, str]:
    host, _, port = said.rpartition(":")
    return host.strip("[]"), port


def _may(host: str, port: str, allowed: frozenset[tuple[str, str]]) -> bool:
    names = (host, _LOCALHOST) if _is_loopback(host) else (host,)
    return any((name, each) in allowed for name in names for each in (port, "*"))


def _is_loopback(host: str) -> bool:
    return host == _LOCALHOST or (_is_number(host) and ip_address(host.partition("%")[0]).is_loopback)


def _is_number(host: str) -> bool:
    """Whether it is an address already: then nobody is asked for it."""
    try:
        ip_address(host.partition("%")[0])
    except ValueError:
        return not host  # no host at all stands for this machine
    return True


def _is_own_pair() -> bool:
    """Whether the socket module connects a pair of its own."""
    frame = sys._getframe(3)  # noqa: SLF001 - who called this, past the hook
    return frame.f_code.co_name in _OWN_PAIRS and frame.f_code.co_filename == socket.__file__


def _text(host: object) -> str:
    match host:
        case None:
            return ""
        case bytes():
            return host.decode(errors="replace")
        case _:
            return str(host)
