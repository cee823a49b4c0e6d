"""What stands where an encoding lacks a sign of ours."""

import ast
from pathlib import Path

import pytest

from goldgate.cli.glyphs import STAND_INS, sayable

SOURCE = Path(__file__).parents[2] / "src/goldgate"
PEOPLE_READ = [*(SOURCE / "reports").glob("*.py"), *(SOURCE / "cli").glob("*.py"), *(SOURCE / "gate").glob("*.py")]


@pytest.mark.parametrize(
    ("encoding", "said"),
    [("ascii", "a -> b... \\uac00 __ - \\ud800"), ("cp1252", "a -> b… \\uac00 __ – \\ud800"), ("utf-8", None)],
)
def test_ours_are_said_in_ascii_and_others_escaped_only_where_that_must_be(encoding: str, said: str | None) -> None:
    text = "a → b… 가 ▁▁ –"

    assert sayable(text if said is None else f"{text} \ud800", encoding) == (text if said is None else said)


def test_every_stand_in_is_ascii() -> None:
    assert "".join(STAND_INS.values()).isascii()


@pytest.mark.parametrize("path", PEOPLE_READ, ids=str)
def test_every_sign_that_a_report_prints_has_a_stand_in(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    printed = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)}

    assert {char for text in printed for char in text if not char.isascii()} <= STAND_INS.keys()
