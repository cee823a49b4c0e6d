"""`goldgate validate`: is every golden file, every rubric that cases expect, and every baseline well formed?"""

import datetime as dt
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from goldgate.commands.answer import Answer
from goldgate.commands.project import Project
from goldgate.differ.nearest import unknown
from goldgate.differ.swallowing import swallowing
from goldgate.errors import BadFile, GoldgateError, Problem, all_problems
from goldgate.exit_codes import ExitCode
from goldgate.formats.baseline import read_baseline
from goldgate.formats.golden import Golden
from goldgate.formats.golden_warnings import golden_warnings
from goldgate.model.baseline import named_by
from goldgate.model.plan import DEFAULT_VARIANT
from goldgate.reports.line import Line, good, line, warn
from goldgate.reports.wording import counted
from goldgate.store.baselines import baseline_files, orphans
from goldgate.store.benches import read_rubrics
from goldgate.store.files import read_bytes, shown
from goldgate.store.golden import TOO_DEEP, golden_files, load_golden
from goldgate.store.suite_files import too_deep

_ORPHAN: Final = "GG015"
"""The code of the warning for a baseline without a golden file, or of a variant that the settings do not name."""
_STRANGER: Final = "GG016"
"""The code of the warning for settings of a suite without a golden file."""
_SWALLOWING: Final = "GG017"
"""The code of the warning for a redaction that leaves nothing to compare."""

_DEEP: Final = "GG019"
"""The code of the warning for a golden file in a folder below that of the suites."""


def validate(*, project: Project, today: dt.date) -> Answer:
    """Read all golden and baseline files, and the rubrics. Raises BadFile with the problems of all of them."""
    errors: list[GoldgateError] = []
    goldens: Mapping[str, Golden] = {}
    try:
        goldens = load_golden(project.root, project.settings, today=today)
    except GoldgateError as error:
        errors.append(error)
    for suite, golden in goldens.items():
        _read_rubrics(project, suite, golden, errors)
    baselines = baseline_files(project.root, project.settings)
    for path in baselines.values():
        _read_baseline(path, errors)
    if errors:
        raise BadFile(*all_problems(errors))
    warnings = [
        *_warnings(project, goldens),
        *_orphan_warnings(project),
        *_settings_warnings(project),
    ]
    return Answer(
        exit_code=ExitCode.OPEN,
        lines=lambda: _lines(goldens, len(baselines), warnings),
        document=lambda: {
            "goldgate": "validate",
            "schema": 1,
            "exit_code": 0,
            "suites": {suite: len(golden.cases) for suite, golden in goldens.items()},
            "baselines": list(baselines),
            "warnings": [warning._asdict() for warning in warnings],
        },
    )


def _read_rubrics(project: Project, suite: str, golden: Golden, errors: list[GoldgateError]) -> None:
    """Read the rubrics that cases expect; what is wrong with them is added to the errors."""
    try:
        read_rubrics(project.root, project.settings, suite, golden.cases)
    except GoldgateError as error:
        errors.append(error)


def _read_baseline(path: Path, errors: list[GoldgateError]) -> None:
    """Read one baseline; what is wrong with it is added to the errors."""
    try:
        read_baseline(read_bytes(path), file=shown(path))
    except GoldgateError as error:
        errors.append(error)


def _warnings(project: Project, goldens: Mapping[str, Golden]) -> Iterator[Problem]:
    files = golden_files(project.root, project.settings)
    for suite, golden in goldens.items():
        for warning in golden_warnings(golden.cases):
            yield warning._replace(file=shown(files[suite]))


def _orphan_warnings(project: Project) -> Iterator[Problem]:
    files = baseline_files(project.root, project.settings)
    every = {
        name
        for variant in (DEFAULT_VARIANT, *project.settings.variants)
        for name in orphans(project.root, project.settings, variant)
    }
    suites = golden_files(project.root, project.settings)
    for name in sorted(every):
        suite, variant = named_by(name)
        message = f"no golden file {suite}.jsonl belongs to this baseline; all its cases count as removed"
        if suite in suites:
            message = f"the settings name no variant {variant!r}; all cases of this baseline count as removed"
        yield Problem(code=_ORPHAN, message=message, file=shown(files[name]))


def _settings_warnings(project: Project) -> Iterator[Problem]:
    files = golden_files(project.root, project.settings)
    for suite in project.settings.suites.keys() - files.keys():
        yield Problem(
            code=_STRANGER,
            message=f"the settings speak of a suite that has no golden file: {unknown('suite', suite, files)}",
        )
    yield from _swallowing_warnings(project)
    yield from _depth_warnings(project)


def _depth_warnings(project: Project) -> Iterator[Problem]:
    """Files below the folder of golden suites that nobody runs."""
    for path in too_deep(project.root / project.settings.golden):
        yield Problem(code=_DEEP, message=TOO_DEEP, file=shown(path))


def _swallowing_warnings(project: Project) -> Iterator[Problem]:
    """Redactions of all suites, and those of one, that leave nothing to compare."""
    places = {"redactions": project.settings.redactions}
    for suite, settings in project.settings.suites.items():
        places[f"suites.{suite}.redactions"] = settings.redactions or ()
    for place, redactions in places.items():
        for index, redaction in enumerate(redactions):
            if why := swallowing(redaction):
                yield Problem(code=_SWALLOWING, message=f"{place}[{index}] {why}")


def _lines(goldens: Mapping[str, Golden], baselines: int, warnings: list[Problem]) -> Iterator[Line]:
    for warning in warnings:
        yield line(warn("warning "), str(warning))
    for suite, golden in goldens.items():
        yield line(f"{suite}: {counted(len(golden.cases), 'case')}")
    yield line(good("all well"), f": {counted(len(goldens), 'suite')}, {counted(baselines, 'baseline')}")
