"""Where does goldgate keep what is never committed? In `.goldgate`, which hides itself from version control."""

from pathlib import Path
from typing import Final

from goldgate.store.files import make_folder, write_new

NAME: Final = ".goldgate"


def own_folder(root: Path) -> Path:
    """The project's `.goldgate`, made when missing. Raises UnreadableFile, when the project may not be written."""
    folder = root / NAME
    make_folder(folder)
    write_new(folder / ".gitignore", b"*\n")
    return folder


def lock_file(root: Path, name: str) -> Path:
    """The lock file of that name, for `locks.lock`."""
    folder = own_folder(root) / "locks"
    make_folder(folder)
    return folder / f"{name}.lock"
