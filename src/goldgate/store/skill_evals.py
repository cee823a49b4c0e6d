"""What evals has a skill, and which files do they bring along? Read from its folder, and from nowhere else."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from goldgate.errors import BadFile, Problem
from goldgate.formats.skill_evals import front_name, read_skill_evals
from goldgate.formats.text import decode
from goldgate.model.skill_evals import SkillEval, SkillEvals
from goldgate.model.variant import Skill
from goldgate.store.files import is_there, read_bytes, shown
from goldgate.store.handed_out import EVALS, SKILL_FILE

EVALS_FILE: Final = f"{EVALS}/evals.json"


def evals_of(skill: Skill) -> SkillEvals:
    """The evals of a skill. Raises BadFile, also where they are those of another skill; UnreadableFile."""
    path = skill.folder / EVALS_FILE
    found = read_skill_evals(read_bytes(path), file=shown(path))
    front = skill.folder / SKILL_FILE
    called = front_name(decode(read_bytes(front), file=shown(front)))
    if called not in (None, found.skill_name):
        message = f"skill_name is {found.skill_name!r}, and {shown(front)} is the skill {called!r}"
        raise _bad(path, message, pointer="$.skill_name")
    return found


def files_of(skill: Skill, one: SkillEval, *, at: str) -> Mapping[str, bytes]:
    """The content of the files of an eval, by their paths below the skill's folder, or else below its `evals`.

    `at` is where the eval stands in its document. Raises BadFile with all that can't be taken, UnreadableFile.
    """
    places = {path: _place(skill.folder, path) for path in one.files}
    source = skill.folder / EVALS_FILE
    problems = [
        problem
        for index, (path, place) in enumerate(places.items())
        for problem in _problems(skill.folder, path, place, source=source, pointer=f"{at}.files[{index}]")
    ]
    if problems:
        raise BadFile(*problems)
    return {path: read_bytes(place) for path, place in places.items()}


def _place(folder: Path, path: str) -> Path:
    """Where a file lies: below the skill, as the format says, or below its evals, as others have it."""
    below = folder / path
    inner = folder / EVALS / path
    return inner if not is_there(below) and is_there(inner) else below


def _problems(folder: Path, path: str, place: Path, *, source: Path, pointer: str) -> Iterator[Problem]:
    def problem(message: str) -> Problem:
        return Problem(code=BadFile.code, message=message, file=shown(source), pointer=pointer)

    if not is_there(place):
        yield problem(f"there is no file {path!r} in {shown(folder)}, nor in its {EVALS}")
    elif any(part.is_symlink() for part in (place, *place.parents) if part != folder and part.is_relative_to(folder)):
        yield problem(f"{path!r} is a link, or lies behind one; bring the file itself")
    elif place.is_dir():
        yield problem(f"{path!r} is a folder; name its files")
    elif place == source:
        yield problem(f"{path!r} says what is expected, so the agent must not find it")


def _bad(path: Path, message: str, *, pointer: str) -> BadFile:
    return BadFile(Problem(code=BadFile.code, message=message, file=shown(path), pointer=pointer))
