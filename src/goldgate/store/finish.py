"""How does a journal become a finished run? Sorted, digested, and complete from one moment to the next."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import groupby
from operator import attrgetter

import attrs

from goldgate.formats.baseline import write_baseline, write_line
from goldgate.formats.results import read_result, write_end, write_header
from goldgate.formats.summary import write_summary
from goldgate.model.judgement import Verdict
from goldgate.model.result import Result, RunEnd, RunHeader, Summary
from goldgate.model.settings import Settings
from goldgate.store.digests import DigestingFile
from goldgate.store.files import make_folder, remove_file, replacing, write_atomic
from goldgate.store.journal import Journal, read_late_files
from goldgate.store.proposals import propose
from goldgate.store.runs import FinishedRun


@attrs.define
class _Finishing:
    """A run on its way to its end, and what is learnt while its results pass by, once, in order."""

    journal: Journal
    settings: Settings
    count: int = 0
    errors: int = 0
    proposed: dict[str, str] = attrs.field(factory=dict)
    disagree: dict[str, tuple[str, ...]] = attrs.field(factory=dict)

    def results(self, target: DigestingFile) -> Iterator[Result]:
        """Copy the lines of the journal in plan order, as they are; give what they say, and write the proposals."""
        for suite, results in groupby(self._sorted(target), key=attrgetter("suite")):
            yield from self._proposing(suite, results)
        for suite in sorted(self.journal.header.suites.keys() - self.proposed.keys()):
            yield from self._proposing(suite, ())

    def _sorted(self, target: DigestingFile) -> Iterator[Result]:
        for line in self.journal.results.sorted_lines():
            target.write(line)
            result = read_result(line.decode())
            self.count += 1
            self.errors += result.verdict is Verdict.ERROR
            yield result

    def _proposing(self, suite: str, results: Iterable[Result]) -> Iterator[Result]:
        """Pass the results of a suite on, and write what its baseline would say of them; a line a case in memory."""
        source, settings = self.journal.header.suites[suite], self.settings.outcome_of(suite)
        disagree: list[str] = []
        with replacing(self.journal.folder.proposed(suite)) as file:
            lines = DigestingFile(file)
            lines.write(write_baseline(source.outcome, ()))
            for case, group in groupby(results, key=attrgetter("id")):
                trials = tuple(group)
                proposal = propose(trials, definition=source.cases[case], settings=settings)
                if proposal.line is not None:
                    lines.write(f"\n{write_line(proposal.line)}\n".encode())
                if proposal.disagree:
                    disagree.append(case)
                yield from trials
        self.proposed[suite] = lines.digest
        if disagree:
            self.disagree[suite] = tuple(disagree)

    def end(self, *, lines: str, finished: str) -> RunEnd:
        """The end line, when all results have passed."""
        return RunEnd(
            results=self.count,
            errors=self.errors,
            lines=lines,
            finished=finished,
            proposed=self.proposed,
            disagree=self.disagree,
            project_files=_news(self.journal.header, read_late_files(self.journal.folder)),
        )


def finish(
    journal: Journal, *, settings: Settings, summarise: Callable[[Iterable[Result]], Summary], finished: str
) -> FinishedRun:
    """Sort the journal into `results.jsonl`, write what goes with it, and take the journal away.

    `summarise` gets every result once, in order; `finished` is a time, spelled as in the header. The run is complete
    when `results.jsonl` stands, which comes last: killed before that, it can be resumed. Raises UnreadableFile.
    """
    journal.close()
    folder, header = journal.folder, journal.header
    make_folder(folder.proposed("").parent)
    finishing = _Finishing(journal, settings)
    with replacing(folder.results) as file:
        target = DigestingFile(file)
        target.write(f"{write_header(header)}\n".encode())
        results = finishing.results(target)
        summary = summarise(results)
        deque(results, maxlen=0)  # whoever summarises may have seen enough before the end
        write_atomic(folder.summary, write_summary(summary).encode())
        with replacing(folder.timings) as timings:
            timings.writelines(journal.timings.sorted_lines())
        end = finishing.end(lines=target.digest, finished=finished)
        file.write(f"{write_end(end)}\n".encode())
    for path in (folder.journal, folder.late_files):
        remove_file(path)
    return FinishedRun(folder=folder, header=header, end=end)


def _news(header: RunHeader, late: Mapping[str, str]) -> dict[str, str]:
    """What the header does not say of the files that came later; one that changed in between is news."""
    return {path: digest for path, digest in sorted(late.items()) if header.project_files.get(path) != digest}
