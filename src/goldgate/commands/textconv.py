"""`goldgate textconv`: how does a baseline or golden file read in `git diff`?"""

from collections.abc import Iterator
from pathlib import Path

from goldgate.formats.readable import readable
from goldgate.store.files import read_bytes


def textconv(*, file: Path) -> Iterator[str]:
    """The lines to show. Raises UnreadableFile."""
    return readable(read_bytes(file))
