"""What can the assistant do? Real tools over the current folder; none of them ever leaves it.

Paths are relative to the folder and written with `/`. Every tool returns plain values, in an order that depends on
nothing but names, texts and dates, and raises `ToolError` with a code: NOT_FOUND, IS_FOLDER, NOT_FOLDER,
NOT_TEXT, EXISTS, OUTSIDE_FOLDER, BAD_NAME.
"""

import datetime as dt
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, Final

from goldgate import ToolError, tool

LONGEST_NAME: Final = 255
"""Bytes that a file system takes for one name."""


@tool
def file_search(*, name: str | None = None, text: str | None = None, folder: str = ".") -> list[str]:
    """The paths, sorted, of all files whose path fits `name` (words or a glob) and whose text contains `text`."""
    return [
        _shown(path)
        for path in _files(folder)
        if (name is None or _fits(_shown(path), name)) and (text is None or _contains(path, text))
    ]


@tool
def file_list(
    *,
    name: str | None = None,
    folder: str = ".",
    since: str | None = None,
    before: str | None = None,
    limit: int | None = None,
) -> list[dict[str, str]]:
    """Files as `{"path", "modified"}`, newest first, changed on `since` (an ISO day) or later, and before `before`."""
    newest_first = sorted(_files(folder), key=lambda path: path.stat().st_mtime, reverse=True)
    dated = [{"path": _shown(path), "modified": _modified(path)} for path in newest_first]
    return [
        file
        for file in dated
        if (name is None or _fits(file["path"], name))
        and (since is None or file["modified"] >= since)
        and (before is None or file["modified"] < before)
    ][:limit]


@tool
def file_read(*, path: str) -> str:
    """The text of a file."""
    try:
        return _existing_file(path).read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise ToolError("NOT_TEXT", f"{path} holds no text") from None


@tool
def file_write(*, path: str, text: str, append: bool = False) -> str:
    """Write a file, or put a line at its end; returns the path. Folders come into being as needed."""
    target = _inside(path)
    if target.is_dir():
        raise ToolError("IS_FOLDER", f"{path} is a folder")
    if target.exists() and not append:
        raise ToolError("EXISTS", f"{path} is there already")
    _make_folder(target.parent)
    kept = target.read_text(encoding="utf-8") if target.exists() else ""
    if kept and not kept.endswith("\n"):
        kept += "\n"
    target.write_text(kept + text, encoding="utf-8", newline="\n")
    return _shown(target)


@tool
def file_move(*, source: str, target: str) -> list[str]:
    """Move or rename what `source` names (a file, or a glob); into `target` where that is a folder. The new paths."""
    into_folder = target.endswith("/") or _inside(target).is_dir() or "*" in source
    return [_move(file, _inside(target) / file.name if into_folder else _inside(target)) for file in _named(source)]


@tool
def file_delete(*, path: str) -> list[str]:
    """Delete what `path` names: a file, or all files that fit a glob. The paths that are gone."""
    gone = _named(path)
    for file in gone:
        file.unlink()
    return [_shown(file) for file in gone]


TOOLS: Final[Mapping[str, Callable[..., Any]]] = {
    "file_search": file_search,
    "file_list": file_list,
    "file_read": file_read,
    "file_write": file_write,
    "file_move": file_move,
    "file_delete": file_delete,
}


def _move(file: Path, target: Path) -> str:
    if target.exists():
        raise ToolError("EXISTS", f"{_shown(target)} is there already")
    _make_folder(target.parent)
    return _shown(file.rename(target))


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError):
        raise ToolError("NOT_FOLDER", f"{_shown(folder)} is no folder") from None


def _inside(path: str) -> Path:
    """The place of a path in the folder; links and `..` that lead out of it are refused."""
    if not _is_speakable(path):
        raise ToolError("BAD_NAME", "no file can have this name")
    root = Path.cwd().resolve()
    place = (root / path).resolve()
    if not place.is_relative_to(root):
        raise ToolError("OUTSIDE_FOLDER", f"{path} leads out of the folder")
    return place


def _is_speakable(path: str) -> bool:
    try:
        parts = path.encode().split(b"/")
    except UnicodeEncodeError:
        return False
    return bool(path.strip()) and b"\0" not in path.encode() and max(map(len, parts)) <= LONGEST_NAME


def _existing_file(path: str) -> Path:
    place = _inside(path)
    if place.is_dir():
        raise ToolError("IS_FOLDER", f"{path} is a folder")
    if not place.is_file():
        raise ToolError("NOT_FOUND", f"there is no {path}")
    return place


def _named(path: str) -> list[Path]:
    if "*" not in path:
        return [_existing_file(path)]
    fitting = [file for file in _files(".") if _fits(_shown(file), path)]
    if not fitting:
        raise ToolError("NOT_FOUND", f"nothing fits {path}")
    return fitting


def _files(folder: str) -> Iterator[Path]:
    place = _inside(folder)
    if not place.is_dir():
        raise ToolError("NOT_FOUND", f"there is no folder {folder}")
    return (path for path in sorted(place.rglob("*")) if path.is_file() and not path.is_symlink())


def _shown(path: Path) -> str:
    return path.relative_to(Path.cwd().resolve()).as_posix()


def _modified(path: Path) -> str:
    return dt.datetime.fromtimestamp(path.stat().st_mtime, tz=dt.UTC).date().isoformat()


def _fits(path: str, name: str) -> bool:
    """Whether a path fits a glob, or holds every word of a name (a plural finds the singular too)."""
    path, name = _folded(path), _folded(name)
    if "*" in name:
        return fnmatchcase(path, name) or fnmatchcase(path.rpartition("/")[2], name)
    return all(_singular(word) in path for word in name.split())


def _singular(word: str) -> str:
    return word[:-1] if word.endswith("s") and len(word) > len("its") else word


def _contains(path: Path, text: str) -> bool:
    try:
        return _folded(text) in _folded(path.read_text(encoding="utf-8"))
    except UnicodeDecodeError:
        return False


def _folded(text: str) -> str:
    return unicodedata.normalize("NFC", text).casefold()
