import json
from pathlib import Path

import pytest

from goldgate.errors import BadFile
from goldgate.model.skill_evals import SkillEval
from goldgate.model.variant import Skill
from goldgate.store.skill_evals import evals_of, files_of


@pytest.fixture
def skill(tmp_path: Path) -> Skill:
    """A skill with one eval and a file for it."""
    folder = tmp_path / "triage"
    (folder / "evals" / "files").mkdir(parents=True)
    (folder / "SKILL.md").write_text("---\nname: triage\n---\nName the deadline.")
    (folder / "evals" / "files" / "letter.txt").write_text("by Friday")
    (folder / "assets").mkdir()
    (folder / "assets" / "form.bin").write_bytes(b"\xff")
    document = {"skill_name": "triage", "evals": [{"id": 1, "prompt": "x"}]}
    (folder / "evals" / "evals.json").write_text(json.dumps(document))
    return Skill(name="triage", folder=folder)


def files(skill: Skill, *paths: str) -> dict[str, bytes]:
    return dict(files_of(skill, SkillEval(id=1, prompt="x", files=paths), at="$.evals[0]"))


def faults(skill: Skill, *paths: str) -> list[str]:
    with pytest.raises(BadFile) as raised:
        files(skill, *paths)
    return [problem.message for problem in raised.value.problems]


def test_a_skill_has_the_evals_of_its_folder(skill: Skill) -> None:
    assert evals_of(skill).evals == (SkillEval(id=1, prompt="x"),)


def test_evals_of_another_skill_are_refused(skill: Skill) -> None:
    (skill.folder / "SKILL.md").write_text("---\nname: tone\n---\n")

    with pytest.raises(BadFile) as raised:
        evals_of(skill)

    assert (
        raised.value.problems[0].message == f"skill_name is 'triage', and {skill.folder}/SKILL.md is the skill 'tone'"
    )


def test_a_skill_without_front_matter_is_called_what_its_evals_say(skill: Skill) -> None:
    (skill.folder / "SKILL.md").write_text("Name the deadline.")

    assert evals_of(skill).skill_name == "triage"


def test_files_lie_below_the_skill_or_else_below_its_evals(skill: Skill) -> None:
    assert files(skill, "evals/files/letter.txt", "files/letter.txt", "assets/form.bin") == {
        "evals/files/letter.txt": b"by Friday",
        "files/letter.txt": b"by Friday",
        "assets/form.bin": b"\xff",
    }


def test_what_can_not_be_taken_is_told_all_of_it(skill: Skill, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("s")
    (skill.folder / "link.txt").symlink_to(tmp_path / "secret")
    (skill.folder / "behind").symlink_to(tmp_path)

    assert faults(skill, "gone.txt", "link.txt", "behind/secret", "assets", "evals/evals.json") == [
        f"there is no file 'gone.txt' in {skill.folder}, nor in its evals",
        "'link.txt' is a link, or lies behind one; bring the file itself",
        "'behind/secret' is a link, or lies behind one; bring the file itself",
        "'assets' is a folder; name its files",
        "'evals/evals.json' says what is expected, so the agent must not find it",
    ]
