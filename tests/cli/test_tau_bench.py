"""τ-bench's published trials of gpt-4o go through goldgate as any agent's do, and its own figures come out.

The agent does again what was recorded of (task, trial), the judge gives the reward that τ-bench gave: it is told no
more than any judge, so it knows a trajectory when it sees one.
"""

import json
from collections import defaultdict
from math import comb
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

if TYPE_CHECKING:
    from tests.cli.conftest import Ended, ProjectFolder

REPOSITORY: Final = Path(__file__).parents[2]
RECORDED: Final = REPOSITORY / "tests/data/tau_bench/gpt-4o-airline-trials.jsonl"
SETTINGS: Final = """
agent = "recorded:agent"
trials = 4
[judge]
judge = "recorded:judge"
[rubrics]
reward = "reward.toml"
"""
RUBRIC: Final = """
layout = "dimensions"
scale = {min = 0, max = 1}
shows = ["answer", "steps"]
[criteria]
reward = 1
[gate]
threshold = 1
"""
RECORDING: Final = """
import json, pathlib
from collections import defaultdict

TRIALS = [json.loads(line) for line in pathlib.Path(RECORDED).read_text("utf-8").splitlines()]
LEFT = defaultdict(list)
for trial in TRIALS:
    LEFT["task-%02d" % trial["task"]].append(trial)

def agent(case):
    trial = LEFT[case.id].pop(0)
    return {"steps": trial["steps"], "answer": trial["answer"]}

def spelled(trial):
    return json.dumps([trial.get("steps", []), trial["answer"]], sort_keys=True)

REWARDS = {spelled(trial): trial["reward"] for trial in TRIALS}

def judge(question):
    shown = question["conditions"]["A"]
    keys = ("tool", "args", "error_code")
    steps = [{key: step[key] for key in keys if key in step} for step in shown.get("steps", ())]
    return {"conditions": {"A": {"scores": {"reward": REWARDS[spelled({**shown, "steps": steps})]}}}}
"""


@pytest.fixture(scope="module")
def rewards() -> dict[str, list[int]]:
    """Id of the case → the reward of each trial."""
    found = defaultdict[str, list[int]](list)
    for trial in map(json.loads, RECORDED.read_text("utf-8").splitlines()):
        found[f"task-{trial['task']:02d}"].append(trial["reward"])
    return found


@pytest.fixture
def airline(folder: "ProjectFolder") -> "ProjectFolder":
    """The 50 tasks of the suite `airline`, each to be judged by its reward alone."""
    cases = map(json.loads, (REPOSITORY / "golden/airline.jsonl").read_text("utf-8").splitlines())
    expected = {"rubric": "reward", "allow_errors": ["TOOL_ERROR"]}
    folder.golden(*({"id": one["id"], "request": one["request"], "expect": expected} for one in cases), suite="airline")
    recording = RECORDING.replace("RECORDED", repr(str(RECORDED)))
    folder.write({"goldgate.toml": SETTINGS, "recorded.py": recording, "reward.toml": RUBRIC})
    return folder


def tau_bench(rewards: dict[str, list[int]], k: int) -> float:
    """pass^k by the formula of τ-bench's `display_metrics`, in its floats."""
    total = 0.0
    for of_task in rewards.values():
        total += comb(sum(of_task), k) / comb(4, k)
    return total / len(rewards)


def test_the_summary_of_the_published_trials_has_the_figures_of_tau_bench(
    airline: "ProjectFolder", rewards: dict[str, list[int]]
) -> None:
    """The last two digits of a sum of floats depend on its order; all fifteen that a float holds surely agree."""
    ended: Ended = airline.run("run")
    (run,) = airline.runs
    summary: dict[str, Any] = json.loads((run / "summary.json").read_text("utf-8"))
    pass_hat = {int(k): rate["value"] for k, rate in summary["overall"]["pass_hat_k"].items()}

    assert (ended.code, summary["overall"]["trials"], summary["overall"]["errors"]) == (1, 200, 0)
    assert pass_hat == {1: 21 / 50, 2: 41 / 150, 3: 11 / 50, 4: 1 / 5}
    assert {k: f"{rate:.15g}" for k, rate in pass_hat.items()} == {
        k: f"{tau_bench(rewards, k):.15g}" for k in (1, 2, 3, 4)
    }
    assert {case["id"]: case["solved"] for case in summary["cases"]} == {id_: sum(of) for id_, of in rewards.items()}
    assert "  pass^k      1: 42.0%, 2: 27.3%, 3: 22.0%, 4: 20.0%" in ended.out.splitlines()
