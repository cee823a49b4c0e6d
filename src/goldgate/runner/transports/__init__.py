"""Which HTTP libraries do agents ask through? The literal registry; each is taken care of once it is imported."""

from collections.abc import Mapping
from functools import cache, partial
from importlib import import_module
from typing import Final

from goldgate.agents.arrivals import when_imported

TRANSPORTS: Final[Mapping[str, str]] = {
    "aiohttp": "goldgate.runner.transports.aiohttp_",
    "httpx": "goldgate.runner.transports.httpx_",
    "httpx2": "goldgate.runner.transports.httpx2_",
    "requests": "goldgate.runner.transports.requests_",
}
"""Library → the module whose `install()` puts the tape between it and the network; it imports the library."""


@cache
def install() -> None:
    """Once in a process: take care of the libraries that are imported, and of the others as soon as they are.

    Outside of trials they do what they did before.
    """
    for library in TRANSPORTS:
        when_imported(library, partial(_install, library))


@cache
def _install(library: str) -> None:
    import_module(TRANSPORTS[library]).install()
