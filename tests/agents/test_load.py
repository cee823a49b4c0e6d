import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeAlias

import pytest

from goldgate.agents.load import load_agent
from goldgate.agents.perform import perform
from goldgate.errors import AgentNotLoadable, Problem
from goldgate.model.case import CaseView

Write: TypeAlias = Callable[..., Path]


@pytest.fixture
def project(tmp_path: Path) -> Iterator[Write]:
    """Write modules of a project and name its folder; what was imported is forgotten afterwards."""
    path, modules = sys.path[:], set(sys.modules)

    def write(**files: str) -> Path:
        for name, text in files.items():
            file = tmp_path / f"{name.replace('__', '/')}.py"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
        return tmp_path

    yield write
    sys.path[:] = path
    for name in set(sys.modules) - modules:
        del sys.modules[name]


def answer_of(name: str, root: Path) -> object:
    return perform(load_agent(name, root=root), CaseView(id="x", request="")).trace.answer


def refusal_of(name: str, root: Path) -> Problem:
    with pytest.raises(AgentNotLoadable) as caught:
        load_agent(name, root=root)
    (problem,) = caught.value.problems
    assert "Traceback" not in str(problem)
    return problem


def test_an_object_of_a_module_in_the_project(project: Write) -> None:
    assert answer_of("my_agent:agent", project(my_agent="def agent(case): return 'mine'")) == "mine"


def test_a_module_in_a_package_and_an_object_in_an_object(project: Write) -> None:
    root = project(package__my_agent="class Agents:\n    @staticmethod\n    def one(case): return 'one'")
    assert answer_of("package.my_agent:Agents.one", root) == "one"


def test_what_a_factory_makes(project: Write) -> None:
    root = project(my_agent="def make():\n    return lambda case: 'made'")
    assert answer_of("my_agent:make()", root) == "made"


def test_a_class_is_made_without_arguments(project: Write) -> None:
    root = project(my_agent="class Agent:\n    def __call__(self, case, context): return 'called'")
    assert answer_of("my_agent:Agent", root) == "called"


def test_the_project_may_import_its_own_modules(project: Write) -> None:
    root = project(my_agent="from hints import HINT\ndef agent(case): return HINT", hints="HINT = 'hint'")
    assert answer_of("my_agent:agent", root) == "hint"


def test_the_project_comes_before_all_else_and_only_once(project: Write) -> None:
    root = project(my_agent="def agent(case): return 'mine'")
    before = len(sys.path)
    for _ in range(2):
        load_agent("my_agent:agent", root=root)
    assert (sys.path[0], len(sys.path)) == (str(root.resolve()), before + 1)


@pytest.mark.parametrize(
    ("name", "example"),
    [
        ("my_agent", "my_agent:agent"),
        ("my_agent.py", "my_agent:agent"),
        ("src/my_agent.py", "src.my_agent:agent"),
        ("my-agent:agent", "my_agent:agent"),
        ("my_agent:", "my_agent:agent"),
        (":agent", "my_agent:agent"),
        ("my_agent:agent(3)", "my_agent:agent"),
        ("my_agent:a..b", "my_agent:agent"),
        ("", "my_agent:agent"),
    ],
)
def test_a_name_that_is_none_is_told_with_an_example(tmp_path: Path, name: str, example: str) -> None:
    assert refusal_of(name, tmp_path).message == (
        f"an agent is named `module:object` or `module:factory()`, got {name!r}; for example {example}"
    )


def test_a_missing_module_is_told_with_the_nearest(project: Write) -> None:
    root = project(my_agent="")
    assert refusal_of("my_agnet:agent", root).message == (
        f"agent my_agnet:agent: no module 'my_agnet' in {root.resolve()}; did you mean 'my_agent'?"
    )


def test_a_missing_module_of_a_package_is_told_with_the_nearest(project: Write) -> None:
    root = project(package__my_agent="", package____init__="")
    assert "no module 'package.my_agnet'" in refusal_of("package.my_agnet:agent", root).message
    assert refusal_of("package.my_agnet:agent", root).message.endswith("did you mean 'package.my_agent'?")


def test_a_file_name_is_a_missing_module_with_the_module_near(project: Write) -> None:
    message = refusal_of("my_agent.py:agent", project(my_agent="")).message
    assert message.startswith("agent my_agent.py:agent: no module 'my_agent.py' in ")
    assert message.endswith("did you mean 'my_agent'?")


def test_a_missing_module_with_nothing_near_is_told(tmp_path: Path) -> None:
    assert refusal_of("qqqq:agent", tmp_path).message.endswith(f"no module 'qqqq' in {tmp_path.resolve()}")


def test_a_missing_module_that_the_agent_imports_is_told_with_its_place(project: Write) -> None:
    problem = refusal_of("my_agent:agent", project(my_agent="import json\nimport qqqq_missing\n"))
    assert problem.message == (
        "agent my_agent:agent: importing my_agent raised ModuleNotFoundError: No module named 'qqqq_missing'\n"
        "  my_agent.py:2 in <module>\n"
        "    import qqqq_missing"
    )
    assert (problem.file, problem.line) == ("my_agent.py", 2)


def test_a_missing_attribute_is_told_with_the_nearest(project: Write) -> None:
    message = refusal_of("my_agent:agnet", project(my_agent="def agent(case): ...")).message
    assert message == "agent my_agent:agnet: my_agent has no 'agnet'; did you mean 'agent'?"


def test_a_missing_attribute_of_an_object_is_told(project: Write) -> None:
    message = refusal_of("my_agent:agent.qqqq", project(my_agent="agent = 3")).message
    assert message == "agent my_agent:agent.qqqq: int has no 'qqqq'"


def test_an_attribute_that_raises_is_told_with_its_place(project: Write) -> None:
    problem = refusal_of("my_agent:agent", project(my_agent="def __getattr__(name):\n    raise OSError('down')"))
    assert problem.message.startswith("agent my_agent:agent: reading agent raised OSError: down\n  my_agent.py:2 in ")


def test_an_import_that_raises_is_told_with_the_users_frames(project: Write) -> None:
    root = project(
        my_agent="from hints import load\n\nload()\n",
        hints="def load():\n    raise ValueError('Traceback (most recent call last): bad hint')\n",
    )
    problem = refusal_of("my_agent:agent", root)
    assert problem.message.splitlines() == [
        "agent my_agent:agent: importing my_agent raised ValueError: traceback (most recent call last): bad hint",
        "  my_agent.py:3 in <module>",
        "    load()",
        "  hints.py:2 in load",
        "    raise ValueError('traceback (most recent call last): bad hint')",
    ]
    assert (problem.file, problem.line) == ("hints.py", 2)


def test_a_syntax_error_is_told_with_its_place(project: Write) -> None:
    problem = refusal_of("my_agent:agent", project(my_agent="x = 1\ndef agent(:\n"))
    assert (problem.file, problem.line) == ("my_agent.py", 2)
    assert "importing my_agent raised SyntaxError" in problem.message


def test_an_agent_that_exits_at_import_is_told(project: Write) -> None:
    problem = refusal_of("my_agent:agent", project(my_agent="import sys\nsys.exit(0)\n"))
    assert problem.message.startswith(
        "agent my_agent:agent: importing my_agent left the interpreter (exit status 0)\n  my_agent.py:2 in <module>"
    )


def test_what_is_no_exception_is_told_all_the_same(project: Write) -> None:
    problem = refusal_of("my_agent:agent", project(my_agent="class Stop(BaseException): ...\nraise Stop('enough')\n"))
    assert problem.message.startswith(
        "agent my_agent:agent: importing my_agent raised Stop: enough\n  my_agent.py:2 in <module>"
    )


def test_ctrl_c_while_the_agent_is_imported_is_the_users(project: Write) -> None:
    root = project(my_agent="raise KeyboardInterrupt\n")
    with pytest.raises(KeyboardInterrupt):
        load_agent("my_agent:agent", root=root)


def test_a_factory_that_raises_is_told(project: Write) -> None:
    problem = refusal_of("my_agent:make()", project(my_agent="def make():\n    raise OSError('no key')"))
    assert problem.message.startswith("agent my_agent:make(): making the agent raised OSError: no key\n  my_agent.py:2")


def test_a_class_that_raises_is_told(project: Write) -> None:
    problem = refusal_of("my_agent:Agent", project(my_agent="class Agent:\n    def __init__(self, key): ..."))
    assert "making the agent raised TypeError" in problem.message


def test_a_factory_that_is_none_is_told(project: Write) -> None:
    message = refusal_of("my_agent:agent()", project(my_agent="agent = 3")).message
    assert message == "agent my_agent:agent(): an object of type int can't be called; name it without ()"


def test_what_is_no_agent_is_told_with_what_would_be_one(project: Write) -> None:
    message = refusal_of("my_agent:agent", project(my_agent="agent = 3")).message
    assert message.startswith("agent my_agent:agent: an object of type int is no agent: an agent is a callable")


def test_a_factory_that_makes_no_agent_is_told(project: Write) -> None:
    message = refusal_of("my_agent:make()", project(my_agent="async def make(): ...\nmake = lambda: 3")).message
    assert "an object of type int is no agent" in message
