"""Does the page about frameworks say what each keeps? Its table is made from what the frameworks do.

`python tests/agents/frameworks/test_page.py`, in an environment with some of them, puts their rows into the page.
"""

import re
from importlib.metadata import distributions
from pathlib import Path
from typing import Final

import pytest

from goldgate.agents.frameworks import FRAMEWORKS, Framework
from goldgate.agents.load import load_agent
from goldgate.agents.perform import perform
from goldgate.model.case import CaseView, Stub, World
from goldgate.model.trace import EXCEPTION, Step, Trace

ROOT: Final = Path(__file__).resolve().parents[3]
PAGE: Final = ROOT / "docs/reference/frameworks.md"
AGENTS: Final = Path(__file__).parent / "scripted"
INSTALLED: Final = {found.metadata["Name"] for found in distributions()}
IMPOSSIBLE: Final = {("google_adk", "invalid JSON")}
"""What the model can't do: its class hands over objects, never text."""


def trace_of(framework: Framework, request: str, *stubs: Stub) -> Trace:
    agent = load_agent(f"with_{framework.file}:agent", root=AGENTS)
    return perform(agent, CaseView(id="case", request=request, world=World(tools=stubs))).trace


def row_of(framework: Framework) -> str:
    """What the framework keeps of the scenario, as a row of the table."""
    parallel, raising = trace_of(framework, "two parallel calls"), trace_of(framework, "a tool that raises")
    cells = [
        framework.name,
        _group(parallel),
        _result(parallel.calls[0]),
        _failed(framework, "a missing argument"),
        _failed(framework, "invalid JSON"),
        _failed(framework, "an unknown tool"),
        _failed(framework, "a tool that raises"),
        _told(raising.calls[1]),
        _stubs(framework),
    ]
    return f"| {' | '.join(cells)} |"


def _group(trace: Trace) -> str:
    groups = {step.group for step in trace.calls}
    return "one group" if len(groups) == 1 and None not in groups else "apart"


def _result(step: Step) -> str:
    return "the text" if isinstance(step.observation, str) else "the value"


def _failed(framework: Framework, request: str) -> str:
    """The codes of the calls that failed, whether text was kept, and how the run ended."""
    if (framework.file, request) in IMPOSSIBLE:
        return "can't happen"
    trace = trace_of(framework, request)
    said = [_code(step) for step in trace.calls if step.failure_code]
    return ", ".join([*said, _end(trace)])


def _code(step: Step) -> str:
    return f"`{step.failure_code}`" + (" with the text" if isinstance(step.args, str) else "")


def _end(trace: Trace) -> str:
    raised = [step.error_code for step in trace.steps if step.kind == EXCEPTION]
    if raised:
        return f"ends with `{raised[0]}`"
    return "goes on" if trace.answer == "that is all" else "ends in silence"


def _told(step: Step) -> str:
    """What the model, or where the run ended nobody, is told of the exception."""
    message, told = "3 is too much", str(step.observation)
    if told == message:
        return "its message"
    return "a sentence with its message" if message in told else "a fixed sentence"


def _stubs(framework: Framework) -> str:
    trace = trace_of(framework, "a missing argument", Stub(tool="weather", returns={"celsius": 3}))
    return "after the tool's own check" if trace.calls[0].failure_code else "before the tool's own check"


def is_installed(framework: Framework) -> bool:
    return framework.distribution in INSTALLED


@pytest.mark.filterwarnings("default")
@pytest.mark.parametrize("framework", FRAMEWORKS, ids=lambda framework: framework.file)
def test_the_page_says_what_the_framework_keeps(framework: Framework) -> None:
    if not is_installed(framework):
        pytest.skip(f"{framework.name} has an environment of its own")

    assert row_of(framework) in PAGE.read_text(encoding="utf-8")


@pytest.mark.parametrize("framework", FRAMEWORKS, ids=lambda framework: framework.file)
def test_the_page_names_every_framework_with_the_version_that_is_needed(framework: Framework) -> None:
    page = PAGE.read_text(encoding="utf-8")

    assert re.search(rf"^\| {re.escape(framework.name)} \| `{re.escape(framework.needed)}` \|", page, re.MULTILINE)
    assert re.search(rf"^\| {re.escape(framework.name)} \| (one group|apart) \|", page, re.MULTILINE)


def main() -> None:
    """Put the rows of the frameworks that are installed into the page."""
    page = PAGE.read_text(encoding="utf-8")
    for framework in filter(is_installed, FRAMEWORKS):
        row = row_of(framework)
        pattern = rf"^\| {re.escape(framework.name)} \| (one group|apart|…) \|.*$"
        page = re.sub(pattern, row.replace("\\", r"\\"), page, flags=re.MULTILINE)
    PAGE.write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
