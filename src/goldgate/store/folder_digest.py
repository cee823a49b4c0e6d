"""What is in a folder? One digest of the names and bytes of its files, whatever the disk says of their dates."""

import hashlib
import stat
from pathlib import Path

from goldgate.store.digests import LENGTH, digest_of_file
from goldgate.store.files import telling
from goldgate.store.handed_out import handed_out


def folder_digest(folder: Path) -> str:
    """The digest of all files below a folder that an agent is handed; links count by where they lead.

    Raises UnreadableFile.
    """
    total = hashlib.sha256()
    with telling(folder, "read"):
        content = sorted((path.relative_to(folder).as_posix(), _what(path)) for path in handed_out(folder))
    for name, what in content:
        total.update(f"{name}\0{what}\0".encode(errors="surrogateescape"))
    return total.hexdigest()[:LENGTH]


def _what(path: Path) -> str:
    status = path.lstat()
    if stat.S_ISLNK(status.st_mode):
        return f"link {path.readlink()}"
    if not stat.S_ISREG(status.st_mode):
        return "something else"
    return f"{'program' if status.st_mode & stat.S_IXUSR else 'file'} {digest_of_file(path)}"
