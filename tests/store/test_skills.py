from pathlib import Path

import pytest

from goldgate.errors import UsageError
from goldgate.model.variant import Skill
from goldgate.store.folder_digest import folder_digest
from goldgate.store.skills import linked_skills


def skill(folder: Path) -> Path:
    folder.mkdir(parents=True)
    (folder / "SKILL.md").write_text("Name the deadline.")
    return folder


def test_a_skill_has_the_name_of_its_folder_and_a_digest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = skill(tmp_path / "skills" / "triage")
    monkeypatch.chdir(folder)

    (found,) = linked_skills([Path()])

    assert (found.name, found.folder, found.digest) == ("triage", folder.resolve(), folder_digest(folder))


def test_where_a_skill_lies_is_no_part_of_what_it_is(tmp_path: Path) -> None:
    first, second = (linked_skills([skill(tmp_path / where / "triage")]) for where in ("a", "b"))

    assert first == second == (Skill(name="triage", digest=first[0].digest),)


def test_all_that_is_no_skill_is_named(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    same = [skill(tmp_path / "a" / "x"), skill(tmp_path / "b" / "x"), tmp_path / "a" / "x"]
    given = [tmp_path / "gone", tmp_path / "empty", *same]

    with pytest.raises(UsageError) as raised:
        linked_skills(given)

    assert [problem.message for problem in raised.value.problems] == [
        f"there is no folder {tmp_path}/gone; a skill is a folder with a SKILL.md",
        f"{tmp_path}/empty holds no SKILL.md, so it is no skill",
        f"two linked skills are called 'x': {tmp_path}/a/x and {tmp_path}/b/x; rename a folder, or link one of them",
        f"{tmp_path}/a/x is linked twice; once is enough",
    ]


def test_a_skill_that_says_nothing_is_none(tmp_path: Path) -> None:
    folder = skill(tmp_path / "triage")
    (folder / "SKILL.md").write_text(" \n")

    with pytest.raises(UsageError) as raised:
        linked_skills([folder])

    assert [problem.message for problem in raised.value.problems] == [
        f"{folder}/SKILL.md says nothing, so with it an agent is given nothing"
    ]


def test_a_skill_with_evals_can_be_handed_out_only_where_its_links_stay_in_it(tmp_path: Path) -> None:
    folder = skill(tmp_path / "triage")
    (folder / "evals").mkdir()
    (folder / "cheat").symlink_to("evals")

    with pytest.raises(UsageError, match="cheat is a link to evals; agents get a copy"):
        linked_skills([folder])
