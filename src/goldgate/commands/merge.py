"""`goldgate merge`: how do the runs of all shards become one run?"""

import datetime as dt
from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from goldgate import __version__
from goldgate.commands.answer import Answer
from goldgate.commands.project import Project
from goldgate.commands.replay import Replayed, finished, live_in
from goldgate.differ.canonical import digest_bytes
from goldgate.differ.outcome import outcome_digest
from goldgate.errors import OutdatedRun
from goldgate.exit_codes import ExitCode
from goldgate.formats.golden import Golden
from goldgate.model.case_key import CaseKey
from goldgate.model.plan import DEFAULT_VARIANT
from goldgate.model.result import RunHeader
from goldgate.reports.merge import Merged, merge_document, merge_lines
from goldgate.reports.next_step import UPDATE
from goldgate.runner.judging import use_of
from goldgate.store.baselines import baseline_path
from goldgate.store.files import is_there, read_bytes, shown
from goldgate.store.golden import golden_files, load_golden
from goldgate.store.journal import Journal
from goldgate.store.judgements import read_evidence
from goldgate.store.merging import merging, runs_given, take_over
from goldgate.store.prune import prune_runs
from goldgate.store.run_folder import RunFolder
from goldgate.store.runs import FinishedRun
from goldgate.suite.merge import ShardRun, in_order, merged_header


def merge(*, project: Project, runs: Sequence[str], today: dt.date) -> Answer:
    """Make one run of the runs of all shards, by their names or from folders; it is the one that was not sharded.

    Raises MergeRefused where they are not, OutdatedRun where golden files or outcome settings here are others than
    theirs, and NoRun, IncompleteRun, BadFile, UnreadableFile; then no run was made.
    """
    given = runs_given(project.root, runs)
    shards = in_order(ShardRun(name=name, header=run.header, end=run.end) for name, run in given)
    header = merged_header(shards)
    _require_same(project, header)
    goldens = load_golden(project.root, project.settings, names=header.suites, today=today)
    replayed = _merged(project, header, [run for _, run in given], goldens, today=today)
    prune_runs(project.root, keep=project.settings.keep_runs, made=RunFolder(replayed.run.folder.path))
    merged = Merged(
        header=replayed.run.header,
        tally=replayed.summary.overall,
        not_selected=sum(len(source.cases) - len(source.ran) for source in header.suites.values()),
        next_step=_next_step(project, replayed.run),
    )
    return Answer(
        exit_code=ExitCode.OPEN,
        lines=partial(merge_lines, merged),
        document=partial(merge_document, merged),
    )


def _require_same(project: Project, header: RunHeader) -> None:
    """What outcomes are made by, and cases are counted by, is the same here."""
    files = golden_files(project.root, project.settings)
    problems = []
    if header.goldgate != __version__:
        problems.append(f"goldgate was {header.goldgate} in the shards, and is {__version__} here")
    for suite, source in header.suites.items():
        now = digest_bytes(read_bytes(files[suite])) if suite in files else "not there"
        if now != source.golden:
            problems.append(f"the golden file of suite {suite} was {source.golden} in the shards, and is {now} here")
        outcome = outcome_digest(project.settings.outcome_of(suite))
        if outcome != source.outcome:
            was = f"the outcome settings of suite {suite} were {source.outcome} in the shards"
            problems.append(f"{was}, and are {outcome} here")
    if problems:
        raise OutdatedRun("merge where the same is checked out as where the shards ran", *problems)


def _merged(
    project: Project,
    header: RunHeader,
    runs: Sequence[FinishedRun],
    goldens: Mapping[str, Golden],
    *,
    today: dt.date,
) -> Replayed:
    selected = {
        suite: tuple(case for case in goldens[suite].cases if case.id in source.ran)
        for suite, source in header.suites.items()
    }
    with merging(project.root, header, settings=project.settings, now=dt.datetime.now(tz=dt.UTC)) as journal:
        take_over(journal, runs)
        return finished(
            journal,
            project.settings,
            selected=selected,
            known=live_in(goldens, today),
            judge=use_of(read_evidence(journal.folder).values()) if _is_judged(journal) else None,
            unstable=_unstable(runs),
        )


def _is_judged(journal: Journal) -> bool:
    return any(source.judge is not None for source in journal.header.suites.values())


def _unstable(runs: Sequence[FinishedRun]) -> Iterator[CaseKey]:
    """The cases of which the shards know that they don't repeat, by name of the baseline and id."""
    for run in runs:
        for name, cases in run.end.disagree.items():
            yield from ((name, case) for case in cases)


def _next_step(project: Project, run: FinishedRun) -> str:
    if run.header.variants != (DEFAULT_VARIANT,):
        return f"look at {shown(run.folder.summary)}"
    missing = [name for name in run.header.suites if not is_there(baseline_path(project.root, project.settings, name))]
    return UPDATE if missing else "goldgate compare"
