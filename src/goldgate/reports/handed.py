"""Was the agent given its skills, and did it load them? What is known of that, counted, and in words."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from goldgate.model.evidence import Handed
from goldgate.model.result import Result
from goldgate.model.trace import SKILL
from goldgate.model.variant import Skill
from goldgate.reports.line import Line, line, strong
from goldgate.reports.wording import counted


def handed_in(
    results: Sequence[Result], skills: Sequence[Skill], *, out_of_sight: Collection[str]
) -> tuple[Handed, ...]:
    """What is known of each skill from the trials of the half with it.

    `out_of_sight` are the suites whose agent runs in another process, where nobody sees what it opens.
    """
    return tuple(_handed(results, skill, out_of_sight) for skill in skills)


def _handed(results: Sequence[Result], skill: Skill, out_of_sight: Collection[str]) -> Handed:
    given = [result for result in results if skill.name in result.detail.handed_skills]
    seen = [_is_loaded(result, skill.name, out_of_sight) for result in given]
    return Handed(
        skill=skill.name,
        digest=skill.digest,
        trials=len(results),
        handed=len(given),
        loaded=None if None in seen else seen.count(True),
    )


def _is_loaded(result: Result, skill: str, out_of_sight: Collection[str]) -> bool | None:
    if skill in result.detail.opened_skills or any(
        step.kind == SKILL and step.name == skill for step in result.trace.steps
    ):
        return True
    return None if result.suite in out_of_sight else False


def handed_lines(handed: Sequence[Handed]) -> Iterator[Line]:
    """A line for each skill."""
    for one in handed:
        yield line(strong(f"given {one.skill}"), f"  {handed_words(one)}")


def handed_words(one: Handed) -> str:
    """In how many trials it was handed over, and loaded."""
    return f"handed in {one.handed} of {counted(one.trials, 'trial')}, {loaded_words(one.loaded)}"


def loaded_words(loaded: int | None) -> str:
    """In how many trials it was loaded, as far as that can be seen."""
    return "nobody saw whether it was loaded" if loaded is None else f"seen to be loaded in {loaded}"


def handed_document(one: Handed) -> Mapping[str, Any]:
    """The same as an object."""
    return {
        "skill": one.skill,
        "digest": one.digest,
        "trials": one.trials,
        "handed": one.handed,
        "loaded": one.loaded,
    }
