"""Where is it written what a code means? In pages of the documentation, which an installed package carries with it."""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from goldgate.store.files import read_bytes

PAGES: Final = ("errors.md", "classes.md")
FOLDER: Final = "docs/reference"
_INSTALLED: Final = Path(__file__).with_name("pages")
_IN_THE_PROJECT: Final = Path(__file__).parents[3] / FOLDER


def code_pages() -> Mapping[str, str]:
    """Path of each page in the documentation → its text. Raises UnreadableFile."""
    folder = _INSTALLED if _INSTALLED.is_dir() else _IN_THE_PROJECT
    return {f"{FOLDER}/{name}": read_bytes(folder / name).decode() for name in PAGES}
