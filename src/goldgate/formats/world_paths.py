"""Which paths may the files of a world have? Relative ones that mean the same file on every system."""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from goldgate.formats.ids import folded, id_fault
from goldgate.formats.text import TextFault, brief, member

_DRIVE: Final = re.compile(r"[A-Za-z]:")


def path_fault(path: str) -> str | None:
    """Why a path can't be that of a file of a world; None when it can."""
    if id_fault(path):
        return f"a path must be a text of one line, got {brief(path)}"
    if "\\" in path:
        return f"a path is written with '/', got {brief(path)}"
    if path.startswith("/") or _DRIVE.match(path):
        return f"a path must be relative, got {brief(path)}"
    parts = path.split("/")
    if ".." in parts:
        return f"a path must not leave the folder with '..', got {brief(path)}"
    if "" in parts or "." in parts:
        return f"a path must not have empty parts or '.', got {brief(path)}"
    return None


def clashes(paths: Iterable[str]) -> Iterator[TextFault]:
    """Paths that can't be files of one folder together: equal but for case, or one inside another."""
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
