"""What is a run made from? The header that says so, and by which it is later known to be outdated."""

import datetime as dt
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial

import attrs

from goldgate import __version__
from goldgate.commands.project import Project
from goldgate.differ.nearest import nearest
from goldgate.differ.outcome import outcome_digest
from goldgate.errors import SettingsError
from goldgate.formats.golden import Golden, case_digest
from goldgate.formats.result_settings import settings_digests
from goldgate.model.case import Case
from goldgate.model.cassette import Mode
from goldgate.model.plan import Plan
from goldgate.model.result import RunHeader, SuiteHeader, VariantHeader
from goldgate.model.settings import MatchBy, Options
from goldgate.model.shard import Shard
from goldgate.model.variant import PLAIN, ResolvedVariant
from goldgate.store.adapters import Adapters
from goldgate.store.git import git_state
from goldgate.store.golden import golden_files
from goldgate.store.recordings import Recordings


def make_header(
    project: Project,
    goldens: Mapping[str, Golden],
    selected: Mapping[str, tuple[Case, ...]],
    *,
    plan: Plan,
    agents: Mapping[str, str],
    variants: Sequence[str],
    adapters: Adapters,
    project_files: Mapping[str, str],
    recordings: Recordings,
    selection: str,
    shard: Shard | None,
    mode: Mode,
    guards_off: tuple[str, ...],
    now: dt.datetime,
) -> RunHeader:
    """The header of a run that begins now; its folder gives it its name."""
    state = git_state(project.root)
    return RunHeader(
        run="",
        goldgate=__version__,
        started=now.isoformat(timespec="seconds"),
        suites={
            suite: _suite_header(
                project,
                suite,
                goldens[suite],
                cases,
                agent=agents[suite],
                variants=_worth_telling(adapters[suite]),
                measured=variants,
                cassettes=recordings.digests.get(suite, {}),
                mode=mode,
                is_part=shard is not None,
            )
            for suite, cases in selected.items()
        },
        trials=len(plan.trials),
        project_files=project_files,
        revision=state.revision,
        dirty=state.dirty,
        selection=selection,
        variants=tuple(variants),
        mode=mode,
        options=_options(project),
        guards_off=guards_off,
        shard=shard,
    )


def _options(project: Project) -> Options:
    """What the command line gave beyond the settings that whoever compares the run finds as well."""
    keys = [field.name for field in attrs.fields(Options)]
    given = [key for key in keys if project.sources.get(key) == f"--{key}"]
    return Options(**{key: getattr(project.settings, key) for key in given})


def _suite_header(
    project: Project,
    suite: str,
    golden: Golden,
    cases: tuple[Case, ...],
    *,
    agent: str,
    variants: Mapping[str, ResolvedVariant],
    measured: Sequence[str],
    cassettes: Mapping[str, str],
    mode: Mode,
    is_part: bool,
) -> SuiteHeader:
    everything = len(cases) == len(golden.cases) and not is_part
    settings = project.settings
    digests = partial(settings_digests, settings, suite, mode=mode, recorded=bool(cassettes))
    return SuiteHeader(
        golden=golden.digest,
        outcome=outcome_digest(settings.outcome_of(suite)),
        sampled=settings.sampled_of(suite),
        agent=agent,
        cases={case.id: case_digest(case) for case in golden.cases},
        selected=None if everything else frozenset(case.id for case in cases),
        known_failures={case.id: case.known_failure for case in golden.cases if case.known_failure},
        unexpecting=frozenset(case.id for case in golden.cases if not case.has_expectations),
        settings=digests(),
        cassettes=cassettes,
        match=settings.recording_of(suite).match if cassettes else MatchBy.REQUEST,
        variants=variants,
        splits=dict(sorted(Counter(case.split.value for case in cases if case.split is not None).items())),
        own={
            variant: VariantHeader(
                outcome=outcome_digest(settings.outcome_of(suite, variant)),
                sampled=settings.sampled_of(suite, variant),
                settings=digests(variant=variant),
            )
            for variant in measured
            if settings.sampled_of(suite, variant) != settings.sampled_of(suite)
        },
    )


def _worth_telling(variants: Mapping[str, ResolvedVariant]) -> Mapping[str, ResolvedVariant]:
    """What the variants came to, without their folders; of the agent alone there is nothing to tell."""
    told = {name: attrs.evolve(variant, folder=None) for name, variant in variants.items()}
    return {} if told == {PLAIN.name: PLAIN} else told


def agents_of(project: Project, suites: Mapping[str, object]) -> dict[str, str]:
    """The agent of each suite. Raises SettingsError for suites that name none."""
    agents = {suite: project.settings.agent_of(suite) for suite in suites}
    if nameless := [suite for suite, agent in agents.items() if agent is None]:
        raise SettingsError(*(_nameless(suite, project) for suite in nameless))
    return {suite: agent for suite, agent in agents.items() if agent is not None}


def _nameless(suite: str, project: Project) -> str:
    meant = nearest(suite, project.settings.suites)
    said = f"; the settings name a suite {meant!r}, which may be meant" if meant else ""
    return (
        f'suite {suite!r} has no agent{said}; write agent = "module:object" into goldgate.toml, '
        f"for all suites at its top or under [suites.{suite}] "
        f"(in pyproject.toml under [tool.goldgate] or [tool.goldgate.suites.{suite}])"
    )


def suites_left_out(project: Project, header: RunHeader) -> tuple[str, ...]:
    """The suites of the project of which the selection of a run took nothing."""
    if not header.selection:
        return ()
    return tuple(sorted(golden_files(project.root, project.settings).keys() - header.suites.keys()))
