"""`goldgate run`: does every case pass, or fail as it is known to? No baseline is read."""

import datetime as dt
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import attrs

from goldgate.commands.answer import Answer
from goldgate.commands.flips import flips_of
from goldgate.commands.heading import suites_left_out
from goldgate.commands.limits import way_on
from goldgate.commands.markers import Markers, markers_on
from goldgate.commands.project import Project
from goldgate.commands.repetition import Repetition, decided, require_repeatable
from goldgate.commands.replay import Replayed, Watch, replay
from goldgate.commands.variants import looked_at, require_choosable, require_split
from goldgate.errors import UsageError
from goldgate.exit_codes import ExitCode
from goldgate.gate.decide import decide_run
from goldgate.model.baseline import baseline_name, named_by
from goldgate.model.case import Split
from goldgate.model.case_key import CaseKey
from goldgate.model.cassette import Mode
from goldgate.model.comparison import Decision
from goldgate.model.frozen import frozen
from goldgate.model.judgement import CASSETTE_MISS, Verdict
from goldgate.model.plan import DEFAULT_VARIANT
from goldgate.model.result import Result
from goldgate.reports.choice import Choice, choice_document, choice_lines, choose
from goldgate.reports.determinism import unstable_document, unstable_lines
from goldgate.reports.json_ import run_document
from goldgate.reports.judging import flip_lines, flips_document, judge_lines
from goldgate.reports.line import Line, line, warn
from goldgate.reports.next_step import after_run
from goldgate.reports.recordings import recordings_document, recordings_lines
from goldgate.reports.sampled import run_sampled_lines
from goldgate.reports.shard import shard_lines, shard_name
from goldgate.reports.stubs import idle_stub_lines, idle_stubs_document
from goldgate.reports.terminal import guards_off_lines, run_lines
from goldgate.reports.variants import split_lines, variant_lines
from goldgate.reports.wording import NOT_COMPARED
from goldgate.statistics.flips import Flips
from goldgate.store.baselines import baseline_path
from goldgate.store.files import is_there, shown
from goldgate.store.golden import TOO_DEEP
from goldgate.store.runs import idle_stubs
from goldgate.store.suite_files import too_deep
from goldgate.suite.select import Selection

if TYPE_CHECKING:
    from goldgate.reports.material import Material


def run(
    *,
    project: Project,
    selection: Selection,
    last_failed: bool,
    in_process: bool,
    resume: bool,
    check_determinism: bool,
    live: bool,
    variants: Sequence[str] = (),
    select_by: Split | None = None,
    today: dt.date,
    watch: Watch,
) -> Answer:
    """Run the selected cases and judge them.

    `variants` are names or selectors, none for the default one; the best by the results of the split `select_by` is
    named. Raises what `replay` raises.
    """
    require_choosable(select_by, variants)
    if select_by is not None and selection.shard is not None:
        raise UsageError("--select-by chooses by all cases of a split, and a shard has only some; leave one option out")
    if check_determinism:
        require_repeatable(in_process=in_process, resume=resume, live=live)
    replayed = replay(
        project=project,
        selection=selection,
        last_failed=last_failed,
        in_process=in_process,
        today=today,
        watch=watch,
        go_on=way_on(project, "run", "--resume", live=live, in_process=in_process),
        resume=resume,
        variants=variants,
        require=partial(require_split, select_by),
        repetition=Repetition(settings=project.settings) if check_determinism else None,
        mode=Mode.LIVE if live else Mode.REPLAY,
    )
    return answer_of(project, replayed, select_by=select_by, today=today)


@frozen(kw_only=True)
class Conclusion:
    """All that is said of a run; `not_compared` says why no baseline was read, where that was asked for."""

    project: Project
    replayed: Replayed
    decision: Decision
    markers: Markers
    left_out: tuple[str, ...]
    choice: Choice | None
    flips: Flips | None
    today: dt.date
    next_step: str
    not_compared: str | None = None


def answer_of(
    project: Project,
    replayed: Replayed,
    *,
    select_by: Split | None,
    today: dt.date,
    not_compared: str | None = None,
    outdated: bool = False,
) -> Answer:
    """The answer of `run` and of `judge`, and of `report` for a run that is `not_compared`, with the reason why.

    What is said of an `outdated` run is no judgement of what is on disk now.
    """
    known_failures = {suite: header.known_failures for suite, header in replayed.run.header.suites.items()}
    markers = markers_on(today, known_failures)
    decision = decide_run(
        replayed.failures,
        known_failures,
        today,
        ran=replayed.summary.overall.trials,
        sampled=_sampled(replayed),
        may_be_empty=replayed.run.header.shard is not None,
    )
    decision = decided(decision, replayed.unsteady or ())
    if outdated:
        reasons = ("it can't be held against the baseline any more", *decision.reasons)
        decision = attrs.evolve(decision, exit_code=ExitCode.NO_JUDGEMENT, reasons=reasons)
    conclusion = Conclusion(
        project=project,
        replayed=replayed,
        decision=decision,
        markers=markers,
        left_out=suites_left_out(project, replayed.run.header),
        choice=None if select_by is None else _choice(project, replayed, select_by),
        flips=flips_of(replayed.run, replayed.figures),
        today=today,
        next_step="goldgate check" if outdated else _next_step(project, replayed, decision, markers),
        not_compared=not_compared,
    )
    return Answer(
        exit_code=decision.exit_code,
        lines=partial(_lines, conclusion),
        document=partial(_document, conclusion),
        material=partial(_material, conclusion),
    )


def _document(of: Conclusion) -> Mapping[str, Any]:
    header = of.replayed.run.header
    return run_document(
        of.replayed.summary,
        of.decision,
        of.replayed.failures,
        expected=header.trials,
        not_selected=of.replayed.not_selected,
        suites_left_out=of.left_out,
        guards_off=header.guards_off,
        unstable=unstable_document(of.replayed.unsteady),
        recordings=recordings_document(header, of.replayed.run.end),
        splits=looked_at(header),
        choice=choice_document(of.choice),
        flips=flips_document(of.flips),
        trials_of=header.trials_of,
        shard=shard_name(header.shard),
        idle_stubs=idle_stubs_document(_idle_stubs(of.replayed)),
        sampled=_sampled_suites(of.replayed),
        today=of.today.isoformat(),
        next_step=of.next_step,
    )


def _material(of: Conclusion) -> "Material":
    from goldgate.commands.material import material_of_run  # noqa: PLC0415 - only where a report is written

    return material_of_run(
        of.project,
        of.replayed.run,
        summary=of.replayed.summary,
        decision=of.decision,
        markers=of.markers,
        today=of.today,
        next_step=of.next_step,
        not_selected=of.replayed.not_selected,
        suites_left_out=of.left_out,
        document=partial(_document, of),
        not_compared=of.not_compared,
    )


def _next_step(project: Project, replayed: Replayed, decision: Decision, markers: Markers) -> str:
    variant = _gated(project, replayed)
    return after_run(
        decision,
        _first(replayed, markers),
        missed=_missed(replayed),
        unsteady=[(one.suite, one.case) for one in replayed.unsteady or ()],
        disagreeing=[(named_by(name)[0], case) for name, cases in replayed.run.end.disagree.items() for case in cases],
        missing_baselines=_missing(project, replayed, DEFAULT_VARIANT),
        summary=None if variant is not None else shown(replayed.run.folder.summary),
        variant=DEFAULT_VARIANT if variant is None else variant,
    )


def _first(replayed: Replayed, markers: Markers) -> Result | None:
    """What to look at first: a trial without a judgement, else one that is not excused; in sampled suites some fail."""
    sampled = _sampled(replayed)
    errors = [result for result in replayed.failures if result.verdict is Verdict.ERROR]
    failed = [
        result
        for result in replayed.failures
        if (result.suite, result.id) not in markers.live
        and ((result.suite, result.variant) not in sampled or (result.suite, result.id) in markers.expired)
    ]
    return next(iter((*errors, *failed)), None)


def _sampled(replayed: Replayed) -> frozenset[tuple[str, str]]:
    """The suites, and under which variants, of which trials may differ."""
    header = replayed.run.header
    return frozenset(
        (suite, variant)
        for suite, source in header.suites.items()
        for variant in header.variants
        if source.of(variant).sampled
    )


def _sampled_suites(replayed: Replayed) -> tuple[str, ...]:
    sampled = {suite for suite, _ in _sampled(replayed)}
    return tuple(suite for suite in replayed.run.header.suites if suite in sampled)


def _choice(project: Project, replayed: Replayed, split: Split) -> Choice:
    cases = {(suite, case.id) for suite, of in replayed.selected.items() for case in of if case.split is split}
    return choose(replayed.figures, cases, split=split, solved_score=project.settings.solved_score)


def _gated(project: Project, replayed: Replayed) -> str | None:
    """The only variant of a run, where that is the default one or has baselines of its own; else None."""
    variant, *others = replayed.run.header.variants
    is_gated = variant == DEFAULT_VARIANT or not _missing(project, replayed, variant)
    return variant if is_gated and not others else None


def _missed(replayed: Replayed) -> tuple[CaseKey, ...]:
    """The cases that asked for what is not recorded, each once."""
    missed = (one for one in replayed.failures if one.fault is not None and one.fault.code == CASSETTE_MISS)
    return tuple(dict.fromkeys((one.suite, one.id) for one in missed))


def _idle_stubs(replayed: Replayed) -> Mapping[CaseKey, Sequence[int]]:
    """The stubs that cases did without and passed all the same; an agent that fails does other things anyway."""
    failing = {(result.suite, result.id) for result in replayed.failures}
    return {key: stubs for key, stubs in idle_stubs(replayed.run).items() if key not in failing}


def _missing(project: Project, replayed: Replayed, variant: str) -> tuple[str, ...]:
    """The suites without a baseline of that variant."""
    path = partial(baseline_path, project.root, project.settings)
    return tuple(suite for suite in replayed.run.header.suites if not is_there(path(baseline_name(suite, variant))))


def _too_deep_lines(project: Project) -> Iterator[Line]:
    """Golden files that nobody runs, in one line."""
    first, *others = [shown(path) for path in too_deep(project.root / project.settings.golden)] or [""]
    if first:
        yield line(warn("notice "), f"{first} {TOO_DEEP}", f" (and {len(others)} more)" if others else "")


def _lines(of: Conclusion) -> Iterator[Line]:
    replayed, header = of.replayed, of.replayed.run.header
    yield from _too_deep_lines(of.project)
    if of.not_compared is not None:
        yield line(warn("notice "), f"{NOT_COMPARED}: {of.not_compared}")
    yield from guards_off_lines(header.guards_off)
    yield from unstable_lines(replayed.unsteady)
    yield from recordings_lines(header, replayed.run.end)
    yield from idle_stub_lines(_idle_stubs(replayed))
    yield from run_lines(
        replayed.failures,
        replayed.summary.overall,
        of.decision,
        also=(
            *shard_lines(header.shard, cases=replayed.summary.overall.cases),
            *variant_lines(replayed.summary),
            *choice_lines(of.choice),
            *split_lines(looked_at(header)),
            *judge_lines(replayed.summary, header),
            *flip_lines(of.flips),
            *run_sampled_lines(_sampled_suites(replayed)),
        ),
        known_failing={key: known.reason for key, known in of.markers.live.items()},
        expected=header.trials,
        not_selected=replayed.not_selected,
        suites_left_out=of.left_out,
        expiring=len(of.markers.expiring),
        expired=len(of.markers.expired),
        today=of.today.isoformat(),
        next_step=of.next_step,
    )
