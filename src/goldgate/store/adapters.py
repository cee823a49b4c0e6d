"""What does each variant come to? The folder that the agent is given, and by which commit or digest it is known."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from shutil import rmtree
from typing import TypeAlias, assert_never

import attrs

from goldgate.errors import NoAdapter, Problem
from goldgate.model.settings import Settings
from goldgate.model.variant import ResolvedVariant, Selector, SelectorKind, Variant
from goldgate.store.files import shown
from goldgate.store.folder_digest import folder_digest
from goldgate.store.git import git_state
from goldgate.store.handed_out import copy_out, link_fault, withholds
from goldgate.store.revisions import GitRefused, first_revision, head_of, revision_of, tag_of, take_out
from goldgate.store.scratch import scratch_folder

Adapters: TypeAlias = Mapping[str, Mapping[str, ResolvedVariant]]
"""Suite → name of a variant → what it came to."""


@attrs.define
class OpenAdapters:
    """The adapters of a run. `taken_out` is the folder below which those lie that are copies, or taken out of git."""

    of_suites: Adapters
    taken_out: Path | None = None

    def changed(self) -> dict[tuple[str, str], ResolvedVariant]:
        """Suite and name of the variants of which a folder holds something else by now."""
        digests: dict[Path, str | None] = {}
        return {
            (suite, name): variant
            for suite, variants in self.of_suites.items()
            for name, variant in variants.items()
            if any(_digest_once(folder, digests) != digest for folder, digest in _folders(variant))
        }


def _folders(variant: ResolvedVariant) -> Iterator[tuple[Path, str | None]]:
    """All that an agent is handed, with its digest."""
    if variant.folder is not None:
        yield variant.folder, variant.digest
    yield from ((skill.folder, skill.digest) for skill in variant.skills)


def _digest_once(folder: Path, digests: dict[Path, str | None]) -> str | None:
    if folder not in digests:
        digests[folder] = folder_digest(folder) if folder.is_dir() else None
    return digests[folder]


@contextmanager
def open_adapters(
    root: Path, settings: Settings, suites: Iterable[str], variants: Iterable[Variant]
) -> Iterator[OpenAdapters]:
    """What the variants come to for each suite, for the length of the block.

    What is taken out of git, or copied since its evals are withheld, goes again afterwards; the repository, its index
    and its tags stay as they are.
    Raises NoAdapter naming every variant that can't be had, UnreadableFile.
    """
    with ExitStack() as stack:
        desk = _Desk(root=root, settings=settings, stack=stack)
        of_suites = {suite: {one.name: desk.resolved(suite, one) for one in variants} for suite in suites}
        if desk.problems:
            raise NoAdapter(*desk.problems.values())
        yield OpenAdapters(of_suites, desk.taken_out)


def known_by(root: Path, settings: Settings, suite: str, variant: Variant) -> ResolvedVariant:
    """What a variant comes to now, for comparison with what a run was made with. Raises NoAdapter, UnreadableFile."""
    with open_adapters(root, settings, [suite], [variant]) as adapters:
        return adapters.of_suites[suite][variant.name]


@attrs.define(kw_only=True)
class _Desk:
    """Resolves variants, each adapter and selector once."""

    root: Path
    settings: Settings
    stack: ExitStack
    problems: dict[str, Problem] = attrs.field(factory=dict)
    taken_out: Path | None = None
    _known: dict[tuple[Path | None, str], ResolvedVariant] = attrs.field(factory=dict)
    _handed: dict[Path, Path] = attrs.field(factory=dict)
    _places: int = 0

    def resolved(self, suite: str, variant: Variant) -> ResolvedVariant:
        """What a variant comes to; what can't be had is noted in `problems`."""
        named = self.settings.adapter_of(suite)
        adapter = None if named is None else _absolute(self.root, named)
        text = "" if variant.selector is None else str(variant.selector)
        key = (adapter, text)
        if key not in self._known:
            try:
                self._known[key] = self._resolved(variant.selector, adapter)
            except GitRefused as error:
                where = "" if adapter is None else f" of {shown(adapter)}"
                self._note(f"variant {variant.name!r}{where}: {error}")
                self._known[key] = ResolvedVariant()
        skills = tuple(attrs.evolve(skill, folder=self._given(skill.folder)) for skill in variant.skills)
        return attrs.evolve(self._known[key], name=variant.name, selector=text, skills=skills)

    def _note(self, message: str) -> None:
        self.problems[message] = Problem(code=NoAdapter.code, message=message)

    def _resolved(self, selector: Selector | None, adapter: Path | None) -> ResolvedVariant:
        if selector is None:
            return ResolvedVariant() if adapter is None else self._as_it_is(adapter)
        if selector.kind is SelectorKind.NONE:
            return ResolvedVariant()
        if selector.kind is SelectorKind.DIR:
            return self._as_it_is(_absolute(self.root, selector.value))
        if adapter is None:
            raise GitRefused('the settings name no adapter; write adapter = "PATH"')
        match selector.kind:
            case SelectorKind.ROOT:
                return self._taken(adapter, tag_of(adapter, "root") or first_revision(adapter))
            case SelectorKind.FINAL:
                tagged = tag_of(adapter, "final")
                return self._as_it_is(adapter) if tagged is None else self._taken(adapter, tagged)
            case SelectorKind.GIT:
                return self._taken(adapter, revision_of(adapter, selector.value))
        assert_never(selector.kind)

    def _taken(self, adapter: Path, commit: str) -> ResolvedVariant:
        folder = self._place(adapter.name)
        folder.mkdir(parents=True)
        take_out(adapter, commit, to=folder)
        return ResolvedVariant(commit=commit, digest=folder_digest(folder), folder=self._alone(folder))

    def _alone(self, folder: Path) -> Path:
        """What an agent is given of a folder that is ours; nothing else of it stays where the agent could look."""
        given = self._given(folder)
        if given != folder:
            rmtree(folder)
        return given

    def _as_it_is(self, folder: Path) -> ResolvedVariant:
        """A folder where it lies; the commit says something only where git knows nothing else of it."""
        if not folder.is_dir():
            raise GitRefused(f"there is no folder {shown(folder)}")
        head = head_of(folder)
        is_clean = head is not None and git_state(folder).dirty is False
        return ResolvedVariant(
            commit=head if is_clean else None, digest=folder_digest(folder), folder=self._given(folder)
        )

    def _given(self, folder: Path) -> Path:
        """The folder, or a copy of it without the evals of skills; each is copied once."""
        if folder not in self._handed:
            self._handed[folder] = self._copy(folder) if withholds(folder) else folder
        return self._handed[folder]

    def _copy(self, folder: Path) -> Path:
        if fault := link_fault(folder):
            raise GitRefused(fault)
        copy = self._place(folder.name)
        copy_out(folder, to=copy)
        return copy

    def _place(self, name: str) -> Path:
        """A path below the temporary folder of this run, which nothing has yet."""
        if self.taken_out is None:
            self.taken_out = self.stack.enter_context(scratch_folder())
        self._places += 1
        return self.taken_out / str(self._places) / name


def _absolute(root: Path, path: str) -> Path:
    return (root / path).resolve()
