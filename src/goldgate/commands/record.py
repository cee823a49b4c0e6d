"""`goldgate record`: what does the outside world answer to the agent? Asked for real, and written into cassettes."""

import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from operator import attrgetter
from pathlib import Path

import attrs

from goldgate.commands.answer import Answer
from goldgate.commands.company import pool_of, recordings_of
from goldgate.commands.heading import agents_of
from goldgate.commands.limits import open_budget, recording_within, require_metered, way_on
from goldgate.commands.project import Project
from goldgate.commands.replay import Watch
from goldgate.commands.variants import variants_of
from goldgate.differ.same_answers import say_the_same
from goldgate.differ.secrets import NamedSecrets, named_secrets
from goldgate.errors import GoldgateError, NotJson, SecretFound, UsageError
from goldgate.exit_codes import ExitCode
from goldgate.formats.cassette import read_exchange
from goldgate.model.cassette import Cassette, Exchange, Mode
from goldgate.model.event import TrialsFinished
from goldgate.model.frozen import frozen
from goldgate.model.judgement import Fault
from goldgate.model.plan import Plan
from goldgate.model.settings import MatchBy
from goldgate.model.take import Take, TakeState
from goldgate.model.trace import EXCEPTION
from goldgate.model.value import NOT_CAPTURED
from goldgate.reports.record import record_document, record_lines
from goldgate.reports.wording import raised_at
from goldgate.runner.pools.desk import LOST_WORKER
from goldgate.runner.pools.pool import Performed, Pool
from goldgate.runner.recorder import NOT_RECORDED
from goldgate.store.adapters import open_adapters
from goldgate.store.cassettes import load_cassette, unused_cassettes, write_cassette
from goldgate.store.files import remove_file, shown
from goldgate.store.golden import load_golden
from goldgate.store.recordings import Recordings
from goldgate.store.runs import failed_last
from goldgate.suite.expand import expand
from goldgate.suite.select import Selection, Suites, select


def record(
    *,
    project: Project,
    selection: Selection,
    last_failed: bool,
    refresh: bool,
    prune: bool,
    in_process: bool,
    variant: str | None = None,
    environ: Mapping[str, str],
    watch: Watch,
) -> Answer:
    """Perform the selected cases, once each, and keep what their agents were answered.

    What is recorded already is not asked again, unless `refresh` says so. `prune` drops recordings that nothing used,
    and, when all cases are selected, the cassettes of no case. `variant` is a name or a selector, None for the default
    one; a case has one cassette for all. Raises as `replay` does, and UsageError where something would be lost that
    another variant is answered by.
    """
    _require_kept(project, variant, refresh=refresh, prune=prune)
    budget = open_budget(project)
    goldens = load_golden(project.root, project.settings, names=selection.suites or None)
    if last_failed:
        selection = attrs.evolve(selection, last_failed=failed_last(project.root))
    cases = {suite: golden.cases for suite, golden in goldens.items()}
    selected = select(cases, selection)
    require_metered(project, agents=selected, judges=())
    _require_by_request(project, selected, variant)
    mode = Mode.REFRESH if refresh else Mode.RECORD
    recordings = recordings_of(project, selected, mode=mode)
    keeping = _Keeping(
        project=project,
        recordings=recordings,
        named=named_secrets(environ, project.settings.recording.secrets),
        refresh=refresh,
        prune=prune,
    )
    asked = _asked_for(selection, variant)
    flags = [flag for flag, given in (("--refresh", refresh), ("--prune", prune)) if given]
    go_on = way_on(project, "record", *shlex.split(asked), *flags, live=False, in_process=in_process)
    agents = agents_of(project, selected)
    (measured,) = variants_of(project, () if variant is None else (variant,), begun=None)
    with (
        open_adapters(project.root, project.settings, selected, [measured]) as adapters,
        pool_of(
            project,
            agents,
            in_process=in_process,
            mode=mode,
            recordings=recordings,
            adapters=adapters,
            purse=budget,
        ) as pool,
    ):
        plan = _once(expand(selected, project.settings, variants=(measured.name,)))
        takes: list[Take] = []
        with recording_within(budget, project, done=takes.__len__, planned=len(plan.trials), go_on=go_on):
            takes.extend(_takes(keeping, plan, pool, watch=watch))
            budget.require_open()
        takes.sort(key=attrgetter("suite", "id"))
    orphans = () if str(selection) else _orphans(project, cases, prune=prune)
    exit_code = _exit_code(takes)
    return Answer(
        exit_code=exit_code,
        lines=lambda: record_lines(takes, orphans=orphans, pruned=prune, exit_code=exit_code, selection=asked),
        document=lambda: record_document(takes, orphans=orphans, pruned=prune, exit_code=exit_code, selection=asked),
    )


def _asked_for(selection: Selection, variant: str | None) -> str:
    """The options that say what is recorded."""
    return f"{selection}{'' if variant is None else f' --variant {shlex.quote(variant)}'}".strip()


def _exit_code(takes: Iterable[Take]) -> ExitCode:
    failed = any(take.state is TakeState.FAILED for take in takes)
    return ExitCode.NO_JUDGEMENT if failed else ExitCode.OPEN


def _require_kept(project: Project, variant: str | None, *, refresh: bool, prune: bool) -> None:
    """Raise UsageError where recordings would be dropped that only another variant is answered by."""
    if variant is not None and (refresh or prune):
        flag = "--refresh" if refresh else "--prune"
        raise UsageError(
            f"{flag} with --variant {variant} would drop what other variants are answered by; "
            "record all anew: goldgate record --refresh, then goldgate record --variant NAME for each"
        )
    if prune and not refresh and project.settings.variants:
        raise UsageError(
            "--prune drops what the default variant does not use, and the settings name others "
            f"({', '.join(project.settings.variants)}) that may be answered by it; "
            "record all anew: goldgate record --refresh, then goldgate record --variant NAME for each"
        )


def _require_by_request(project: Project, suites: Iterable[str], variant: str | None) -> None:
    """Raise UsageError for suites whose recordings are found by their order, which is that of one variant alone."""
    ordered = [suite for suite in suites if project.settings.recording_of(suite).match is MatchBy.ORDER]
    if variant is not None and ordered:
        listed = ", ".join(map(repr, ordered))
        raise UsageError(
            f'the recordings of {listed} are found by their order (match = "order"), so they can\'t serve several '
            f"variants; leave --variant {variant} out, or match by request"
        )


def _once(plan: Plan) -> Plan:
    """The first trial of each case: all others are answered by what that one was."""
    return attrs.evolve(plan, trials=tuple(trial for trial in plan.trials if trial.trial == 1))


def _takes(keeping: "_Keeping", plan: Plan, pool: Pool, *, watch: Watch) -> Iterator[Take]:
    done = 0
    with closing(pool.run(plan.trials)) as handfuls:
        for performed in (one for handful in handfuls for one in handful):
            yield keeping.take(performed)
            done += 1
            watch(TrialsFinished(done=min(done, len(plan.trials)), total=len(plan.trials)))


@frozen(kw_only=True)
class _Keeping:
    """Where takes are kept, and how."""

    project: Project
    recordings: Recordings
    named: NamedSecrets
    refresh: bool
    prune: bool

    def take(self, performed: Performed) -> Take:
        """Write what came of one trial, if that can be answered from."""
        suite, case_id = performed.planned.suite, performed.planned.case.id
        fault = performed.fault or _lost(performed) or self._silent(performed)
        if fault is not None:
            return Take(suite=suite, id=case_id, fault=fault)
        try:
            return self._written(suite, case_id, performed)
        except (SecretFound, NotJson) as error:
            return Take(suite=suite, id=case_id, fault=_refused(error))

    def _written(self, suite: str, case_id: str, performed: Performed) -> Take:
        root, settings = self.project.root, self.project.settings
        before = load_cassette(root, settings, suite, case_id).exchanges
        raised = _raised(performed)
        made = tuple(read_exchange(line) for line in performed.made)
        if self.refresh and say_the_same(before, made):
            made = before
        unused = () if raised else performed.unused  # an agent that failed may not have come to them
        kept = () if self.refresh else tuple(self._still_used(before, suite, case_id, unused=unused))
        cassette = Cassette(exchanges=(*kept, *made))
        return Take(
            suite=suite,
            id=case_id,
            new=len(made),
            kept=len(kept),
            dropped=len(before) - len(kept),
            written=write_cassette(root, settings, suite, case_id, cassette, named=self.named),
            raised=raised,
        )

    def _silent(self, performed: Performed) -> Fault | None:
        """The fault where an agent that failed asked nothing, and nothing would be left of what it was answered."""
        suite, case_id = performed.planned.suite, performed.planned.case.id
        raised = _raised(performed)
        if raised is None or performed.made or not self.refresh:
            return None
        if not load_cassette(self.project.root, self.project.settings, suite, case_id).exchanges:
            return None
        return Fault(code=NOT_RECORDED, message=f"the agent asked nothing and failed: {raised}")

    def _still_used(
        self, before: Sequence[Exchange], suite: str, case_id: str, *, unused: Sequence[int]
    ) -> Iterator[Exchange]:
        if not self.prune:
            return iter(before)
        lines = self.recordings.line_numbers(suite, case_id)
        return (exchange for number, exchange in zip(lines, before, strict=True) if number not in unused)


def _lost(performed: Performed) -> Fault | None:
    """The fault where a process did not live to tell what it was answered."""
    if performed.seconds is not None:
        return None
    step = next(iter(performed.trace.steps), None)
    why = "" if step is None else f": {step.error_code} ({step.observation})"
    return Fault(code=LOST_WORKER, message=f"the process did not come back with what it was answered{why}")


def _raised(performed: Performed) -> str | None:
    """How the agent itself failed: code, message and place; None where it did not."""
    step = next((step for step in performed.trace.steps if step.kind == EXCEPTION), None)
    if step is None:
        return None
    told = "" if step.observation is NOT_CAPTURED else f": {step.observation}"
    place = f" ({raised_at(performed.detail.raised)})" if performed.detail.raised else ""
    return f"{step.error_code}{told}{place}"


def _refused(error: GoldgateError) -> Fault:
    return Fault(code=error.code, message="; ".join(map(str, error.problems)))


def _orphans(project: Project, cases: Suites, *, prune: bool) -> tuple[str, ...]:
    """The cassettes of no case; they are taken away when `prune` says so."""
    orphans = unused_cassettes(project.root, project.settings, _ids(cases))
    if prune:
        _remove(orphans)
    return tuple(map(shown, orphans))


def _ids(cases: Suites) -> dict[str, list[str]]:
    return {suite: [case.id for case in of_suite] for suite, of_suite in cases.items()}


def _remove(paths: Iterable[Path]) -> None:
    for path in paths:
        remove_file(path)
