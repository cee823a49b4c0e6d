"""How do edits of the agent's sources get through at once? Bytecode of project files is neither trusted nor written."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from importlib.machinery import SourceFileLoader, SourcelessFileLoader
from types import CodeType
from typing import Any


@contextmanager
def distrusting_bytecode(is_project_file: Callable[[str], bool]) -> Iterator[None]:
    """For the length of the block project files are compiled from their sources; other packages keep their bytecode.

    Bytecode is matched with its source by size and by time in seconds: an edit of the same length in the same
    second would go unseen. The two loaders themselves are changed: a hook in `sys.path_hooks` would miss modules that
    are loaded by path (`spec_from_file_location`), and lose against the hook of a package that puts itself in front.
    """
    stats_of = SourceFileLoader.path_stats
    code_of = SourcelessFileLoader.get_code

    def path_stats(self: SourceFileLoader, path: str) -> Mapping[str, Any]:
        """Unknown for a project file; then the loader neither looks for bytecode nor keeps any."""
        if is_project_file(path):
            raise OSError(f"{path} is compiled from its source")
        return stats_of(self, path)

    def get_code(self: SourcelessFileLoader, fullname: str) -> CodeType | None:
        """Refuse bytecode whose source is gone."""
        path = self.get_filename(fullname)
        if is_project_file(path):
            raise ImportError(f"{path} has no source beside it", name=fullname, path=path)
        return code_of(self, fullname)

    SourceFileLoader.path_stats = path_stats  # type: ignore[method-assign]
    SourcelessFileLoader.get_code = get_code  # type: ignore[method-assign]
    try:
        yield
    finally:
        SourceFileLoader.path_stats = stats_of  # type: ignore[method-assign]
        SourcelessFileLoader.get_code = code_of  # type: ignore[method-assign]
