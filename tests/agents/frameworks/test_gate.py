"""The whole gate over an agent of each framework that is installed."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest

from goldgate.agents.frameworks import Framework

AGENTS: Final = Path(__file__).parent / "scripted"
CASES: Final = (
    {"id": "parallel", "request": "two parallel calls", "expect": {"calls": [["weather", "weather"]]}},
    {"id": "sequence", "request": "one call after the other"},
    {
        "id": "stubbed",
        "request": "one call after the other",
        "world": {"tools": [{"tool": "weather", "returns": {"celsius": -7}}]},
        "expect": {"calls": ["weather", "pay_later"], "answer": "that is all"},
    },
)


@pytest.fixture
def project(framework: Framework, tmp_path: Path) -> Path:
    for name in ("scripted_turns.py", f"with_{framework.file}.py"):
        shutil.copy(AGENTS / name, tmp_path)
    (tmp_path / "goldgate.toml").write_text(f'agent = "with_{framework.file}:agent"\n', encoding="utf-8")
    (tmp_path / "golden").mkdir()
    lines = "".join(json.dumps(case) + "\n" for case in CASES)
    (tmp_path / "golden/travel.jsonl").write_text(lines, encoding="utf-8")
    return tmp_path


def results(project: Path) -> list[bytes]:
    """The lines of the newest run without the first and the last, which say when it was."""
    newest = max((project / ".goldgate/runs").iterdir())
    return (newest / "results.jsonl").read_bytes().splitlines()[1:-1]


def test_an_unchanged_agent_passes_and_a_changed_call_is_told_with_its_step(
    project: Path, goldgate: Callable[..., tuple[int, str]]
) -> None:
    assert goldgate(project, "run")[0] == 0
    first = results(project)
    assert goldgate(project, "run")[0] == 0
    assert results(project) == first
    assert goldgate(project, "update-baseline")[0] == 0
    assert goldgate(project, "check")[0] == 0

    model = project / "scripted_turns.py"
    model.write_text(model.read_text(encoding="utf-8").replace('"city": "Busan"', '"city": "Ulsan"'), encoding="utf-8")
    model.write_text(model.read_text(encoding="utf-8").replace('[("pay_later", ', '[("pay", '), encoding="utf-8")
    code, said = goldgate(project, "check", "--format", "json")
    changed: dict[str, Any] = {case["id"]: case for case in json.loads(said)["cases"]}

    assert code == 1
    assert {case: changed[case]["divergence"]["step"] for case in changed} == {
        "parallel": 1,
        "sequence": 1,
        "stubbed": 1,
    }
    assert changed["parallel"]["divergence"]["pointer"] == "/args/city"
    assert changed["sequence"]["divergence"]["pointer"] == "/tool"
