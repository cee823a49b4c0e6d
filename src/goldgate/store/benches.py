"""Who judges the cases that expect a rubric, and what do their rubrics say? Read before anything is run."""

import shlex
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import assert_never

import attrs

from goldgate.differ.canonical import digest, digest_bytes
from goldgate.differ.nearest import unknown
from goldgate.errors import BadFile, GoldgateError, Problem, SettingsError, UnreadableFile, all_problems
from goldgate.formats.judge import COMMAND, RUBRIC_FILE
from goldgate.formats.judgements import judge_digests
from goldgate.formats.rubric import read_rubric, rubric_digest
from goldgate.formats.text import decode
from goldgate.judge.grading import rubric_fault
from goldgate.judge.questions import TEMPLATE
from goldgate.model.case import Case
from goldgate.model.frozen import frozen
from goldgate.model.grading import JudgeIdentity, JudgeKind
from goldgate.model.result import RunHeader
from goldgate.model.rubric import Rubric
from goldgate.model.settings import JudgeSettings, Settings
from goldgate.model.value import Json
from goldgate.store.files import read_bytes, shown
from goldgate.store.suite_files import SUFFIX


@frozen(kw_only=True)
class Bench:
    """Who judges a suite, and the rubrics by the names that its cases give them."""

    settings: JudgeSettings
    identity: JudgeIdentity
    rubrics: Mapping[str, Rubric]


def open_benches(
    root: Path, settings: Settings, suites: Mapping[str, Iterable[Case]], *, instead: Rubric | None = None
) -> Mapping[str, Bench]:
    """The bench of every suite of which a case expects a rubric; `instead` takes the place of all that cases name.

    Raises SettingsError for suites without a judge, BadFile with all that is wrong in rubrics, and with the cases that
    name one which isn't there or can't judge single trials, UnreadableFile.
    """
    expecting = {suite: [case for case in cases if case.expect.rubric is not None] for suite, cases in suites.items()}
    expecting = {suite: cases for suite, cases in expecting.items() if cases}
    if nameless := [suite for suite in expecting if not settings.judge_of(suite).names_one]:
        raise SettingsError(*(_nameless(suite, expecting[suite][0]) for suite in nameless))
    rubrics = {suite: read_rubrics(root, settings, suite, cases, instead=instead) for suite, cases in expecting.items()}
    return {suite: _bench(root, settings.judge_of(suite), given) for suite, given in rubrics.items()}


def _nameless(suite: str, case: Case) -> str:
    return (
        f"case {case.id!r} of suite {suite!r} expects a rubric, and there is no judge; name one in the settings, "
        'as judge = "module:function" under [judge] (in pyproject.toml [tool.goldgate.judge])'
    )


def _bench(root: Path, settings: JudgeSettings, rubrics: Mapping[str, Rubric]) -> Bench:
    return Bench(settings=settings, identity=with_rubrics(identity_of(root, settings), rubrics), rubrics=rubrics)


def with_rubrics(judge: JudgeIdentity, rubrics: Mapping[str, Rubric]) -> JudgeIdentity:
    """The same judge, judging by these rubrics."""
    return attrs.evolve(judge, rubrics={name: rubric_digest(rubric) for name, rubric in sorted(rubrics.items())})


def identity_of(root: Path, settings: JudgeSettings) -> JudgeIdentity:
    """Who judges under these settings, which name a judge. Raises UnreadableFile."""
    name = settings.endpoint or settings.judge or ""
    kind = kind_of(settings)
    return JudgeIdentity(
        kind=kind,
        name=name,
        prompt=TEMPLATE,
        made_of=digest(_parts(root, settings, kind, name)),
        model=settings.model,
    )


def _parts(root: Path, settings: JudgeSettings, kind: JudgeKind, name: str) -> Json:
    """What a judge is made of, beside its name: its own files, or the parameters of its model."""
    match kind:
        case JudgeKind.ENDPOINT:
            return dict(settings.parameters)
        case JudgeKind.COMMAND:
            return _digests(root, _words(name))
        case JudgeKind.CALLABLE:
            module = name.partition(":")[0].replace(".", "/")
            return _digests(root, (f"{module}.py", f"{module}/__init__.py"))
        case _:
            assert_never(kind)


def kind_of(settings: JudgeSettings) -> JudgeKind:
    """How the judge is reached."""
    if settings.endpoint is not None:
        return JudgeKind.ENDPOINT
    return JudgeKind.COMMAND if (settings.judge or "").startswith(COMMAND) else JudgeKind.CALLABLE


def _words(command: str) -> list[str]:
    """The words of a command line; of one that can't be read, whoever starts it complains."""
    try:
        return shlex.split(command.removeprefix(COMMAND))
    except ValueError:
        return []


def _digests(root: Path, names: Iterable[str]) -> Json:
    """What the files among these names hold."""
    return {name: digest_bytes(read_bytes(root / name)) for name in names if (root / name).is_file()}


def named_in(header: RunHeader, benches: Mapping[str, Bench]) -> RunHeader:
    """The header, with the judge of each suite; who that is counts as a setting that decides results."""
    suites = {
        suite: attrs.evolve(source, judge=bench.identity, settings={**source.settings, **judge_digests(bench.identity)})
        if (bench := benches.get(suite))
        else source
        for suite, source in header.suites.items()
    }
    return attrs.evolve(header, suites=suites)


def judge_now(root: Path, settings: Settings, suite: str, then: JudgeIdentity | None) -> JudgeIdentity | None:
    """Who would judge a suite now by the rubrics of a run; rubrics that are gone or can't be read are left out."""
    now = settings.judge_of(suite)
    if then is None or not now.names_one:
        return None
    rubrics: dict[str, Rubric] = {}
    for name in then.rubrics:
        with suppress(_Unknown, BadFile, UnreadableFile):
            rubrics[name] = _rubric(root, settings, name)
    return with_rubrics(identity_of(root, now), rubrics)


def read_rubrics(
    root: Path, settings: Settings, suite: str, cases: Iterable[Case], *, instead: Rubric | None = None
) -> Mapping[str, Rubric]:
    """The rubrics that cases of a suite expect, by the names that they give them. Raises BadFile, UnreadableFile."""
    rubrics: dict[str, Rubric] = {}
    errors: list[GoldgateError] = []
    golden = shown(root / settings.golden / f"{suite}{SUFFIX}")
    for case in cases:
        expected = case.expect.rubric
        if expected is None:
            continue
        try:
            rubric = instead or rubrics.get(expected.name) or _rubric(root, settings, expected.name)
            fault = rubric_fault(rubric, expected)
        except _Unknown as unknown_name:
            fault = str(unknown_name)
        except (BadFile, UnreadableFile) as error:
            errors.append(error)
            continue
        else:
            rubrics[expected.name] = rubric
        if fault is not None:
            pointer = "$.expect.rubric"
            errors.append(
                BadFile(Problem(code=BadFile.code, message=fault, file=golden, line=case.line, pointer=pointer))
            )
    if errors:
        problems = tuple(dict.fromkeys(all_problems(errors)))
        raise BadFile(*problems) if any(isinstance(error, BadFile) for error in errors) else UnreadableFile(*problems)
    return rubrics


class _Unknown(Exception):
    """A name that the settings give no rubric."""


def _rubric(root: Path, settings: Settings, name: str) -> Rubric:
    if name.endswith(RUBRIC_FILE):
        return read_rubric_file(root / name)
    if name not in settings.rubrics:
        raise _Unknown(unknown("rubric", name, settings.rubrics) + f" (a path ends in {RUBRIC_FILE})")
    return read_rubric_file(root / settings.rubrics[name])


def read_rubric_file(path: Path) -> Rubric:
    """Raises BadFile with all its problems, UnreadableFile."""
    return read_rubric(decode(read_bytes(path), file=shown(path)), file=shown(path))
