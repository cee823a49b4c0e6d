"""Does a run still speak of what is on the disk now? Of the same cases, settings and project files."""

import datetime as dt
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from goldgate.differ.canonical import digest_bytes
from goldgate.errors import NoAdapter, OutdatedRun, Problem
from goldgate.formats.golden import Golden, case_digest
from goldgate.formats.judgements import judge_digests
from goldgate.formats.known_failure import forbidden
from goldgate.formats.result_settings import changed_settings, settings_digests
from goldgate.formats.selector import variant_named
from goldgate.model.cassette import Mode
from goldgate.model.known_failure import KnownFailure
from goldgate.model.plan import DEFAULT_VARIANT
from goldgate.model.result import SuiteHeader
from goldgate.model.settings import Settings
from goldgate.model.variant import PLAIN, variant_option
from goldgate.store.adapters import known_by
from goldgate.store.benches import judge_now
from goldgate.store.files import read_bytes, shown
from goldgate.store.golden import golden_files, read_golden_file
from goldgate.store.project_files import changed_files, new_files
from goldgate.store.recordings import cassette_digests
from goldgate.store.runs import FinishedRun

_NAMED: Final = 5
"""How many cases are named before the rest is counted."""


def check_fresh(
    run: FinishedRun,
    *,
    root: Path,
    settings: Settings,
    today: dt.date | None = None,
    variant: str = DEFAULT_VARIANT,
) -> Mapping[str, Mapping[str, KnownFailure]]:
    """The known failures of each suite of the run, as the golden files mark them now.

    Of what the agent is given, and of settings, those of `variant` are looked at. Raises OutdatedRun that names all by
    which a run made now would differ. Markers, tags, notes and splits may be edited; a golden file with the same bytes
    is not parsed.
    """
    files = golden_files(root, settings)
    problems = list(_new_suites(run, files))
    markers: dict[str, Mapping[str, KnownFailure]] = {}
    for suite, source in run.header.suites.items():
        problems += _settings_problems(
            suite, source.of(variant), settings.under(run.header.options), run=run, variant=variant, root=root
        )
        if variant in run.header.variants:
            problems += _adapter_problems(suite, source, variant, root=root, settings=settings)
        if run.header.mode is Mode.REPLAY:
            problems += _recording_problems(suite, source, root=root, settings=settings)
        if suite not in files:
            problems.append(_problem(f"suite {suite!r} has no golden file any more"))
        elif digest_bytes(read_bytes(files[suite])) == source.golden:
            markers[suite] = _still_allowed(source, files[suite], settings, today=today)
        else:
            golden = read_golden_file(files[suite], settings, today=today)
            markers[suite] = {case.id: case.known_failure for case in golden.cases if case.known_failure}
            problems += _edited(golden, source, file=shown(files[suite]))
    problems += _changed(root, run, settings)
    problems += _new_files(root, run, settings)
    if problems:
        again = f"goldgate run{variant_option(variant)}"
        raise OutdatedRun(f"the run {run.name} is outdated; make a new one: {again}", *problems)
    return markers


def _new_suites(run: FinishedRun, files: Mapping[str, Path]) -> Iterator[Problem]:
    """Suites that came after the run; one that took only a part of all can't know."""
    if not run.header.selection:
        for suite in sorted(files.keys() - run.header.suites.keys()):
            yield _problem("the suite is new", file=shown(files[suite]))


def _settings_problems(
    suite: str, source: SuiteHeader, settings: Settings, *, run: FinishedRun, variant: str, root: Path
) -> Iterator[Problem]:
    if (agent := settings.agent_of(suite)) != source.agent:
        yield _problem(f"the agent of suite {suite!r} was {source.agent}, is {agent}")
    recorded = bool(source.cassettes)
    now = settings_digests(settings, suite, mode=run.header.mode, recorded=recorded, variant=variant)
    now |= judge_digests(judge_now(root, settings, suite, source.judge))
    if keys := changed_settings(source.settings, now):
        yield _problem(f"settings of suite {suite!r} are changed: {_listed(keys)}")


def _recording_problems(suite: str, source: SuiteHeader, *, root: Path, settings: Settings) -> Iterator[Problem]:
    now = cassette_digests(root, settings, suite, source.ran)
    if changed := [case for case in {**source.cassettes, **now} if source.cassettes.get(case) != now.get(case)]:
        yield _problem(f"recordings of suite {suite!r} are changed: {_listed(sorted(changed))}")


def _adapter_problems(
    suite: str, source: SuiteHeader, variant: str, *, root: Path, settings: Settings
) -> Iterator[Problem]:
    """Whether the variant that is compared is given something else now."""
    try:
        now = known_by(root, settings, suite, variant_named(variant, settings.variants))
    except NoAdapter as error:
        yield from (_problem(problem.message) for problem in error.problems)
        return
    then = source.variants.get(variant, PLAIN)
    if (then.selector, then.digest, then.skills) != (now.selector, now.digest, now.skills):
        of = "" if variant == DEFAULT_VARIANT else f"variant {variant!r} of "
        yield _problem(f"the adapter of {of}suite {suite!r} is changed")


def _still_allowed(
    source: SuiteHeader, path: Path, settings: Settings, *, today: dt.date | None
) -> Mapping[str, KnownFailure]:
    """The markers of a golden file with the same bytes. Raises BadFile where the settings don't allow them any more."""
    markers = source.known_failures
    if any(any(forbidden(marker, settings=settings.known_failures, today=today)) for marker in markers.values()):
        read_golden_file(path, settings, today=today)
    return markers


def _edited(golden: Golden, source: SuiteHeader, *, file: str) -> Iterator[Problem]:
    now = {case.id: case_digest(case) for case in golden.cases}
    edited = [case for case in now.keys() & source.cases.keys() if now[case] != source.cases[case]]
    for what, cases in (
        ("edited", edited),
        ("new", now.keys() - source.cases.keys()),
        ("gone", source.cases.keys() - now.keys()),
    ):
        if cases:
            yield _problem(f"cases are {what}: {_listed(sorted(cases))}", file=file)


def _changed(root: Path, run: FinishedRun, settings: Settings) -> Iterator[Problem]:
    """Project files that differ now, those aside that the run itself wrote.

    One that changed while the run went on has two digests and can't fit both.
    """
    loaded = {path: digest for path, digest in run.header.project_files.items() if path not in run.end.written}
    outside = (settings.golden, settings.baselines)
    files = [changed_files(root, digests, outside=outside) for digests in (loaded, run.end.project_files)]
    for path, what in sorted({*files[0], *files[1]}):
        yield _problem(what, file=path)


def _new_files(root: Path, run: FinishedRun, settings: Settings) -> Iterator[Problem]:
    """Files that `agent_files` takes in now, and that the run knows nothing of."""
    patterns = [pattern for suite in run.header.suites for pattern in settings.agent_files_of(suite)]
    for path in new_files(root, patterns, known={*run.header.project_files, *run.end.written}):
        yield _problem("the project file is new", file=path)


def _listed(names: list[str]) -> str:
    rest = len(names) - _NAMED
    return ", ".join(names[:_NAMED]) + (f" and {rest} more" if rest > 0 else "")


def _problem(message: str, *, file: str | None = None) -> Problem:
    return Problem(code=OutdatedRun.code, message=message, file=file)
