"""Are these the runs of all shards of one run, and what is that one made from? Pure; told of all that does not fit."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Final

import attrs

from goldgate.differ.listing import listed
from goldgate.errors import MergeRefused
from goldgate.formats.judgements import judge_digests
from goldgate.model.case_key import case_name
from goldgate.model.frozen import frozen
from goldgate.model.grading import JudgeIdentity
from goldgate.model.result import RunEnd, RunHeader, SuiteHeader
from goldgate.model.settings import MatchBy
from goldgate.model.shard import Shard

_ONLY_WHERE_NEEDED: Final = ("recording.match", "recording.ignore", "recording.fields")
"""Settings that a suite of a run has only where one of its cases is recorded."""


@frozen(kw_only=True)
class ShardRun:
    """A finished run of a shard. `name` is what it is called where people are told of it."""

    name: str
    header: RunHeader
    end: RunEnd


def merged_header(runs: Sequence[ShardRun]) -> RunHeader:
    """The header of the run that was not sharded: when the first shard began, without a name.

    Raises MergeRefused for runs of no shard, shards that are missing or there twice, cases that are missing or there
    twice, and for all that the shards were not made from alike, with what it was in which run.
    """
    if strangers := [*_strangers(runs)]:
        raise MergeRefused(*strangers)
    amiss = [*_counted(runs)] or [*_covered(runs)]
    if problems := dict.fromkeys((*amiss, *_differences(runs))):
        raise MergeRefused("these runs are not the shards of one run", *problems)
    headers = [run.header for run in runs]
    revisions, dirty = ({getattr(header, name) for header in headers} for name in ("revision", "dirty"))
    return attrs.evolve(
        headers[0],
        run="",
        started=min(header.started for header in headers),
        suites={suite: _merged_suite([header.suites[suite] for header in headers]) for suite in headers[0].suites},
        trials=sum(header.trials for header in headers),
        revision=revisions.pop() if len(revisions) == 1 else None,
        dirty=None if None in dirty else True in dirty,
        selection=_filters(headers[0]),
        shard=None,
        merged=tuple(header.run for header in headers),
    )


def in_order(runs: Iterable[ShardRun]) -> list[ShardRun]:
    """The runs by the numbers of their shards."""
    return sorted(runs, key=lambda run: (run.header.shard.number if run.header.shard else 0, run.name))


def _strangers(runs: Sequence[ShardRun]) -> Iterator[str]:
    """The runs that are no shard's."""
    for run in runs:
        if run.header.shard is None:
            yield f"{run.name} is not the run of a shard, which goldgate run --shard I/N makes"
        elif run.header.trials_of is not None:
            yield f"{run.name} judges the trials of another run again; merge the shards as they ran, then judge the run"


def _counted(runs: Sequence[ShardRun]) -> Iterator[str]:
    """Shards that are missing, and that are there twice."""
    shards: dict[Shard, list[str]] = {}
    for shard, name in [(run.header.shard, run.name) for run in runs if run.header.shard is not None]:
        shards.setdefault(shard, []).append(name)
    for shard, names in shards.items():
        if len(names) > 1:
            yield f"shard {shard} is there {len(names)} times: {listed(names)}"
    counts = {shard.of for shard in shards}
    if len(counts) > 1:
        yield from _told("number of shards", {run.name: str(run.header.shard and run.header.shard.of) for run in runs})
        return
    for of in counts:
        numbers = {shard.number for shard in shards}
        if missing := [f"{number}/{of}" for number in range(1, of + 1) if number not in numbers]:
            yield f"shard {missing[0]} is missing" if len(missing) == 1 else f"shards {listed(missing)} are missing"


def _filters(header: RunHeader) -> str:
    """What was selected before the shard was taken of it."""
    return header.selection.removesuffix(f"--shard {header.shard}").rstrip()


def _differences(runs: Sequence[ShardRun]) -> Iterator[str]:
    """A sentence for each thing that was not the same everywhere."""
    written = {path for run in runs for path in run.end.written}
    same = {run.name: dict(_same_everywhere(run, written)) for run in runs}
    for trait in dict.fromkeys(chain.from_iterable(same.values())):
        yield from _told(trait, {name: traits.get(trait, "not there") for name, traits in same.items()})
    alike = {run.name: dict(_same_where_told(run, written)) for run in runs}
    for trait in dict.fromkeys(chain.from_iterable(alike.values())):
        yield from _told(trait, {name: traits[trait] for name, traits in alike.items() if trait in traits})


def _told(trait: str, values: Mapping[str, str]) -> Iterator[str]:
    """`project file my_agent.py: 1c0f… in A, B; 77aa… in C`; nothing where all have the same."""
    found: dict[str, list[str]] = {}
    for name, value in values.items():
        found.setdefault(value, []).append(name)
    if len(found) > 1:
        yield f"{trait}: " + "; ".join(f"{value} in {listed(names)}" for value, names in found.items())


def _same_everywhere(run: ShardRun, written: set[str]) -> Iterator[tuple[str, str]]:
    """What every shard has, whichever cases fall into it; what trials wrote says nothing of the agent."""
    header = run.header
    yield "version of goldgate", header.goldgate
    yield "selection", _filters(header) or "everything"
    yield "mode", header.mode.value
    yield "variants", ", ".join(header.variants)
    yield "what did not hold where the agent ran", ", ".join(header.guards_off) or "nothing"
    for option, value in attrs.asdict(header.options).items():
        yield f"--{option}", "not given" if value is None else f"{value:g}"
    for path, digest in header.project_files.items():
        if path not in written:
            yield f"project file {path}", digest
    for suite, source in header.suites.items():
        yield from _same_of_suite(suite, source)


def _same_of_suite(suite: str, source: SuiteHeader) -> Iterator[tuple[str, str]]:
    yield f"golden file of suite {suite}", source.golden
    yield f"outcome settings of suite {suite}", source.outcome
    yield f"agent of suite {suite}", source.agent
    yield f"suite {suite}", "sampled" if source.sampled else "not sampled"
    for name, own in source.own.items():
        yield f"outcome settings of variant {name} of suite {suite}", own.outcome
    judging = judge_digests(source.judge)
    for key, digest in source.settings.items():
        if key not in judging and key not in _ONLY_WHERE_NEEDED:
            yield f"setting {key} of suite {suite}", digest
    for name, variant in source.variants.items():
        yield f"variant {name} of suite {suite}", variant.digest or variant.selector or "nothing"


def _same_where_told(run: ShardRun, written: set[str]) -> Iterator[tuple[str, str]]:
    """What only those shards have into which a case falls that has to do with it."""
    for suite, source in run.header.suites.items():
        judging = judge_digests(source.judge)
        for key, digest in source.settings.items():
            if key in judging or key in _ONLY_WHERE_NEEDED:
                yield f"setting {key} of suite {suite}", digest
    for path, digest in {**run.header.project_files, **run.end.project_files}.items():
        if path not in written:
            yield f"project file {path}", digest


def _covered(runs: Sequence[ShardRun]) -> Iterator[str]:
    """Cases that are in two shards, or, where all were selected, in none."""
    for suite, source in runs[0].header.suites.items():
        there = [run.header.suites[suite].ran for run in runs if suite in run.header.suites]
        times = Counter(chain.from_iterable(there))
        if twice := sorted(case_name(suite, case) for case, number in times.items() if number > 1):
            yield f"in more than one shard: {listed(twice)}"
        is_whole = not _filters(runs[0].header) and len(there) == len(runs)
        if is_whole and (missing := sorted(case_name(suite, case) for case in source.cases.keys() - times.keys())):
            yield f"in no shard: {listed(missing)}"


def _merged_suite(sources: Sequence[SuiteHeader]) -> SuiteHeader:
    first = sources[0]
    ran = frozenset(chain.from_iterable(source.ran for source in sources))
    splits = sum((Counter(source.splits) for source in sources), Counter[str]())
    return attrs.evolve(
        first,
        selected=None if ran == first.cases.keys() else ran,
        settings={key: digest for source in sources for key, digest in source.settings.items()},
        cassettes={case: digest for source in sources for case, digest in source.cassettes.items()},
        match=next((source.match for source in sources if source.match is not MatchBy.REQUEST), first.match),
        splits=dict(sorted(splits.items())),
        judge=_merged_judge([source.judge for source in sources if source.judge is not None]),
        own={
            variant: attrs.evolve(own, settings=dict(chain.from_iterable(_own_settings(sources, variant))))
            for variant, own in first.own.items()
        },
    )


def _own_settings(sources: Sequence[SuiteHeader], variant: str) -> Iterator[Iterable[tuple[str, str]]]:
    """The settings that hold for one variant in each shard."""
    return (source.of(variant).settings.items() for source in sources)


def _merged_judge(judges: Sequence[JudgeIdentity]) -> JudgeIdentity | None:
    """The one judge of all shards, by the rubrics of all."""
    if not judges:
        return None
    rubrics = {name: digest for judge in judges for name, digest in judge.rubrics.items()}
    return attrs.evolve(judges[0], rubrics=dict(sorted(rubrics.items())))
