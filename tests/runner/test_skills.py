import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from goldgate.model.case import Case
from goldgate.model.detail import NO_DETAIL, Detail
from goldgate.model.judgement import SKILL_NOT_GIVEN, Fault
from goldgate.model.variant import PLAIN, ResolvedVariant, Skill
from goldgate.runner.skills import not_given, watching

MakeCase = Callable[..., Case]
Project = Any  # the class of conftest.py, which tests can't import


@pytest.fixture
def skills(tmp_path: Path) -> ResolvedVariant:
    """A variant with two skills."""
    for name in ("tone", "triage"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "SKILL.md").write_text(name)
    return ResolvedVariant(skills=tuple(Skill(name=name, folder=tmp_path / name) for name in ("tone", "triage")))


def test_what_was_handed_is_told_and_what_of_it_was_opened(skills: ResolvedVariant) -> None:
    with watching(skills) as watched:
        (skills.skills[1].folder / "SKILL.md").read_text()

    assert watched.told_in(Detail(printed="x")) == Detail(
        printed="x", handed_skills=("tone", "triage"), opened_skills=("triage",)
    )


def test_a_file_that_is_named_to_a_program_counts_as_opened(skills: ResolvedVariant) -> None:
    with watching(skills) as watched:
        subprocess.run([sys.executable, "-c", "", skills.skills[0].folder / "SKILL.md"], check=True)

    assert watched.told_in(NO_DETAIL).opened_skills == ("tone",)


def test_another_file_of_a_skill_is_not_its_instructions(skills: ResolvedVariant) -> None:
    (skills.skills[0].folder / "rules.md").write_text("x")
    with watching(skills) as watched:
        (skills.skills[0].folder / "rules.md").read_text()

    assert watched.told_in(NO_DETAIL).opened_skills == ()


def test_without_skills_nothing_is_watched_or_told() -> None:
    with watching(PLAIN) as watched:
        pass

    assert watched.told_in(NO_DETAIL) is NO_DETAIL


def test_a_skill_that_is_gone_is_no_judgement(skills: ResolvedVariant) -> None:
    assert not_given(skills) is None
    (skills.skills[1].folder / "SKILL.md").unlink()

    assert not_given(skills) == Fault(
        code=SKILL_NOT_GIVEN, message="the SKILL.md of triage is gone, so nothing could be given"
    )


def test_a_trial_without_its_skill_is_error_and_one_with_it_says_so(
    project: Project, case: MakeCase, skills: ResolvedVariant
) -> None:
    """The first trial takes its own skill away: nothing of the second can be judged."""
    project.write(
        "agent.py",
        """
        def agent(case, context):
            for skill in context.skills:
                (skill.folder / "SKILL.md").unlink()
        """,
    )
    first, second = project.perform(case("a"), case("b"), adapters={"s": {"default": skills}})

    assert (first.fault, first.detail.handed_skills) == (None, ("tone", "triage"))
    assert (second.fault.code, second.detail) == (SKILL_NOT_GIVEN, NO_DETAIL)
