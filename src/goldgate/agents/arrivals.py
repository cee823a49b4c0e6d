"""How is something done to a module as soon as an agent imports it, by somebody who does not import it himself?"""

import importlib.util
import sys
from collections.abc import Callable, Sequence
from functools import cache
from importlib.machinery import ModuleSpec
from threading import local
from types import ModuleType


def when_imported(name: str, then: Callable[[], None]) -> None:
    """Call `then` when the module is there: at once, or before whoever imports it one day goes on."""
    if sys.modules.get(name) is None:
        _watch().awaited.setdefault(name, []).append(then)
    else:
        then()


@cache
def _watch() -> "_Watch":
    watch = _Watch()
    sys.meta_path.insert(0, watch)
    return watch


class _Watch:
    """Finds nothing itself: it lets the others find a module, and has its loader tell when that is imported."""

    def __init__(self) -> None:
        self.awaited: dict[str, list[Callable[[], None]]] = {}
        self._asked = local()

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None,  # noqa: ARG002 - Python's signature
        target: ModuleType | None = None,  # noqa: ARG002 - as above
    ) -> ModuleSpec | None:
        """The spec as the others have it."""
        if fullname not in self.awaited or getattr(self._asked, "by_us", False):
            return None
        self._asked.by_us = True
        try:
            spec = importlib.util.find_spec(fullname)
        finally:
            self._asked.by_us = False
        if spec is not None:
            self._tell_when_imported(spec)
        return spec

    def _tell_when_imported(self, spec: ModuleSpec) -> None:
        loader = spec.loader
        execute = getattr(loader, "exec_module", None)
        if loader is None or execute is None:
            return

        def exec_module(module: ModuleType) -> None:
            del loader.exec_module  # ours, which hides the loader's own
            execute(module)
            for then in self.awaited[spec.name]:
                then()

        loader.exec_module = exec_module  # type: ignore[method-assign]
