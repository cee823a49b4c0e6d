"""`goldgate score`, as it is installed: exit codes, and every fault of a file with its line."""

import json
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

if TYPE_CHECKING:
    from tests.cli.conftest import ProjectFolder

BAD: Final = Path(__file__).parents[1] / "data/bad"
RUBRIC: Final = """
layout = "dimensions"

[criteria]
clarity = 0.4
actionability = 0.3
conciseness = 0.3
"""


@pytest.fixture
def scored(folder: "ProjectFolder") -> "ProjectFolder":
    """A folder with a rubric and the rows of two cases, whose weighted scores are 74 and 84.5."""
    scores = {"a": (74, 74, 74), "b": (80, 90, 85)}
    rows: list[dict[str, Any]] = [
        {"case_id": case, "trial": 1, "condition": name, "score": score}
        for case, three in scores.items()
        for name, score in zip(("clarity", "actionability", "conciseness"), three, strict=True)
    ]
    folder.write({"rubric.toml": RUBRIC, "rows.jsonl": "".join(f"{json.dumps(row)}\n" for row in rows)})
    return folder


def test_a_gate_of_70_is_open_and_one_of_75_is_closed(scored: "ProjectFolder") -> None:
    at_70 = scored.run("score", "rows.jsonl", "--rubric", "rubric.toml")
    at_75 = scored.run("score", "rows.jsonl", "--rubric", "rubric.toml", "--gate", "75")

    assert (at_70.code, at_70.out.splitlines()[-1]) == (0, "release gate open  (exit 0)")
    assert (at_75.code, at_75.out.splitlines()[0]) == (1, "BELOW a  weighted 74")
    assert at_75.out.splitlines()[-2:] == ["reason 1 of 2 cases below 75: a", "release gate closed  (exit 1)"]


def test_the_document_has_the_same(scored: "ProjectFolder") -> None:
    ended = scored.run("score", "rows.jsonl", "--rubric", "rubric.toml", "--gate", "74.01", "--format", "json")

    assert ended.code == 1
    assert ended.document["failed_cases"] == ["a"]
    assert ended.document["gate"] == 74.01
    assert [case["weighted_score"] for case in ended.document["cases"]] == [74, 84.5]


def test_every_fault_of_a_score_file_is_told_with_its_line(folder: "ProjectFolder") -> None:
    """A bool, NaN, off the scale, a number as text, a fraction, no score, a missing row, a duplicate: all at once."""
    shutil.copytree(BAD / "scores", folder.root / "scores")

    ended = folder.run("score", "scores/rows.jsonl", "--rubric", "scores/rubric.toml")

    assert (ended.code, ended.out) == (2, "")
    lines = (BAD / "scores.txt").read_text(encoding="utf-8").splitlines()
    assert ended.errors == [line for line in lines if line.startswith("scores/rows.jsonl:")]


def test_no_row_twice_is_averaged(scored: "ProjectFolder") -> None:
    text = scored.read("rows.jsonl")
    scored.write({"rows.jsonl": text + text.splitlines()[0] + "\n"})

    ended = scored.run("score", "rows.jsonl", "--rubric", "rubric.toml", "--format", "json")

    assert ended.code == 2
    assert ended.document["goldgate"] == "error"
    assert [(error["code"], error["line"]) for error in ended.document["errors"]] == [("GG018", 7)]


@pytest.mark.parametrize("gate", ["high", "nan"])
def test_a_gate_that_is_no_number_is_refused(gate: str, scored: "ProjectFolder") -> None:
    ended = scored.run("score", "rows.jsonl", "--rubric", "rubric.toml", "--gate", gate)

    assert ended.code == 2
    assert f"'{gate}' is no number; write it as 69.99" in ended.err


def test_a_gate_off_the_scale_is_refused(scored: "ProjectFolder") -> None:
    ended = scored.run("score", "rows.jsonl", "--rubric", "rubric.toml", "--gate", "101")

    assert ended.errors == ["expected a threshold on the scale from 0 to 100, got 101 [GG002]"]
