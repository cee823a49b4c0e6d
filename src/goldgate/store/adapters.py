"""What does each variant come to? The folder that the agent is given, and by which commit or digest it is known."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeAlias, assert_never

import attrs

from goldgate.errors import NoAdapter, Problem
from goldgate.model.settings import Settings
from goldgate.model.variant import ResolvedVariant, Selector, SelectorKind, Variant
from goldgate.store.files import shown
from goldgate.store.folder_digest import folder_digest
from goldgate.store.git import git_state
from goldgate.store.revisions import GitRefused, first_revision, head_of, revision_of, tag_of, take_out

Adapters: TypeAlias = Mapping[str, Mapping[str, ResolvedVariant]]
"""Suite → name of a variant → what it came to."""


@attrs.define
class OpenAdapters:
    """The adapters of a run. `taken_out` is the folder below which those lie that were taken out of git."""

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

    What is taken out of git goes again afterwards; the repository, its index and its tags stay as they are.
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
        return attrs.evolve(self._known[key], name=variant.name, selector=text, skills=variant.skills)

    def _note(self, message: str) -> None:
        self.problems[message] = Problem(code=NoAdapter.code, message=message)

    def _resolved(self, selector: Selector | None, adapter: Path | None) -> ResolvedVariant:
        if selector is None:
            return ResolvedVariant() if adapter is None else _as_it_is(adapter)
        if selector.kind is SelectorKind.NONE:
            return ResolvedVariant()
        if selector.kind is SelectorKind.DIR:
            return _as_it_is(_absolute(self.root, selector.value))
        if adapter is None:
            raise GitRefused('the settings name no adapter; write adapter = "PATH"')
        match selector.kind:
            case SelectorKind.ROOT:
                return self._taken(adapter, tag_of(adapter, "root") or first_revision(adapter))
            case SelectorKind.FINAL:
                tagged = tag_of(adapter, "final")
                return _as_it_is(adapter) if tagged is None else self._taken(adapter, tagged)
            case SelectorKind.GIT:
                return self._taken(adapter, revision_of(adapter, selector.value))
        assert_never(selector.kind)

    def _taken(self, adapter: Path, commit: str) -> ResolvedVariant:
        if self.taken_out is None:
            scratch = TemporaryDirectory(prefix="goldgate-", ignore_cleanup_errors=True)
            self.taken_out = Path(self.stack.enter_context(scratch)).resolve()
        folder = self.taken_out / str(len(self._known)) / adapter.name
        folder.mkdir(parents=True)
        take_out(adapter, commit, to=folder)
        return ResolvedVariant(commit=commit, digest=folder_digest(folder), folder=folder)


def _absolute(root: Path, path: str) -> Path:
    return (root / path).resolve()


def _as_it_is(folder: Path) -> ResolvedVariant:
    """A folder where it lies; the commit says something only where git knows nothing else of it."""
    if not folder.is_dir():
        raise GitRefused(f"there is no folder {shown(folder)}")
    head = head_of(folder)
    is_clean = head is not None and git_state(folder).dirty is False
    return ResolvedVariant(commit=head if is_clean else None, digest=folder_digest(folder), folder=folder)
