"""Where does what a run needs only while it lasts lie? Below one temporary folder, which goes when the run ends."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from goldgate.errors import UnreadableFile


@contextmanager
def scratch_folder() -> Iterator[Path]:
    """A new folder for the length of the block, spelled as it is. Raises UnreadableFile where none can be made."""
    try:
        folder = TemporaryDirectory(prefix="goldgate-", ignore_cleanup_errors=True)
    except OSError as error:
        what = f"no temporary folder can be made: {error.strerror or error}"
        raise UnreadableFile(f"{what}; let TMPDIR name a folder that may be written") from error
    with folder:
        yield Path(folder.name).resolve()
