"""In which order are files listed? In the reverse one: what depends on it shows."""

import os
from collections.abc import Callable, Iterator
from typing import Any, Self


class ShakenDirectories:
    """`os.listdir` and `os.scandir`, and all that is made of them, list backwards while a trial lasts."""

    def __init__(self) -> None:
        self._listdir: Callable[..., Any] = os.listdir
        self._scandir: Callable[..., Any] = os.scandir

    def open(self) -> None:
        """Nothing is left to get ready."""

    def begin(self, suite: str, case: str) -> None:  # noqa: ARG002 - the same for all
        """List backwards."""
        os.listdir = self._listed
        os.scandir = self._scanned  # type: ignore[assignment]  # the same call

    def end(self) -> None:
        """List as the system does."""
        os.listdir = self._listdir
        os.scandir = self._scandir

    def close(self) -> None:
        """Nothing is left of it."""

    def _listed(self, path: Any = ".") -> list[Any]:  # noqa: ANN401 - what the original takes
        names: list[Any] = self._listdir(path)
        return names[::-1]

    def _scanned(self, path: Any = ".") -> "_Scanned":  # noqa: ANN401 - what the original takes
        with self._scandir(path) as entries:
            return _Scanned([*entries][::-1])


class _Scanned:
    """What `os.scandir` returns: an iterator that is closed."""

    def __init__(self, entries: list[Any]) -> None:
        self._entries = iter(entries)

    def __iter__(self) -> Iterator[Any]:
        return self

    def __next__(self) -> Any:  # noqa: ANN401 - entries of either kind of path
        return next(self._entries)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Nothing is held open."""
