"""The whole gate over agents that real instrumentations trace, of those that are installed."""

import json
import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

import pytest

AGENTS: Final = Path(__file__).parent / "instrumented"
OPENAI_V2: Final = "opentelemetry.instrumentation.openai_v2"
NEEDED: Final = {
    "openai_v2": OPENAI_V2,
    "openai_v2_events": OPENAI_V2,
    "openai_v2_legacy": OPENAI_V2,
    "openinference": "openinference.instrumentation.openai",
    "openllmetry": "opentelemetry.instrumentation.openai",
    "pydantic_ai": "pydantic_ai",
}
"""Name of the agent → what must be installed beside the SDKs of OpenTelemetry and OpenAI."""


def is_installed(module: str) -> bool:
    parents = module.split(".")
    return all(find_spec(".".join(parents[:length])) for length in range(1, len(parents) + 1))


@pytest.fixture(params=NEEDED)
def name(request: pytest.FixtureRequest) -> str:
    found: str = request.param
    for module in ("opentelemetry.sdk", "openai", "httpx2", NEEDED[found]):
        if not is_installed(module):
            pytest.skip(f"{module} has an environment of its own")
    return found


@pytest.fixture
def project(name: str, tmp_path: Path) -> Path:
    for file in ("scripted_model.py", f"with_{name}.py"):
        shutil.copy(AGENTS / file, tmp_path)
    (tmp_path / "goldgate.toml").write_text(f'agent = "otel: with_{name}:agent"\n', encoding="utf-8")
    (tmp_path / "golden").mkdir()
    (tmp_path / "golden/travel.jsonl").write_text(lines("parallel", "sequence", "faults"), encoding="utf-8")
    return tmp_path


def lines(*requests: str) -> str:
    """A case for each script of the model."""
    return "".join(json.dumps({"id": request, "request": request}) + "\n" for request in requests)


def goldgate(project: Path, *words: str) -> tuple[int, str]:
    """Exit code and output; nothing says here that this is CI."""
    kept = {key: value for key, value in os.environ.items() if key not in ("CI", "PRE_COMMIT")}
    command = [sys.executable, "-m", "goldgate", *words]
    ended = subprocess.run(command, cwd=project, env=kept, capture_output=True, text=True, check=False)
    return ended.returncode, ended.stdout + ended.stderr


def results(project: Path) -> list[bytes]:
    """The lines of the newest run without the first and the last, which say when it was."""
    newest = max((project / ".goldgate/runs").iterdir())
    return (newest / "results.jsonl").read_bytes().splitlines()[1:-1]


def traces(project: Path) -> dict[str, Any]:
    return {result["id"]: result["trace"] for result in map(json.loads, results(project))}


def weather(city: str, **other: str) -> dict[str, Any]:
    sky = {"sky": f"blue over {city}"}
    return {"tool": "weather", "args": {"city": city}, "observation": sky, **other}


def test_two_runs_are_the_same_and_a_changed_call_is_told_with_its_step(project: Path) -> None:
    goldgate(project, "run")
    first = results(project)
    goldgate(project, "run")
    assert results(project) == first

    (project / "golden/travel.jsonl").write_text(lines("parallel", "sequence"), encoding="utf-8")
    assert goldgate(project, "run")[0] == 0
    assert goldgate(project, "update-baseline")[0] == 0
    assert goldgate(project, "check")[0] == 0

    model = project / "scripted_model.py"
    changed_model = model.read_text(encoding="utf-8").replace("Busan", "Ulsan").replace('[("pay_later"', '[("pay"')
    model.write_text(changed_model, encoding="utf-8")
    code, said = goldgate(project, "check", "--format", "json")
    changed = {case["id"]: case["divergence"] for case in json.loads(said)["cases"]}
    assert code == 1
    assert {case: (found["step"], found["pointer"]) for case, found in changed.items()} == {
        "parallel": (1, "/args/city"),
        "sequence": (1, "/tool"),
    }


def test_steps_are_what_the_instrumentation_keeps(project: Path, name: str) -> None:
    goldgate(project, "run")
    found = traces(project)
    assert found["parallel"]["steps"] == [
        weather("Seoul", group="message-1"),
        weather("Busan", group="message-1"),
    ]
    assert found["sequence"]["steps"] == [
        weather("Seoul"),
        {
            "tool": "pay_later",
            "args": {"amount": 5},
            "observation": "5 noted" if name == "pydantic_ai" else '"5 noted"',
        },
    ]
    assert found["sequence"]["answer"] == "that is all"
    assert [(step.get("tool"), step.get("args"), step.get("error_code")) for step in found["faults"]["steps"]] == [
        ("weather", '{"city": ', "BAD_ARGUMENTS"),
        ("nope", None, None if name.startswith("openai_v2") else "UNKNOWN_TOOL"),
        ("boom", None, "LookupError" if name == "pydantic_ai" else None),
        *([(None, None, "LookupError")] if name == "pydantic_ai" else []),
    ]
