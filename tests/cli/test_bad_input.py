"""Bad files, as the installed command tells them: with their places, exit code 2, and nothing is written.

The files lie in `tests/data/bad`, and beside each folder what is said of its files; `tests/bad_input` reads them all.
"""

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from goldgate.differ.show import inert

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.cli.conftest import Ended, ProjectFolder

BAD = Path(__file__).parents[1] / "data/bad"


def expected(kind: str) -> list[str]:
    return (BAD / f"{kind}.txt").read_text(encoding="utf-8").splitlines()


def told(ended: "Ended") -> list[str]:
    """The problems of a document, one line each, as people are told them."""
    lines = [
        f"{problem['file']}:{problem['line']}: {problem['message']}"
        + (f" @ {problem['pointer']}" if problem["pointer"] else "")
        + f" [{problem['code']}]"
        for problem in ended.document["errors"]
    ]
    return list(map(inert, lines))


def test_every_problem_of_every_golden_file_and_baseline_is_told_at_once(folder: "ProjectFolder") -> None:
    for kind in ("golden", "baselines"):
        shutil.copytree(BAD / kind, folder.root / kind)

    ended = folder.run("validate", "--format", "json")

    assert ended.code == 2
    assert told(ended) == [*expected("golden"), *expected("baselines")]


def test_every_problem_of_the_settings_is_told(project: "ProjectFolder") -> None:
    shutil.copy(BAD / "settings/wrong-values.toml", project.root / "goldgate.toml")

    ended = project.run("config")

    assert (ended.code, ended.out) == (2, "")
    lines = [line for line in expected("settings") if line.startswith("settings/wrong-values.toml:")]
    assert ended.errors == [line.replace("settings/wrong-values.toml", "goldgate.toml") for line in lines]


def test_very_many_problems_are_cut_and_counted_for_people(folder: "ProjectFolder") -> None:
    folder.write({"golden/files.jsonl": '{"id": 1}\n' * 40})

    ended = folder.run("validate")

    assert len(ended.errors) == 51
    assert ended.errors[-1] == "and 30 more (--format json has all)"


def test_a_bad_golden_file_stops_everything_before_it_begins(accepted: "ProjectFolder") -> None:
    accepted.write({"golden/more.jsonl": '{"id": "a", "request": "x"}\n{"id": "b"}\n'})
    before, runs = accepted.snapshot(), accepted.runs

    for verb in ("run", "known-failures"):
        ended = accepted.run(verb)
        assert (ended.code, ended.out) == (2, "")
        assert ended.errors == ["golden/more.jsonl:2: required key 'request' is missing @ $ [GG010]"]
    assert (accepted.snapshot(), accepted.runs) == (before, runs)


def test_a_bad_baseline_is_never_taken_for_none(accepted: "ProjectFolder") -> None:
    lines = accepted.read("baselines/files.jsonl").splitlines()
    accepted.write({"baselines/files.jsonl": "\n".join([*lines[:-1], "<<<<<<< HEAD", lines[-1]])})
    before = accepted.snapshot()

    for verb in ("check", "update-baseline", "fmt"):
        ended = accepted.run(verb)
        assert (ended.code, ended.out) == (2, "")
        assert ended.errors == [
            "baselines/files.jsonl:11: conflict marker '<<<<<<<' of an unfinished merge (column 1) [GG010]"
        ]
    assert accepted.snapshot() == before


@pytest.mark.parametrize(
    ("damage", "problem"),
    [
        (lambda text: text.replace('"verdict":"pass"', '"verdict":"fail"', 1), "was changed after the run"),
        (lambda text: text[: len(text) // 2], "it has no valid end line"),
    ],
)
def test_a_run_that_is_not_as_it_was_written_is_refused(
    damage: "Callable[[str], str]", problem: str, accepted: "ProjectFolder"
) -> None:
    results = accepted.runs[-1] / "results.jsonl"
    results.write_text(damage(results.read_text(encoding="utf-8")), encoding="utf-8")
    before = accepted.snapshot()

    ended = accepted.run("update-baseline")

    assert (ended.code, ended.out) == (2, "")
    assert problem in ended.err
    assert accepted.snapshot() == before


def test_a_folder_in_the_place_of_a_file_is_told_as_such(accepted: "ProjectFolder") -> None:
    baseline = accepted.root / "baselines/files.jsonl"
    baseline.unlink()
    baseline.mkdir()

    assert accepted.run("compare").errors == [
        "baselines/files.jsonl: can't read: Is a directory; expected a file, not a folder [GG011]"
    ]


def test_a_link_that_leads_nowhere_is_a_suite_that_can_not_be_read(accepted: "ProjectFolder") -> None:
    (accepted.root / "golden/more.jsonl").symlink_to("nowhere")

    assert accepted.run("run").errors == [
        "golden/more.jsonl: can't read: No such file or directory; check the path [GG011]"
    ]


def test_names_of_suites_that_mean_something_else_are_refused(accepted: "ProjectFolder") -> None:
    accepted.write({"golden/files@new.jsonl": "", "golden/Files.jsonl": "", "golden/a::b.jsonl": ""})

    ended = accepted.run("validate")

    assert ended.code == 2
    assert [line.split(":", 1)[0] for line in ended.errors] == [
        "golden/a",
        "golden/files.jsonl",
        "golden/files@new.jsonl",
    ]
