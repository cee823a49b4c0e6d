from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.cli.conftest import ProjectFolder

BASELINE = "baselines/files.jsonl"


def disordered(text: str) -> str:
    """The same baseline as a careless merge and an editor of Windows may leave it."""
    header, *lines = text.split("\n\n")
    loose = lines[0].replace('":', '" : ').replace("메모", "\\uba54\\ubaa8")
    return "\r\n".join(["\ufeff" + header, *reversed(lines[1:]), loose])


def test_a_baseline_is_brought_back_to_its_one_spelling(accepted: "ProjectFolder") -> None:
    right = accepted.read(BASELINE)
    accepted.write({BASELINE: disordered(right)})

    assert "run goldgate fmt" in accepted.run("compare").err
    unformatted = accepted.run("fmt", "--check")
    assert (unformatted.code, unformatted.out) == (2, "")
    assert unformatted.errors == [f"{BASELINE}: not in its one spelling; run goldgate fmt [GG010]"]
    ended = accepted.run("fmt")

    assert (ended.code, ended.out) == (0, f"written {BASELINE}\nall well: 1 file written, 0 unchanged\n")
    assert accepted.read(BASELINE) == right
    assert accepted.run("fmt", "--check").out == "all well: 0 files written, 1 unchanged\n"


@pytest.mark.parametrize(
    ("damage", "problem"),
    [
        ("<<<<<<< HEAD", "12: conflict marker '<<<<<<<' of an unfinished merge (column 1)"),
        ("twice", "12: id 'find-notes' stands on line 5 already; take one of the two out"),
    ],
)
def test_what_a_person_has_to_settle_is_refused_and_all_stays_as_it_is(
    damage: str, problem: str, accepted: "ProjectFolder"
) -> None:
    text = accepted.read(BASELINE)
    line = text.splitlines()[4] if damage == "twice" else damage
    accepted.write({BASELINE: f"{text}{line}\n", "baselines/other.jsonl": disordered(text)})
    before = accepted.snapshot()

    ended = accepted.run("fmt")

    assert (ended.code, ended.out, ended.errors) == (2, "", [f"{BASELINE}:{problem} [GG010]"])
    assert accepted.snapshot() == before


def test_without_any_baseline_all_is_well(project: "ProjectFolder") -> None:
    assert project.run("fmt", "--format", "json").document == {
        "goldgate": "fmt",
        "schema": 1,
        "exit_code": 0,
        "written": [],
        "checked": 0,
    }
