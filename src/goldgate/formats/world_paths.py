"""Which paths may the files of a world have? Relative ones that mean the same file on every system."""

import re
from collections.abc import Iterable, Iterator
from typing import Final, TypeVar

from goldgate.differ.nearest import brief
from goldgate.formats.converter import Misfit, Read, mapping_of, text
from goldgate.formats.ids import folded, id_fault
from goldgate.formats.text import TextFault, member

T = TypeVar("T")

_DRIVE: Final = re.compile(r"[A-Za-z]:")
DEVICE: Final = re.compile(r"(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\..*)?", re.IGNORECASE)
"""What Windows takes for a device, whatever follows the first dot."""
_NOT_OF_WINDOWS: Final = re.compile(r'.*[. ]|.*[<>:"|?*].*')
"""Names that mean another file there, or can't be."""


def path_fault(path: str) -> str | None:
    """Why a path can't be that of a file of a world; None when it can."""
    if id_fault(path):
        return f"a path must be a text of one line, got {brief(path)}"
    if "\\" in path:
        return f"a path is written with '/', got {brief(path)}"
    if path.startswith("/") or _DRIVE.match(path):
        return f"a path must be relative, got {brief(path)}"
    return _part_fault(path, path.split("/"))


def _part_fault(path: str, parts: list[str]) -> str | None:
    if ".." in parts:
        return f"a path must not leave the folder with '..', got {brief(path)}"
    if "" in parts or "." in parts:
        return f"a path must not have empty parts or '.', got {brief(path)}"
    if any(DEVICE.fullmatch(part) or _NOT_OF_WINDOWS.fullmatch(part) for part in parts):
        return f"a path must be one that Windows can have, too, got {brief(path)}"
    return None


def files_of(read: Read[T]) -> Read[dict[str, T]]:
    """An object of files: paths that can stand in one folder together, each value read by `read`."""
    read_files = mapping_of(read, name=_path)

    def read_checked(value: object) -> dict[str, T]:
        clashing = [*_clashes(value)] if isinstance(value, dict) and len(value) > 1 else []
        try:
            files = read_files(value)
        except Misfit as misfit:
            raise Misfit(*misfit.faults, *clashing) from None
        if clashing:
            raise Misfit(*clashing)
        return files

    return read_checked


def _path(value: object) -> str:
    path = text(value)
    if fault := path_fault(path):
        raise Misfit(fault)
    return path


def _clashes(paths: Iterable[str]) -> Iterator[TextFault]:
    """Paths that are equal but for case, or lie one inside another."""
    seen: dict[str, str] = {}
    for path in paths:
        if (other := seen.setdefault(folded(path), path)) != path:
            yield _clash(path, f"is the same file as {brief(other)} where case makes no difference")
    for path in seen.values():
        parts = folded(path).split("/")
        for end in range(1, len(parts)):
            if inside := seen.get("/".join(parts[:end])):
                yield _clash(path, f"lies inside {brief(inside)}, which is a file")


def _clash(path: str, why: str) -> TextFault:
    return TextFault(message=f"the path {brief(path)} {why}", pointer=member("", path))
