"""What an agent does in a trial is a verdict, what it does before is a refusal; nothing ends the gate with 0."""

import time
from textwrap import dedent
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.cli.conftest import ProjectFolder

MISCHIEF = r"""
import os
import signal
import subprocess
import sys
import threading
import time


def agent(case, context):
    return globals()[case.request.replace(".", "_")](context)


def sys_exit(context):
    context.step("before")
    sys.exit(0)


def os__exit(_):
    os._exit(0)


def native_crash(_):
    os.kill(os.getpid(), signal.SIGSEGV)


def endless_loop(_):
    while True:
        pass


def no_trace(_):
    return object()


def misspelled_trace(_):
    return {"stepz": []}


def raises(_):
    raise ValueError("no such folder")


def interrupts(_):
    raise KeyboardInterrupt


def prints(_):
    print("to stdout")
    os.write(1, b"to descriptor 1\n")
    os.write(2, b"to descriptor 2\n")
    subprocess.run([sys.executable, "-c", "print('from a child')"], check=True)
    return "ok"


def moves_away(_):
    os.chdir("/")
    os.environ["LEFT_BEHIND"] = "1"
    os.environ.pop("HOME", None)
    sys.path.clear()
    sys.argv.append("x")
    return "ok"


def looks_around(_):
    environment = f"{'LEFT_BEHIND' in os.environ} {'HOME' in os.environ}"
    return f"{os.getcwd() == '/'} {environment} {len(sys.path) > 1} {'x' in sys.argv}"


def leaves_threads(_):
    threading.Thread(target=time.sleep, args=(60,)).start()
    return "ok"


def returns_none(_):
    return None
"""
FAULTS = {
    "sys.exit": "AGENT_EXIT",
    "os._exit": "AGENT_EXIT",
    "native_crash": "CRASH",
    "endless_loop": "TIMEOUT",
    "no_trace": "BAD_TRACE",
    "misspelled_trace": "BAD_TRACE",
    "raises": "ValueError",
    "interrupts": "KeyboardInterrupt",
}
IMPORTING = "my_agent.py:1: agent my_agent:agent: importing my_agent"
HARMLESS = ("prints", "moves_away", "looks_around", "leaves_threads", "returns_none")


@pytest.fixture
def mischief(folder: "ProjectFolder") -> "ProjectFolder":
    """A project whose agent does what the request names."""
    folder.write({"goldgate.toml": 'agent = "my_agent:agent"\ntimeout = 2\n', "my_agent.py": MISCHIEF})
    folder.golden(*({"id": name, "request": name} for name in (*FAULTS, *HARMLESS)))
    return folder


def test_the_faults_of_an_agent_are_verdicts_and_everything_else_goes_on(mischief: "ProjectFolder") -> None:
    begun = time.monotonic()

    ended = mischief.run("run", "--format", "json")

    assert time.monotonic() - begun < 60
    assert (ended.code, ended.err) == (1, "")
    document = ended.document
    assert (document["expected"], document["ran"], document["errored"]) == (13, 13, 0)
    told = {failure["id"]: failure["reasons"][0] for failure in document["failures"]}
    assert told.keys() == FAULTS.keys()
    assert all(told[name].startswith(f"agent: the agent ended with {code}") for name, code in FAULTS.items()), told
    assert told["misspelled_trace"].endswith(""": "unknown key 'stepz', did you mean 'steps'?\"""")
    assert mischief.run("update-baseline").code == 1
    looked = mischief.run("show", "looks_around", "--format", "json").document
    assert looked["observed"]["answer"] == "False False True True False"


def test_a_slow_agent_is_stopped_by_the_timeout_of_the_command_line(mischief: "ProjectFolder") -> None:
    ended = mischief.run("run", "--case", "endless_loop", "--timeout", "0.2")

    assert ended.code == 1
    assert ended.out.startswith(
        'FAIL  files::endless_loop\n       agent: the agent ended with TIMEOUT: "no end after 0.2 s"\n'
    )


@pytest.mark.parametrize(
    ("source", "lines"),
    [
        (
            """
            def deeper():
                raise RuntimeError("boom")


            deeper()
            """,
            [
                "my_agent.py:3: agent my_agent:agent: importing my_agent raised RuntimeError: boom [GG030]",
                "  my_agent.py:6 in <module>",
                "    deeper()",
                "  my_agent.py:3 in deeper",
                '    raise RuntimeError("boom")',
            ],
        ),
        (
            "def agent(:",
            [
                f"{IMPORTING} raised SyntaxError: invalid syntax (my_agent.py, line 1) [GG030]",
                "  my_agent.py:1 in <module>",
                "    def agent(:",
            ],
        ),
        (
            "import sys\nsys.exit(0)",
            [
                "my_agent.py:2: agent my_agent:agent: importing my_agent left the interpreter (exit status 0) [GG030]",
                "  my_agent.py:2 in <module>",
                "    sys.exit(0)",
            ],
        ),
        (
            "import os\nprint('Traceback (most recent call last):\\nlast words', flush=True)\nos._exit(0)",
            ["the process ended (exit status 0) while it loaded my_agent:agent [GG030]", "last words"],
        ),
    ],
)
def test_an_agent_that_can_not_be_loaded_is_no_judgement_and_its_own_lines_are_shown(
    source: str, lines: list[str], accepted: "ProjectFolder"
) -> None:
    accepted.write({"my_agent.py": dedent(source)})
    runs = accepted.runs

    ended = accepted.run("check", "--format", "json")

    assert ended.code == 2
    (problem,) = ended.document["errors"]
    place = f"{problem['file']}:{problem['line']}: " if problem["file"] else ""
    head, *rest = f"{place}{problem['message']}".split("\n")
    assert [f"{head} [{problem['code']}]", *rest] == lines
    assert accepted.runs == runs


def test_a_name_of_an_agent_that_is_none_is_told_with_what_may_be_meant(accepted: "ProjectFolder") -> None:
    for name, error in {
        "my_agnt:agent": f"agent my_agnt:agent: no module 'my_agnt' in {accepted.root}; did you mean 'my_agent'?",
        "my_agent.py": (
            "an agent is named `module:object` or `module:factory()`, got 'my_agent.py'; for example my_agent:agent"
        ),
    }.items():
        assert accepted.run("run", env={"GOLDGATE_AGENT": name}).err == f"{error} [GG030]\n"
