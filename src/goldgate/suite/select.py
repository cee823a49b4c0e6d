"""Which cases will run? Those that every kind of filter lets through."""

from collections.abc import Callable, Iterator, Mapping
from shlex import quote
from typing import TypeAlias

import attrs

from goldgate.differ.nearest import unknown
from goldgate.errors import UsageError
from goldgate.model.case import Case, Split
from goldgate.model.case_key import CaseKey, composed, names_of
from goldgate.model.frozen import frozen
from goldgate.model.shard import Shard
from goldgate.suite.keywords import keyword_filter
from goldgate.suite.shard import in_shard

Suites: TypeAlias = Mapping[str, tuple[Case, ...]]
"""Suite → cases."""
Filter: TypeAlias = Callable[[str, Case], bool]
"""Whether a case of a suite is let through."""


@frozen(kw_only=True)
class Selection:
    """Filters; several values of one kind add up, several kinds narrow each other, none lets everything through.

    `cases` are ids, or `SUITE::ID`; a case has to have one of the `tags`; `keyword` is an expression over id, tags and
    suite; `split` is the part of the data set, `last_failed` are suites and ids (None: no such filter). Of the cases
    that all filters let through, only those of the `shard` are taken.
    """

    suites: tuple[str, ...] = ()
    cases: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    keyword: str | None = None
    split: Split | None = None
    last_failed: frozenset[CaseKey] | None = None
    shard: Shard | None = None

    def __str__(self) -> str:
        """The options that make this selection, as a shell takes them; `""` for everything. A run's header has it."""
        named = (("--suite", self.suites), ("--case", self.cases), ("--tag", self.tags))
        words = [f"{option} {quote(value)}" for option, values in named for value in values]
        if self.keyword is not None:
            words.append(f"-k {quote(self.keyword)}")
        if self.split is not None:
            words.append(f"--split {self.split}")
        if self.last_failed is not None:
            words.append("--last-failed")
        if self.shard is not None:
            words.append(f"--shard {self.shard}")
        return " ".join(words)


def select(suites: Suites, selection: Selection) -> Suites:
    """The selected cases in their order; a suite of which none is left is left out.

    A case of a stream brings along those before it, since it starts with what they leave. A shard has all suites that
    are selected: one without a case there is kept, so that all shards are known to be of the same.
    Raises UsageError for a name that no suite, case or tag has, for a bad keyword, when nothing is left, and for a
    suite without a case where everything is to run: what its golden file lost would go unseen.
    """
    if strangers := tuple(_strangers(suites, selection)):
        raise UsageError(*strangers)
    filters = tuple(_filters(selection))
    chosen = {
        suite: _with_streams(cases, [all(lets_through(suite, case) for lets_through in filters) for case in cases])
        for suite, cases in suites.items()
    }
    selected = {suite: cases for suite, cases in chosen.items() if cases}
    if not selected:
        raise UsageError(_why_nothing(selection))
    if not filters and (empty := [suite for suite in suites if suite not in selected]):
        raise UsageError(*(f"suite {name!r} has no case; give its golden file one, or take it away" for name in empty))
    return selected if selection.shard is None else in_shard(selected, selection.shard)


def _filters(selection: Selection) -> Iterator[Filter]:
    if selection.suites:
        suites = set(map(composed, selection.suites))
        yield lambda suite, _: composed(suite) in suites
    if selection.cases:
        cases = set(map(composed, selection.cases))
        yield lambda suite, case: not cases.isdisjoint(names_of(suite, case.id))
    if selection.tags:
        tags = set(map(composed, selection.tags))
        yield lambda _, case: not tags.isdisjoint(map(composed, case.tags))
    if selection.keyword is not None:
        fits = keyword_filter(selection.keyword)
        yield lambda suite, case: fits((suite, case.id, *case.tags))
    if selection.split is not None:
        split = selection.split
        yield lambda _, case: case.split is split
    if selection.last_failed is not None:
        failed = selection.last_failed
        yield lambda suite, case: (suite, case.id) in failed


def _with_streams(cases: tuple[Case, ...], chosen: list[bool]) -> tuple[Case, ...]:
    """The chosen cases, and those that come before one of them in its stream."""
    needed = set[str]()
    taken = list[Case]()
    for case, is_chosen in zip(reversed(cases), reversed(chosen), strict=True):
        if is_chosen or case.stream in needed:
            taken.append(case)
            if case.stream is not None:
                needed.add(case.stream)
    return tuple(reversed(taken))


def _strangers(suites: Suites, selection: Selection) -> Iterator[str]:
    """A sentence for each name that nothing has."""
    names = [name for suite, cases in suites.items() for case in cases for name in names_of(suite, case.id)]
    ids = [composed(case.id) for cases in suites.values() for case in cases]
    tags = sorted({composed(tag) for cases in suites.values() for case in cases for tag in case.tags})
    for what, named, known, listed in (
        ("suite", selection.suites, list(map(composed, suites)), None),
        ("case", selection.cases, names, ids),
        ("tag", selection.tags, tags, None),
    ):
        there = frozenset(known)
        yield from (unknown(what, name, known, listed=listed) for name in named if composed(name) not in there)


def _why_nothing(selection: Selection) -> str:
    if selection.last_failed is not None and not selection.last_failed:
        return "nothing is selected: no case failed in the last run"
    filters = str(attrs.evolve(selection, shard=None))
    return f"nothing is selected by {filters}" if filters else "nothing is selected: there is no case"
