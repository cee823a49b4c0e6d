"""Where does a trial with files run? In a private folder that holds the world's files, and is looked at afterwards."""

import datetime as dt
import hashlib
import os
import shutil
import stat
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from goldgate.formats.world import write_content
from goldgate.model.case import WorldFile
from goldgate.model.value import Json

LONGEST_KEPT: Final = 65_536
"""Bytes of a file that a trace holds; of a longer one it holds digest and size."""
UNDATED: Final = "2020-01-01"
"""The modification time of files that name none, and of folders: the clock would make every trial another world."""


def make_folder(folder: Path, files: Mapping[str, WorldFile]) -> None:
    """Create the folder with these files, their dates and modes.

    Raises OSError when the disk says no, ValueError for a file that would not lie below the folder.
    """
    folder.mkdir(mode=0o700)
    for name, file in files.items():
        path = _place(folder, name)
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("xb") as target:
            target.write(file.content)
        _date(path, file.mtime or UNDATED)
        if file.mode is not None:
            path.chmod(int(file.mode, 8))
    for made, _, _ in os.walk(folder, topdown=False):
        _date(Path(made), UNDATED)


def _place(folder: Path, name: str) -> Path:
    path = folder / name
    if path == folder or ".." in path.parts or not path.is_relative_to(folder):
        raise ValueError(f"{name!r} is no place below the folder of the trial")
    return path


def _date(path: Path, date: str) -> None:
    moment = dt.datetime.fromisoformat(date)
    seconds = (moment if moment.tzinfo else moment.replace(tzinfo=dt.UTC)).timestamp()
    os.utime(path, (seconds, seconds))


def changed_files(folder: Path, files: Mapping[str, WorldFile]) -> dict[str, Json]:
    """What differs from the world's files, by name: text, `{"base64"}`, `{"$digest", "size"}`, None for what is gone.

    Links are not followed and count as gone, like everything that is no regular file. Dates and modes are not compared.
    """
    found = dict(_files_below(folder))
    gone = {name: None for name in files if name not in found}
    differing = {
        name: content for name, content in found.items() if name not in files or content != _spell(files[name].content)
    }
    return dict(sorted({**gone, **differing}.items()))


def _files_below(folder: Path) -> Iterator[tuple[str, Json]]:
    for place, names in _unlocked(folder):
        for name in names:
            path = Path(place, name)
            try:
                content = _read(path)
            except FileNotFoundError:  # a thread that was left behind is quicker
                continue
            if content is not None:
                yield path.relative_to(folder).as_posix(), content


def _unlocked(folder: Path) -> Iterator[tuple[str, list[str]]]:
    """All folders from here down with the names of their files, made accessible before they are entered."""
    folder.chmod(0o700)
    for place, folders, names in os.walk(folder):
        for name in folders:
            path = Path(place, name)
            if not path.is_symlink():
                path.chmod(0o700)
        yield place, names


def _read(path: Path) -> Json:
    """The content in the trace's spelling; None for what is no regular file."""
    status = path.lstat()
    if not stat.S_ISREG(status.st_mode):
        return None
    if not status.st_mode & stat.S_IRUSR:
        path.chmod(0o600)
    if status.st_size <= LONGEST_KEPT:
        return _spell(path.read_bytes())
    with path.open("rb") as file:
        return _cut(hashlib.file_digest(file, "sha256"), status.st_size)


def _spell(content: bytes) -> Json:
    if len(content) > LONGEST_KEPT:
        return _cut(hashlib.sha256(content), len(content))
    return write_content(content)


def _cut(digest: "hashlib._Hash", size: int) -> Json:
    return {"$digest": digest.hexdigest()[:16], "size": size}


def remove_folder(folder: Path) -> None:
    """Remove the folder, even where the agent locked something in it.

    What a thread that was left behind still writes stays until the pool's own folder is removed.
    """
    shutil.rmtree(folder, ignore_errors=True)
    if folder.exists():
        for place, names in _unlocked(folder):
            for name in names if os.name == "nt" else ():  # only there a file itself can refuse to be removed
                Path(place, name).chmod(stat.S_IWRITE)
        shutil.rmtree(folder, ignore_errors=True)
