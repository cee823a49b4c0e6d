"""Which HTTP libraries do agents ask through? The literal registry; each is taken care of once it is imported."""

import importlib
import importlib.util
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from threading import local
from types import ModuleType
from typing import Final

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
    sys.meta_path.insert(0, _Watch())
    for library in TRANSPORTS:
        if library in sys.modules:
            _install(library)


@cache
def _install(library: str) -> None:
    importlib.import_module(TRANSPORTS[library]).install()


class _Watch(MetaPathFinder):
    """Finds nothing itself: it lets the others find a library, and has its loader tell when that is imported."""

    def __init__(self) -> None:
        self._asked = local()

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None,  # noqa: ARG002 - Python's signature
        target: ModuleType | None = None,  # noqa: ARG002 - as above
    ) -> ModuleSpec | None:
        """The spec as the others have it."""
        if fullname not in TRANSPORTS or getattr(self._asked, "by_us", False):
            return None
        self._asked.by_us = True
        try:
            spec = importlib.util.find_spec(fullname)
        finally:
            self._asked.by_us = False
        if spec is not None:
            _tell_when_imported(spec)
        return spec


def _tell_when_imported(spec: ModuleSpec) -> None:
    loader = spec.loader
    execute = getattr(loader, "exec_module", None)
    if loader is None or execute is None:
        return

    def exec_module(module: ModuleType) -> None:
        del loader.exec_module  # ours, which hides the loader's own
        execute(module)
        _install(spec.name)

    loader.exec_module = exec_module  # type: ignore[method-assign]
