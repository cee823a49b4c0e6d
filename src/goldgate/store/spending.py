"""What has a run spent so far? A line after each call, on the disk before its result, so that a resumed run knows."""

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from io import FileIO
from math import fsum

import attrs

from goldgate.formats.results import read_result, read_timing
from goldgate.formats.spending import read_spent, write_spent
from goldgate.model.frozen import frozen
from goldgate.model.spending import Spent
from goldgate.store.files import append, is_there, read_lines, telling
from goldgate.store.journal import Journal
from goldgate.store.judgements import read_evidence
from goldgate.store.lines import drop_half_line, placing
from goldgate.store.run_folder import RunFolder


@frozen(kw_only=True)
class Ledger:
    """The spending of a run that goes on; `before` is what it had spent when the ledger was opened."""

    folder: RunFolder
    file: FileIO
    before: Spent

    def add(self, spent: Spent) -> None:
        """Keep what the run has spent by now, all in all. Raises UnreadableFile."""
        with telling(self.folder.spending, "write"):
            append(self.file, f"{write_spent(spent)}\n".encode())


@contextmanager
def open_ledger(journal: Journal, *, uncalled: Collection[str]) -> Iterator[Ledger]:
    """Go on with the ledger of a run; of one that began without, what its journal says of the last time of each trial.

    `uncalled` are the codes of faults of trials that nobody performed. Raises UnreadableFile.
    """
    path = journal.folder.spending
    drop_half_line(path)
    before = _last_line(journal.folder) or _of_journal(journal, uncalled)
    with telling(path, "write"):
        file = path.open("ab", buffering=0)
    with file:
        yield Ledger(folder=journal.folder, file=file, before=before)


def _last_line(folder: RunFolder) -> Spent | None:
    last = b""
    for line in read_lines(folder.spending) if is_there(folder.spending) else ():
        last = line
    if not last:
        return None
    with placing(folder.spending):
        return read_spent(last)


def _of_journal(journal: Journal, uncalled: Collection[str]) -> Spent:
    """Trials one after the other: how many ran at once back then, nobody knows any more.

    Of a run that only judges trials again, those of the other run were not called.
    """
    spent = Spent()
    mine = journal.header.trials_of is None
    for _, line in journal.results.sorted_lines() if mine else ():
        result = read_result(line)
        if result.fault is None or result.fault.code not in uncalled:
            spent = spent.plus(result.trace.usage)
    for judged in read_evidence(journal.folder).values():
        for reply in judged.replies:
            spent = spent.plus(reply.usage)
    with placing(journal.folder.timings):
        seconds = [read_timing(line)[0] for _, line in (journal.timings.sorted_lines() if mine else ())]
    return attrs.evolve(spent, seconds=fsum(taken for taken in seconds if taken is not None))
