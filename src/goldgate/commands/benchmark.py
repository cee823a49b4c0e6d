"""Where is the `benchmark.json` of a paired run put, and what goes into it?"""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from goldgate.commands.project import Project
from goldgate.commands.replay import Replayed
from goldgate.errors import UsageError
from goldgate.model.case_key import CaseKey
from goldgate.model.evidence import Handed
from goldgate.model.result import Result
from goldgate.reports.benchmark import Benchmark, Configuration, benchmark_document
from goldgate.store.benches import read_rubrics
from goldgate.store.files import make_folder, shown, write_atomic
from goldgate.store.golden import load_golden
from goldgate.store.handed_out import EVALS
from goldgate.store.report_files import require_free
from goldgate.store.runs import told_results
from goldgate.suite.halves import WITH, Halves


def require_place(path: Path, halves: Halves, *, project: Project) -> None:
    """Raise UsageError where no benchmark may lie: in place of other files, or among what an agent is handed.

    Raises UnreadableFile where none can be written.
    """
    require_free((path,), root=project.root, settings=project.settings)
    if len(halves.without) > 1:
        raise UsageError("a benchmark has one half without: leave --mode per-skill out, or link one skill")
    for skill in halves.whole.skills:
        place = path.resolve()
        if place.is_relative_to(skill.folder) and not place.is_relative_to(skill.folder / EVALS):
            raise UsageError(
                f"{shown(path)} would lie in the skill, where agents find what is expected of them; "
                f"put it elsewhere, or below {shown(skill.folder / EVALS)}"
            )


def _trials_of(results: Sequence[Result], variant: str) -> Mapping[CaseKey, Sequence[Result]]:
    """The trials of one half, by case."""
    found: dict[CaseKey, list[Result]] = {}
    for result in results:
        if result.variant == variant:
            found.setdefault((result.suite, result.id), []).append(result)
    return found


def write_benchmark(
    path: Path,
    project: Project,
    replayed: Replayed,
    *,
    halves: Halves,
    handed: tuple[Handed, ...],
) -> str:
    """Write the document, whole or not at all, and give the path for people. Raises BadFile, UnreadableFile."""
    suites = replayed.run.header.suites
    goldens = load_golden(project.root, project.settings, names=suites)
    (without,) = halves.without
    results = [*told_results(replayed.run)]
    given = Benchmark(
        run=replayed.run.name,
        finished=replayed.run.end.finished,
        halves={
            Configuration.WITH: _trials_of(results, WITH),
            Configuration.WITHOUT: _trials_of(results, without.variant.name),
        },
        cases={(suite, case.id): case for suite, golden in goldens.items() for case in golden.cases},
        rubrics={
            suite: read_rubrics(project.root, project.settings, suite, replayed.selected.get(suite, ()))
            for suite in suites
        },
        handed=handed,
        paths=tuple(shown(skill.folder) for skill in halves.whole.skills),
        judges=frozenset(header.judge.model for header in suites.values() if header.judge is not None),
    )
    make_folder(path.resolve().parent)
    text = json.dumps(benchmark_document(given), ensure_ascii=False, allow_nan=False, indent=2)
    write_atomic(path, f"{text}\n".encode())
    return shown(path)
