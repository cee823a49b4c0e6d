"""Where is told what a code means? In the words of the documentation, without a network."""

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.cli.conftest import ProjectFolder


def test_a_code_is_explained_with_what_to_do_and_where_more_stands(folder: "ProjectFolder") -> None:
    ended = folder.run("explain", "GG012")

    assert ended.code == 0
    assert ended.out.splitlines() == [
        "GG012  A selected suite has no baseline file.",
        "→ `goldgate update-baseline` writes the first one, from the last run.",
        "docs/reference/errors.md#gg012",
    ]


def test_a_class_is_known_by_its_code_as_it_stands_in_a_line_and_by_its_name(folder: "ProjectFolder") -> None:
    by_name = folder.run("explain", "drifted")

    assert by_name.out.startswith("GG125  drifted: it passes, with another outcome")
    assert folder.run("explain", "[gg125]").out == by_name.out


def test_a_word_that_is_no_code_is_answered_with_the_nearest(folder: "ProjectFolder") -> None:
    ended = folder.run("explain", "regresion")

    assert (ended.code, ended.out) == (2, "")
    assert ended.err == "unknown code 'regresion', did you mean 'regression'?; goldgate explain lists all [GG002]\n"


def test_without_a_code_all_are_listed(folder: "ProjectFolder") -> None:
    lines = folder.run("explain").out.splitlines()

    assert lines[1] == "GG002  Wrong usage."
    assert "GG131  ok: as accepted." in lines
    assert lines[-1] == "next: goldgate explain CODE"


def test_machines_are_told_the_same(folder: "ProjectFolder") -> None:
    assert json.loads(folder.run("explain", "ok", "--format", "json").out) == {
        "goldgate": "explanation",
        "schema": 1,
        "exit_code": 0,
        "codes": [
            {
                "code": "GG131",
                "meaning": "ok: as accepted.",
                "remedy": "Nothing to do.",
                "page": "docs/reference/classes.md#gg131",
            }
        ],
    }
