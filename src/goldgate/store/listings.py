"""Which files are in a folder? By their names alone, so that one that comes or goes is noticed."""

import os
from collections.abc import Collection
from pathlib import Path
from typing import Final

from goldgate.differ.canonical import digest_bytes

MARK: Final = "/"
"""Ends the name of a folder where project files are named: what is known of it is the digest of its listing."""
_NOBODYS: Final = frozenset({"__pycache__", "node_modules"})


def is_listed(name: str) -> bool:
    """Whether names in a folder count: not hidden ones, nor those that tools make."""
    return not name.startswith(".") and name not in _NOBODYS


def listing_digest(root: Path, folder: str, *, outside: Collection[str]) -> str | None:
    """The digest of the names in a folder (below `root`, ends with `/`); None where there is none to be read.

    `outside` are folders below the root that hold no project files.
    """
    below = "" if folder == "./" else folder
    try:
        names = os.listdir(root / folder)  # noqa: PTH208 - the names are all that is asked for
    except (OSError, ValueError):
        return None
    left_out = {Path(place).as_posix() for place in outside}
    kept = sorted(name for name in names if is_listed(name) and f"{below}{name}" not in left_out)
    return digest_bytes("\n".join(kept).encode(errors="surrogatepass"))
