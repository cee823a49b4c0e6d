"""How does a journal become a finished run? Sorted, digested, and complete from one moment to the next."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from decimal import Decimal
from itertools import groupby

from goldgate.formats.baseline import write_baseline
from goldgate.formats.results import write_end, write_header
from goldgate.formats.summary import write_summary
from goldgate.model.baseline import baseline_name
from goldgate.model.case_key import CaseKey
from goldgate.model.frozen import frozen
from goldgate.model.judgement import Verdict
from goldgate.model.plan import DEFAULT_VARIANT, TrialKey
from goldgate.model.result import Figures, RunEnd, RunHeader, Summary
from goldgate.store.digests import DigestingFile, digest_of_file
from goldgate.store.files import is_there, make_folder, remove_file, replacing, write_atomic
from goldgate.store.journal import Journal, read_late_files
from goldgate.store.proposals import Observed, Proposal, count, propose
from goldgate.store.runs import FinishedRun
from goldgate.store.suite_files import variant_fault


def finish(
    journal: Journal,
    *,
    summary: Summary,
    finished: str,
    unstable: Collection[CaseKey] = (),
    solved_score: Decimal | None = None,
) -> FinishedRun:
    """Sort the journal into `results.jsonl`, write what goes with it, and take the journal away.

    `summary` counts what the journal has; `finished` is a time, spelled as in the header; `unstable` are cases (name of
    the baseline and id) that are known not to repeat, whatever their trials say; `solved_score` is as in the settings.
    The run is complete when
    `results.jsonl` stands, which comes last: killed before that, it can be resumed. Raises IncompleteRun for a journal
    that somebody else changed, UnreadableFile.
    """
    journal.close()
    folder, header = journal.folder, journal.header
    make_folder(folder.proposed("").parent)
    with replacing(folder.results) as file:
        results = DigestingFile(file)
        results.write(f"{write_header(header)}\n".encode())
        for _, line in journal.results.sorted_lines():
            results.write(line)
        proposed = {one.name: one for one in _proposed(journal, solved_score)}
        journal.require_ours()
        end = _end(journal, proposed, lines=results.digest, finished=finished, unstable=unstable)
        with replacing(folder.timings) as timings:
            timings.writelines(line for _, line in journal.timings.sorted_lines())
        write_atomic(folder.summary, write_summary(summary).encode())
        file.write(f"{write_end(end)}\n".encode())
    for path in (folder.journal, folder.outcomes, folder.late_files, folder.spending):
        remove_file(path)
    return FinishedRun(folder=folder, header=header, end=end)


def _end(
    journal: Journal, proposed: Mapping[str, "_Proposed"], *, lines: str, finished: str, unstable: Collection[CaseKey]
) -> RunEnd:
    """The end line, when what it digests is written."""
    late = read_late_files(journal.folder)
    verdicts = [figures.verdict for figures in journal.figures.values()]
    return RunEnd(
        results=len(verdicts),
        errors=verdicts.count(Verdict.ERROR),
        lines=lines,
        finished=finished,
        proposed={name: one.digest for name, one in proposed.items() if one.digest is not None},
        disagree=_disagree(proposed, unstable),
        project_files=_news(journal.header, late),
        written=tuple(sorted(path for path, digest in late.items() if digest is None)),
        unused=_unused(journal.figures),
        judgements=digest_of_file(journal.folder.judgements) if is_there(journal.folder.judgements) else None,
    )


def _disagree(proposed: Mapping[str, "_Proposed"], unstable: Collection[CaseKey]) -> Mapping[str, tuple[str, ...]]:
    cases = {name: {*one.disagree, *(case for of, case in unstable if of == name)} for name, one in proposed.items()}
    return {name: tuple(sorted(ids)) for name, ids in cases.items() if ids}


@frozen(kw_only=True)
class _Proposed:
    """What was observed of a suite under one variant: its digest where it is written, and the cases that disagree."""

    name: str
    digest: str | None
    disagree: tuple[str, ...]


def _proposed(journal: Journal, solved_score: Decimal | None) -> Iterator[_Proposed]:
    """Write what the baselines of each suite would say, a line a case in memory."""
    left = set(journal.header.suites)
    for suite, trials in groupby(journal.outcomes.sorted_lines(), key=lambda trial: trial[0][0]):
        left.remove(suite)
        yield from _propose(journal, suite, trials, solved_score)
    for suite in sorted(left):
        yield from _propose(journal, suite, (), solved_score)


def _propose(
    journal: Journal, suite: str, trials: Iterable[tuple[TrialKey, bytes]], solved_score: Decimal | None
) -> list[_Proposed]:
    """What comes of the trials of each case, by variant; the default one is always written, if without a line."""
    with ExitStack() as files:
        sheets = {
            variant: _Sheet(journal, suite, variant, files=files, solved_score=solved_score)
            for variant in dict.fromkeys((DEFAULT_VARIANT, *journal.header.variants))
        }
        for _, of_case in groupby(trials, key=lambda trial: trial[0][1]):
            for variant, of_variant in groupby(of_case, key=lambda trial: trial[0][2]):
                sheets[variant].add(list(of_variant))
        return [sheet.end() for sheet in sheets.values()]


class _Sheet:
    """The observed outcomes of a suite under one variant, in the form of the baseline.

    They are written unless no baseline can be called after the variant, as it is with most selectors.
    """

    def __init__(
        self, journal: Journal, suite: str, variant: str, *, files: ExitStack, solved_score: Decimal | None
    ) -> None:
        self._journal = journal
        self._name = baseline_name(suite, variant)
        self._header = journal.header.suites[suite].of(variant)
        self._solved_score = solved_score
        self._disagree: list[str] = []
        self._lines: DigestingFile | None = None
        if variant_fault(variant) is None:
            self._lines = DigestingFile(files.enter_context(replacing(journal.folder.proposed(self._name))))
            self._lines.write(write_baseline(self._header.outcome, ()))

    def add(self, trials: Sequence[tuple[TrialKey, bytes]]) -> None:
        """Take the trials of one case in."""
        proposal = self._counted([key for key, _ in trials]) if self._header.sampled else self._seen(trials)
        if self._lines is not None and proposal.text is not None:
            self._lines.write(f"\n{proposal.text}\n".encode())
        if proposal.disagree:
            self._disagree.append(trials[0][0][1])

    def end(self) -> _Proposed:
        """What there is, when all cases are in."""
        digest = None if self._lines is None else self._lines.digest
        return _Proposed(name=self._name, digest=digest, disagree=tuple(self._disagree))

    def _seen(self, trials: Iterable[tuple[TrialKey, bytes]]) -> Proposal:
        return propose([_observed(self._journal, key, line) for key, line in trials])

    def _counted(self, keys: Sequence[TrialKey]) -> Proposal:
        _, case, *_ = keys[0]
        figures = [self._journal.figures[key] for key in keys]
        return count(case, figures, definition=self._header.cases[case], solved_score=self._solved_score)


def _observed(journal: Journal, key: TrialKey, line: bytes) -> Observed:
    return Observed(verdict=journal.figures[key].verdict, text=line.decode().removesuffix("\n"))


def _unused(trials: Mapping[TrialKey, Figures]) -> dict[str, dict[str, tuple[int, ...]]]:
    """Suite → id → lines of its cassette that no trial used; of a case with a trial in ERROR nobody can say."""
    lines: dict[tuple[str, str], set[int]] = {}
    if not any(figures.unused for figures in trials.values()):
        return {}
    for (suite, case, *_), figures in trials.items():
        unused = set() if figures.verdict is Verdict.ERROR else set(figures.unused)
        lines[suite, case] = lines.get((suite, case), unused) & unused
    named: dict[str, dict[str, tuple[int, ...]]] = {}
    for suite, case in sorted(key for key, unused in lines.items() if unused):
        named.setdefault(suite, {})[case] = tuple(sorted(lines[suite, case]))
    return named


def _news(header: RunHeader, late: Mapping[str, str | None]) -> dict[str, str]:
    """What the header does not say of the files that came later; one that changed in between is news."""
    digests = {path: digest for path, digest in sorted(late.items()) if digest is not None}
    return {path: digest for path, digest in digests.items() if header.project_files.get(path) != digest}
