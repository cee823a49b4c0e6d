"""Files that people commit, and the finished runs of a project, as Python code reads them."""

import json
import os
import subprocess
import sys
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Final

import pytest

import goldgate

COMMAND: Final = Path(sys.executable).with_name("goldgate")
FILES: Final = {
    "goldgate.toml": 'agent = "clerk:agent"\n[judge]\njudge = "clerk:judge"\n[rubrics]\nparts = "parts.toml"\n',
    "parts.toml": 'layout = "dimensions"\n[criteria]\nbrief = 0.5\nkind = 0.5\n',
    "clerk.py": """
def agent(case, context):
    return case.request if context.skills else "read"

def judge(question):
    return {"conditions": {letter: {"scores": {"brief": 100, "kind": 50}} for letter in question["conditions"]}}
""",
    "golden/letters.jsonl": json.dumps({"id": "permit", "request": "soon", "expect": {"answer": {"contains": "soon"}}})
    + "\n"
    + json.dumps({"id": "refund", "request": "soon", "expect": {"rubric": "parts"}})
    + "\n",
    "tone/SKILL.md": "be kind",
}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


def command(project: Path, *words: str) -> str:
    """What a command prints, which may say that the gate is closed."""
    environment = {key: value for key, value in os.environ.items() if key not in {"CI", "PYTEST_XDIST_WORKER"}}
    done = subprocess.run(
        [COMMAND, *words], cwd=project, env=environment, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode in {0, 1}, done.stdout + done.stderr
    return done.stdout


def test_a_finished_run_is_read_judged_again_and_compared(project: Path) -> None:
    command(project, "run")

    run = goldgate.read_run(project)
    (project / "parts.toml").write_text(FILES["parts.toml"].replace("brief = 0.5", "brief = 0.2").replace("0.5", "0.8"))
    rubrics = {"parts": goldgate.read_rubric(project / "parts.toml")}
    cases = goldgate.read_golden(project / "golden/letters.jsonl")
    again = goldgate.judge_again(run, {"letters": cases}, rubrics=rubrics)

    scores = [[one.scores and one.scores.weighted for one in each.results] for each in (run, again)]
    assert scores == [[None, Decimal(75)], [None, Decimal(60)]]
    assert [line.id for line in run.proposed["letters"]] == ["permit", "refund"]
    assert again.header.trials_of == run.header.run
    assert goldgate.compare_runs(run, goldgate.read_run(project, run.header.run)).delta.value == 0
    with pytest.raises(goldgate.GoldgateError, match="there is no run 'a'"):
        goldgate.read_run(project, "a")


def test_a_kept_report_is_a_reference(project: Path) -> None:
    (project / "kept.json").write_text(command(project, "pair", "--linked", "tone", "--format", "json"))

    reference = goldgate.read_reference(project / "kept.json")

    assert (reference.rate, list(reference.suites)) == (Fraction(1), ["letters"])
    assert goldgate.read_evidence(project, "tone").newest.delta == Fraction(1, 2)


def test_a_path_may_be_a_text(project: Path) -> None:
    text = str(project / "golden" / "letters.jsonl")
    assert goldgate.read_golden(text) == goldgate.read_golden(Path(text))
    assert goldgate.read_rubric(str(project / "parts.toml")) == goldgate.read_rubric(project / "parts.toml")
    for read in (goldgate.read_baseline, goldgate.read_reference):
        with pytest.raises(goldgate.GoldgateError, match="No such file or directory"):
            read(str(project / "nowhere"))
    with pytest.raises(goldgate.GoldgateError, match="there is no run yet"):
        goldgate.read_run(str(project))
    with pytest.raises(goldgate.GoldgateError, match="there is no evidence on 'tone'"):
        goldgate.read_evidence(str(project), "tone")
