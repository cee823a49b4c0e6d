from pathlib import Path

import pytest

from goldgate.store.folder_digest import folder_digest
from goldgate.store.handed_out import copy_out, handed_out, link_fault, withholds


@pytest.fixture
def skill(tmp_path: Path) -> Path:
    """A skill with evals, as people have them."""
    folder = tmp_path / "skills" / "triage"
    for name, text in {
        "SKILL.md": "Name the deadline.",
        "scripts/due.py": "print('due')",
        "evals/evals.json": '{"evals": []}',
        "evals/files/letter.txt": "pay by Friday",
        ".git/objects/12": "what the evals were",
        "references/evals/rules.md": "not beside a SKILL.md",
    }.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder


def seen(folder: Path) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in handed_out(folder))


def there(folder: Path) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if not path.is_dir())


def test_an_agent_sees_all_of_a_skill_but_its_evals_and_their_history(skill: Path) -> None:
    assert seen(skill) == ["SKILL.md", "references/evals/rules.md", "scripts/due.py"]


def test_evals_are_withheld_beside_each_skill_of_a_folder_and_nowhere_else(skill: Path) -> None:
    (skill.parent / "evals").mkdir()
    (skill.parent / "evals" / "notes.md").write_text("no skill lies here")

    assert withholds(skill.parent)
    assert not withholds(skill / "references")
    assert [name for name in seen(skill.parent) if "evals" in name] == [
        "evals/notes.md",
        "triage/references/evals/rules.md",
    ]


@pytest.mark.parametrize("name", ["evals", "Evals"])
def test_evals_may_be_a_file_or_a_link_in_any_case(tmp_path: Path, name: str) -> None:
    (tmp_path / "elsewhere").mkdir()
    skill = tmp_path / "triage"
    skill.mkdir()
    (skill / "SKILL.md").write_text("x")
    (skill / name).symlink_to(tmp_path / "elsewhere")

    assert (withholds(skill), seen(skill), link_fault(skill)) == (True, ["SKILL.md"], None)


def test_a_copy_is_what_may_be_seen_and_has_the_same_digest(skill: Path, tmp_path: Path) -> None:
    (skill / "scripts" / "due.py").chmod(0o755)
    (skill / "RULES.md").symlink_to("references/evals/rules.md")

    copy_out(skill, to=tmp_path / "copy")

    assert there(tmp_path / "copy") == ["RULES.md", "SKILL.md", "references/evals/rules.md", "scripts/due.py"]
    assert folder_digest(tmp_path / "copy") == folder_digest(skill)


def test_what_is_expected_is_no_part_of_the_digest(skill: Path) -> None:
    before = folder_digest(skill)
    (skill / "evals" / "evals.json").write_text("{}")

    assert folder_digest(skill) == before


@pytest.mark.parametrize("target", ["evals/evals.json", "evals", "../../secrets", "/etc/hostname"])
def test_links_that_lead_out_of_a_copy_or_to_its_evals_are_told(skill: Path, target: str) -> None:
    (skill / "link").symlink_to(target)

    assert link_fault(skill) == (
        f"{skill}/link is a link to {target}; agents get a copy of {skill} without its evals, "
        "in which links may lead to nothing but that copy"
    )


def test_where_nothing_is_withheld_links_may_lead_anywhere(tmp_path: Path) -> None:
    (tmp_path / "SKILL.md").write_text("x")
    (tmp_path / "link").symlink_to("/etc/hostname")

    assert link_fault(tmp_path) is None
