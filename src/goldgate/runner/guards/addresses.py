"""Which addresses of this machine may an agent reach? `localhost:8080`, `127.0.0.1:*`, as the settings name them."""

from collections.abc import Iterable
from ipaddress import ip_address
from typing import Final, Self
from urllib.parse import urlsplit

from goldgate.model.frozen import frozen

LOCALHOST: Final = "localhost"
OWN: Final[set[tuple[str, str]]] = set()
"""Hosts and ports at which this process itself answers in the place of the outside world: any agent may reach them."""
_ANY: Final = "*"
_PORTS: Final = {"http": 80, "https": 443}


@frozen
class Addresses:
    """Pairs of host and port, `*` for any port; `localhost` stands for every loopback address. OWN is among all."""

    pairs: frozenset[tuple[str, str]] = frozenset()

    @classmethod
    def of(cls, said: Iterable[str]) -> Self:
        """Those that the settings name."""
        return cls(frozenset((host.strip("[]"), port) for host, _, port in (one.rpartition(":") for one in said)))

    def hold(self, host: str, port: str) -> bool:
        """Whether an address is among them."""
        names = (host, LOCALHOST) if _is_loopback(host) else (host,)
        return (host, port) in OWN or any((name, each) in self.pairs for name in names for each in (port, _ANY))

    def hold_url(self, url: str) -> bool:
        """Whether a URL leads to one of them."""
        if not self.pairs and not OWN:
            return False
        parts = urlsplit(url)
        port = _PORTS.get(parts.scheme) if parts.port is None else parts.port
        return self.hold(parts.hostname or "", str(port))


NOWHERE: Final = Addresses()


def is_number(host: str) -> bool:
    """Whether it is an address already: then nobody is asked for it."""
    try:
        ip_address(host.partition("%")[0])
    except ValueError:
        return not host  # no host at all stands for this machine
    return True


def _is_loopback(host: str) -> bool:
    return host == LOCALHOST or (bool(host) and is_number(host) and ip_address(host.partition("%")[0]).is_loopback)
