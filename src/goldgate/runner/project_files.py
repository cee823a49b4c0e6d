"""Which project files did the agent load or read, and what was in them? A run is outdated once they change."""

import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from threading import Lock
from typing import Final

import attrs

from goldgate.differ.canonical import digest_bytes
from goldgate.model.frozen import frozen
from goldgate.model.project_file import CHANGED_MEANWHILE, agreed
from goldgate.runner.audit import Touched, stamp_of
from goldgate.store.listings import MARK, is_listed, listing_digest

_OWN_FOLDER: Final = ".goldgate"
_PACKAGES: Final = frozenset({"site-packages", "dist-packages"})
_ENVIRONMENT: Final = "pyvenv.cfg"
_SOME_FILE: Final = "file"


@frozen(kw_only=True, slots=False)
class ProjectFolder:
    """The folder of the settings file, and which files below it are the project's own.

    `root` is an absolute path. `outside` are folders, relative to it, that hold no project files (golden and
    baselines). Environments (a folder with `pyvenv.cfg`, one that this interpreter runs from, `site-packages`)
    and `.goldgate` never do.
    """

    root: Path
    outside: Sequence[str] = ()
    _environments: dict[Path, bool] = attrs.field(factory=dict, init=False, eq=False, repr=False)

    @cached_property
    def below(self) -> tuple[str, ...]:
        """What the absolute path of a file below the root begins with: the root as it is spelled, and as it is."""
        spellings = {str(self.root), os.path.realpath(self.root)}
        return tuple(spelling if spelling.endswith(os.sep) else spelling + os.sep for spelling in sorted(spellings))

    def holds(self, path: str) -> bool:
        """Whether a path, absolute or not, is one of a project file."""
        absolute = os.path.abspath(path)  # noqa: PTH100 - without asking the disk
        return self.name_of(absolute) is not None

    def name_of(self, path: str) -> str | None:
        """The name of the project file with this absolute path, relative to the root, with `/`; else None."""
        for below in self.below:
            if path.startswith(below):
                place = Path(path[len(below) :])
                return None if self._is_outside(place) else place.as_posix()
        return None

    def name_of_folder(self, path: str) -> str | None:
        """As `name_of`, for a folder: its name with `/` at the end. Hidden ones hold nothing of the project."""
        name = self.name_of(os.path.join(path, _SOME_FILE))  # noqa: PTH118 - spelled as the audit spells it
        if name is None:
            return None
        folder = name.removesuffix(_SOME_FILE)
        return (folder or "./") if all(map(is_listed, folder.split("/")[:-1])) else None

    def _is_outside(self, place: Path) -> bool:
        if place.parts[:1] == (_OWN_FOLDER,) or not _PACKAGES.isdisjoint(place.parts):
            return True
        folders = [folder for folder in place.parents if folder.parts]
        return any(folder in self._left_out or self._is_environment(folder) for folder in folders)

    @cached_property
    def _left_out(self) -> frozenset[Path]:
        running = (Path(prefix) for prefix in (sys.prefix, sys.base_prefix))
        environments = (path.relative_to(self.root) for path in running if path.is_relative_to(self.root))
        folders = (*map(Path, self.outside), *environments)
        return frozenset(folder for folder in folders if folder.parts)

    def _is_environment(self, folder: Path) -> bool:
        known = self._environments.get(folder)
        if known is None:
            known = self._environments[folder] = (self.root / folder / _ENVIRONMENT).exists()
        return known


@frozen(kw_only=True)
class ProjectFiles:
    """The project files that the agent in this process has read so far.

    Each is digested when it first shows up, so that an edit while the run goes on can't stay unseen; one that is no
    longer the file that was opened is CHANGED_MEANWHILE at once. A file that the agent writes as well is its memory,
    not its source, and is left out from then on; so is the listing of a folder in which it makes or removes files.
    """

    folder: ProjectFolder
    touched: Touched
    _known: dict[str, str | None] = attrs.field(factory=dict, init=False)

    def imported(self) -> dict[str, str | None]:
        """As `news`, with the files of all modules that are loaded, whoever loaded them and when."""
        self.touched.read.update(_module_files())
        return self.news()

    def news(self) -> dict[str, str | None]:
        """What is new since the last call: name → digest of the bytes; None when the agent writes it.

        A folder whose files were listed has a name that ends with `/`, and the digest of the listing.
        """
        if self.touched.is_clear:
            return {}
        self.touched.written.update(_written_unheard(self.touched))
        news: dict[str, str | None] = {}
        for name, _ in self._named(self.touched.written):
            for written in (name, _folder_of(name)):
                if self._known.get(written, "") is not None:
                    news[written] = self._known[written] = None
        for name, path in self._named(self.touched.read):
            if name not in self._known:
                self._note(name, self._read(path), news)
        for name, _ in self._named(self.touched.listed, name_of=self.folder.name_of_folder):
            if name not in self._known:
                self._note(name, listing_digest(self.folder.root, name, outside=self.folder.outside), news)
        return news

    def _note(self, name: str, digest: str | None, news: dict[str, str | None]) -> None:
        """What can't be read is known, so that nobody looks again, and not told."""
        self._known[name] = digest
        if digest is not None:
            news[name] = digest

    def _named(
        self, paths: set[str], *, name_of: Callable[[str], str | None] | None = None
    ) -> Iterator[tuple[str, str]]:
        """Take the paths away one by one, each with its name: other threads of the agent go on to add some."""
        name_of = name_of or self.folder.name_of
        while paths:
            path = paths.pop()
            name = name_of(path)
            if name is not None:
                yield name, path

    def _read(self, path: str) -> str | None:
        """The digest of what was read at a path; CHANGED_MEANWHILE when the file was written since it was opened."""
        digest = _digest(Path(path))
        if digest is None or path not in self.touched.stamps:
            return digest
        return digest if stamp_of(path) == self.touched.stamps[path] else CHANGED_MEANWHILE


class SeenFiles:
    """The project files that all workers of a run read; several threads may tell."""

    def __init__(self) -> None:
        self._known: dict[str, str | None] = {}
        self._lock = Lock()
        self.imported: Mapping[str, str] = {}
        """Those that were read until the agents were loaded: name → digest."""

    def add(self, news: Mapping[str, str | None]) -> dict[str, str | None]:
        """Note what one worker read; the part of it that nobody told before, or told otherwise."""
        told: dict[str, str | None] = {}
        with self._lock:
            for name, digest in news.items():
                before = self._known.get(name, digest)
                merged = agreed(before, digest)
                if name not in self._known or merged != before:
                    told[name] = merged
                self._known[name] = merged
        return told

    def close_import(self) -> None:
        """The agents are loaded: what was told so far are their sources."""
        self.imported = {name: digest for name, digest in sorted(self._known.items()) if digest is not None}

    @property
    def late(self) -> dict[str, str | None]:
        """Those that came, or changed, after the agents were loaded; None for what turned out to be written."""
        return {name: digest for name, digest in sorted(self._known.items()) if self.imported.get(name, "") != digest}


def _written_unheard(touched: Touched) -> Iterator[str]:
    """What SQLite or another program wrote meanwhile: Python says of both only that they were given a file.

    A program that takes longer than a trial gets no second look: what changes later may be somebody's edit.
    """
    for path, stamp in [*touched.databases.items()]:
        if stamp_of(path) != stamp or stamp_of(f"{path}-wal") is not None:
            yield path
    for path, stamp in [*touched.lent.items()]:
        if stamp_of(path) != stamp:
            yield path
    touched.lent.clear()


def _folder_of(name: str) -> str:
    return f"{name.rpartition('/')[0] or '.'}{MARK}"


def _digest(path: Path) -> str | None:
    """The digest of a regular file; None for everything else, and for what is gone or locked already."""
    try:
        return digest_bytes(path.read_bytes()) if path.is_file() else None
    except OSError:
        return None


def _module_files() -> Iterator[str]:
    for module in list(sys.modules.values()):
        file = _namespace(module).get("__file__")
        if isinstance(file, str):
            yield os.path.abspath(file)  # noqa: PTH100 - as audit spells them


def _namespace(module: object) -> Mapping[str, object]:
    """What a module holds, without waking a lazy one: its own `__getattribute__` would import it."""
    try:
        namespace = object.__getattribute__(module, "__dict__")
    except AttributeError:
        return {}
    return namespace if isinstance(namespace, dict) else {}
