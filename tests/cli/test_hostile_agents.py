"""No agent can say what the gate says: whatever it does to goldgate or its files, the exit code is not its own."""

from typing import Any

import pytest

Folder = Any  # the class of conftest.py, which tests can't import

HONEST = "def agent(case, context):\n    return 'accepted'\n"
REWRITES_THE_BASELINE = """
from pathlib import Path
def agent(case, context):
    baseline = Path("baselines/files.jsonl")
    baseline.write_text(baseline.read_text().replace("accepted", "changed"))
    return "changed"
"""
LEAVES_FROM_GOLDGATE = """
import sys
from goldgate.commands import replay
def agent(case, context):
    replay.finish = lambda *_, **__: sys.exit(0)
    return "changed"
"""


@pytest.fixture
def gated(folder: Folder) -> Folder:
    """A project whose baseline says what its agent does."""
    folder.write({"goldgate.toml": 'agent = "my_agent:agent"\n', "my_agent.py": HONEST})
    folder.golden({"id": "one", "request": "one"})
    assert folder.run("run").code == 0
    assert folder.run("update-baseline").code == 0
    return folder


def test_an_agent_that_rewrites_the_baseline_is_not_compared_with_it(gated: Folder) -> None:
    gated.write({"my_agent.py": REWRITES_THE_BASELINE})
    checked = gated.run("check")
    assert checked.code == 2
    assert checked.errors[0].startswith("baselines/files.jsonl: the baseline was changed while the cases ran;")


def test_an_agent_that_leaves_from_the_middle_of_goldgate_does_not_open_the_gate(gated: Folder) -> None:
    """In this process an agent can reach everything; that goldgate ends without a word is no judgement all the same."""
    gated.write({"my_agent.py": LEAVES_FROM_GOLDGATE})
    checked = gated.run("check", "--in-process", "--format", "json")
    assert checked.code == 2
    assert checked.document["errors"][0]["message"] == "internal fault: SystemExit: 0"


def test_an_agent_that_leaves_the_interpreter_does_not_open_the_gate(project: Folder) -> None:
    project.write({"my_agent.py": "import os\n\n\ndef agent(case, context):\n    os._exit(0)\n"})

    ended = project.run("run", "--in-process")

    assert (ended.code, ended.out) == (2, "")
    assert ended.err == "the agent left the interpreter with os._exit; nothing was judged [GG002]\n"
