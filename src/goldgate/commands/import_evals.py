"""`goldgate import evals`: the evals of a skill as a golden suite that can be run."""

import shlex
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from goldgate.commands.answer import Answer
from goldgate.commands.project import Project
from goldgate.differ.canonical import spell
from goldgate.differ.listing import listed
from goldgate.errors import BadFile, GoldgateError, UsageError, all_problems
from goldgate.exit_codes import ExitCode
from goldgate.formats.golden import plain_case
from goldgate.importers.skill_evals import ImportedEval, imported
from goldgate.model.frozen import frozen
from goldgate.model.skill_evals import SkillEvals
from goldgate.model.variant import Skill
from goldgate.reports.line import Line, dim, line, strong, warn
from goldgate.reports.wording import counted
from goldgate.store.case_names import case_name
from goldgate.store.files import make_folder, read_if_there, shown, write_atomic
from goldgate.store.golden import add_cases, golden_path, ids_in
from goldgate.store.skill_evals import evals_of, files_of
from goldgate.store.skills import linked_skills

_RUBRICS: Final = "rubrics"
_NOTHING: Final = "it has neither expectations nor an expected output"


@frozen(kw_only=True)
class _Import:
    """What was imported: `added` are the ids of new cases, `written` all files.

    `strangers` are keys that say nothing to goldgate; `has_judge` says whether somebody can judge the suite.
    """

    skill: Skill
    suite: str
    given: tuple[ImportedEval, ...]
    added: frozenset[str]
    written: tuple[str, ...]
    strangers: tuple[str, ...]
    has_judge: bool


def import_evals(*, project: Project, folder: Path, suite: str | None) -> Answer:
    """Add a case to a suite for each eval of the skill in a folder, with a rubric for its expectations.

    `suite` is the name of the skill where none is said. Cases that are there stay as they are, with their rubrics.
    Raises UsageError for a folder without a skill, for the name of the suite, for a rubric that is in the way, and
    where there is nothing to import; BadFile with all that is wrong; UnreadableFile. Then nothing is written.
    """
    (skill,) = linked_skills([folder])
    evals = evals_of(skill)
    name = evals.skill_name if suite is None else suite
    path = golden_path(project.root, project.settings, name)
    given = _all_imported(skill, evals, suite=name)
    cases = {one.case.id: spell(plain_case(one.case)) for one in given if one.case is not None}
    if not cases:
        raise UsageError(f"nothing to import: no eval of {skill.name} says what is expected")
    known = ids_in(project.root, project.settings, name)
    rubrics = {
        project.root / one.case.expect.rubric.name: one.rubric
        for one in given
        if one.case is not None and one.case.expect.rubric and one.rubric is not None and one.case.id not in known
    }
    _write_rubrics(rubrics)
    added = add_cases(project.root, project.settings, name, cases)
    done = _Import(
        skill=skill,
        suite=name,
        given=given,
        added=added,
        written=(shown(path), *map(shown, rubrics)) if added else (),
        strangers=evals.strangers,
        has_judge=project.settings.judge_of(name).names_one,
    )
    return Answer(exit_code=ExitCode.OPEN, lines=lambda: _lines(done), document=lambda: _document(done))


def _all_imported(skill: Skill, evals: SkillEvals, *, suite: str) -> tuple[ImportedEval, ...]:
    """Raises BadFile with what is wrong in all evals, before the first one is used."""
    taken: list[ImportedEval] = []
    errors: list[GoldgateError] = []
    for index, one in enumerate(evals.evals):
        rubric = f"{_RUBRICS}/{case_name(suite)}/{case_name(one.case_id)}.toml"
        try:
            taken.append(imported(one, files_of(skill, one, at=f"$.evals[{index}]"), rubric=rubric))
        except BadFile as error:
            errors.append(error)
    if errors:
        raise BadFile(*all_problems(errors))
    return tuple(taken)


def _write_rubrics(rubrics: Mapping[Path, str]) -> None:
    """All of them, where none is in the way of something else."""
    before = {path: read_if_there(path) for path in rubrics}
    if other := [shown(path) for path, text in rubrics.items() if before[path] not in (None, text.encode())]:
        raise UsageError(f"{listed(tuple(other))} says something else; move it, or let the case stay that expects it")
    for path, text in rubrics.items():
        make_folder(path.parent)
        write_atomic(path, text.encode())


def _lines(done: _Import) -> Iterator[Line]:
    for one in done.given:
        yield line(one.eval.case_id, dim(f"  {_became(one, done.added)}"))
    if done.strangers:
        yield line(warn("left aside "), f"keys of others: {', '.join(done.strangers)}")
    if not done.added:
        yield line("nothing new")
        return
    yield line(f"written {done.written[0]}: {counted(len(done.added), 'case')}, each with its rubric")
    if not done.has_judge:
        yield line(warn("no judge "), "is named in the settings, and these cases need one: [judge]")
    skill = shlex.quote(shown(done.skill.folder))
    yield line("next: ", strong(f"goldgate pair --linked {skill} --suite {shlex.quote(done.suite)}"))


def _became(one: ImportedEval, added: frozenset[str]) -> str:
    if one.case is None:
        return f"left out: {_NOTHING}"
    if one.case.id not in added:
        return "is there already"
    number = max(len(one.eval.expectations), 1)
    files = f", {counted(len(one.eval.files), 'file')}" if one.eval.files else ""
    return f"{counted(number, 'expectation')}{files}"


def _document(done: _Import) -> Mapping[str, Any]:
    ids: Sequence[str] = [one.case.id for one in done.given if one.case is not None]
    return {
        "goldgate": "import",
        "schema": 1,
        "exit_code": 0,
        "suite": done.suite,
        "skill": {"name": done.skill.name, "digest": done.skill.digest},
        "written": list(done.written),
        "cases": [case_id for case_id in ids if case_id in done.added],
        "there_already": [case_id for case_id in ids if case_id not in done.added],
        "left_out": {one.eval.case_id: _NOTHING for one in done.given if one.case is None},
        "left_aside": list(done.strangers),
    }
