"""Which cases run together, and when? Those of a suite that were selected, when the first of them is needed, once."""

import datetime as dt
import json
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Final, TypeAlias

from goldgate.commands.holding import Held
from goldgate.commands.project import Project
from goldgate.errors import GoldgateError, LockHeld
from goldgate.gate.decide import closes
from goldgate.model.case_key import case_name
from goldgate.model.frozen import frozen
from goldgate.pytest_plugin.endings import OK, WHOLE, End, Ending, endings_of
from goldgate.store.files import is_there, read_bytes, write_atomic
from goldgate.store.locks import lock
from goldgate.store.runs import results_of
from goldgate.suite.select import Selection
from goldgate.testing import held_apart

Place: TypeAlias = tuple[Path, str]
"""A suite of a project: the project's folder, the suite's name."""

FIRST: Final = 8
"""How many cases the smallest batch of a suite has where not all run at once."""
_NOT_RUN: Final = "it was not run: its golden file changed after the tests were collected"


@frozen(kw_only=True)
class Batch:
    """Cases of one suite; `ids` is None for all of them."""

    number: int
    project: Project
    suite: str
    ids: tuple[str, ...] | None

    @property
    def selection(self) -> Selection:
        """The same, as `goldgate check` takes it."""
        cases = () if self.ids is None else tuple(case_name(self.suite, case_id) for case_id in self.ids)
        return Selection(suites=(self.suite,), cases=cases)


@frozen(kw_only=True)
class Wanted:
    """A test that will run: a case (`WHOLE`: the suite as such), and how many its suite has."""

    project: Project
    suite: str
    case_id: str
    of: int

    @property
    def place(self) -> Place:
        """Where its case belongs."""
        return (self.project.root, self.suite)


class Batches:
    """Knows which batch a case is in, and runs each once, in whichever of several processes needs it first.

    `folder` is shared by these processes. A suite runs at once, but for two reasons, and then in the order of the
    tests: where several processes share the work, each takes a part, and where the first failure ends it all, batches
    begin small and grow, so that little is done in vain. A sampled suite, of which only the whole says how it stands,
    and one that limits hold for, always runs at once.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._batch_of: dict[tuple[Place, str], Batch] = {}
        self._done: dict[int, Mapping[str, Sequence[Ending]] | str] = {}

    def plan(self, wanted: Iterable[Wanted], *, processes: int = 1, stops_early: bool = False) -> None:
        """Take note of the tests that will run, in their order; the same in every process."""
        numbers = count()
        suites: dict[Place, dict[str, Wanted]] = {}
        for one in wanted:
            suites.setdefault(one.place, {}).setdefault(one.case_id, one)
        for place, cases in suites.items():
            first = next(iter(cases.values()))
            ids = tuple(case_id for case_id in cases if case_id != WHOLE)
            settings = first.project.settings
            whole = settings.sampled_of(first.suite) or settings.limits.any_given
            largest = len(ids) if whole or (processes == 1 and not stops_early) else len(ids) // (4 * processes)
            for portion in _portions(ids, first=FIRST if stops_early else largest, largest=largest):
                batch = Batch(
                    number=next(numbers),
                    project=first.project,
                    suite=first.suite,
                    ids=None if len(portion) in (0, first.of) else portion,
                )
                self._batch_of.update({(place, case_id): batch for case_id in (*portion, WHOLE)})

    def batch_of(self, wanted: Wanted) -> Batch:
        """The batch that a planned test is part of."""
        return self._batch_of[wanted.place, wanted.case_id]

    def ending(self, wanted: Wanted, *, trial: int) -> Ending:
        """How a test ends; its batch is run, or waited for, where it was not needed before."""
        batch = self.batch_of(wanted)
        if batch.number not in self._done:
            self._done[batch.number] = self._come_by(batch)
        done = self._done[batch.number]
        if isinstance(done, str):
            return Ending(End.ERROR, "", done)
        endings = done.get(wanted.case_id, [Ending(End.ERROR, "", _NOT_RUN)])
        return endings[trial - 1] if len(endings) > 1 else endings[0]

    def _come_by(self, batch: Batch) -> Mapping[str, Sequence[Ending]] | str:
        path = self._folder / f"{batch.number}.json"
        while True:
            # Where another process holds the lock, it runs these cases, however long that takes.
            with suppress(LockHeld), lock(path.with_suffix(".lock"), what="the results of these cases"):
                if not is_there(path):
                    write_atomic(path, json.dumps(_written(_perform(batch, self._folder))).encode())
                return _read(json.loads(read_bytes(path)))


def _portions(ids: tuple[str, ...], *, first: int, largest: int) -> Iterator[tuple[str, ...]]:
    """Some, then twice as many, and so on; all of them where that is the largest portion."""
    if largest >= len(ids):
        yield ids
        return
    size, start = max(first, FIRST), 0
    while start < len(ids):
        yield ids[start : start + size]
        size, start = max(FIRST, min(2 * size, largest)), start + size


def _perform(batch: Batch, folder: Path) -> Mapping[str, Sequence[Ending]] | str:
    """What came of a batch, by id; a text where none of it could be run or compared."""
    today = dt.datetime.now(tz=dt.UTC).date()
    with tempfile.TemporaryDirectory(dir=folder) as kept_in:
        try:
            held = held_apart(batch.project, batch.selection, today=today, kept_in=Path(kept_in))
        except GoldgateError as error:
            return "\n".join(f"{problem} [{problem.code}]" for problem in error.problems)
        return {**dict.fromkeys(_ran(held, batch.suite), (OK,)), **_listed(held, batch)}


def _ran(held: Held, suite: str) -> Iterable[str]:
    header = held.run.header.suites[suite]
    return header.cases if header.selected is None else header.selected


def _listed(held: Held, batch: Batch) -> Mapping[str, Sequence[Ending]]:
    stale = batch.project.settings.gate.stale
    closing = {(case.suite, case.id) for case in held.comparison.cases if closes(case.ruling.case_class, stale=stale)}
    return endings_of(held.comparison, batch.suite, stale=stale, trials=results_of(held.run, closing))


def _written(done: Mapping[str, Sequence[Ending]] | str) -> object:
    if isinstance(done, str):
        return done
    return {case_id: [(one.end, one.case_class, one.text) for one in endings] for case_id, endings in done.items()}


def _read(done: object) -> Mapping[str, Sequence[Ending]] | str:
    if not isinstance(done, dict):
        return str(done)
    return {
        case_id: tuple(Ending(End(end), case_class, text) for end, case_class, text in endings)
        for case_id, endings in done.items()
    }
