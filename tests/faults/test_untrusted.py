"""The agent is not trusted: it can't say what the gate says, nor see what it is judged by."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

if TYPE_CHECKING:
    from tests.faults.conftest import Folder, Nursery

TODAY: Final = ("--today", "2026-11-30")
HONEST: Final = "def agent(case, context):\n    return 'right'\n"
SPYING: Final = """
import gc, re
from pathlib import Path

WANTED = "[Z]EBRA([A-Z]+)"  # which is not found itself


def agent(case, context):
    found = set()
    for one in gc.get_objects():
        if isinstance(one, (str, bytes, list, tuple, dict)):
            found.update(re.findall(WANTED, str(one)))
    for start, stop in writable():
        with open("/proc/self/mem", "rb", 0) as memory:
            try:
                memory.seek(start)
                found.update(re.findall(WANTED.encode(), memory.read(stop - start)))
            except (OSError, OverflowError):
                continue
    return " ".join(sorted({one if isinstance(one, str) else one.decode() for one in found}))


def writable():
    maps = Path("/proc/self/maps")
    for line in maps.read_text().splitlines() if maps.exists() else ():
        if place := re.match("([0-9a-f]+)-([0-9a-f]+) rw", line):
            yield [int(one, 16) for one in place.groups()]
"""
FORGING: Final = """
import json, os, subprocess, sys

def forged(number):
    trace = {"steps": [], "answer": "right", "status": "success"}
    fields = [number, 0.1, trace, None, {}, [], [], False, {}]
    return (json.dumps(["reply", *fields]) + "\\n").encode()

def spray(lines):
    for number in range(3, 256):
        for line in lines:
            try:
                os.write(number, line)
            except OSError:
                pass

def agent(case, context):
    lines = [forged(number) for number in range(4)]
    HOW
    return "wrong"
"""
WAYS: Final = {
    "print": "for line in lines: print(line.decode(), flush=True)",
    "real_stdout": "for line in lines: os.write(1, line); os.write(2, line)",
    "dunder_stdout": "for line in lines: sys.__stdout__.write(line.decode()); sys.__stdout__.flush()",
    "fork": """
    child = os.fork()
    if child == 0:
        spray(lines)
        os._exit(0)
    os.waitpid(child, 0)""",
    "program": """
    code = "import os, sys\\nfor number in range(3, 256):\\n"
    code += "  try: os.write(number, sys.argv[1].encode())\\n  except OSError: pass"
    subprocess.run([sys.executable, "-c", code, b"".join(lines).decode()], close_fds=False)""",
}
REWRITING: Final = """
from pathlib import Path

def agent(case, context):
    if case.id == "two":
        (run,) = [path.parent for path in Path(__file__).parent.glob(".goldgate/runs/*/journal.jsonl")]
        for name in ("journal.jsonl", "outcomes.jsonl"):
            path = run / name
            text = path.read_text()
            path.write_text(text.replace("wrong", "right"))
    return "wrong"
"""


@pytest.fixture
def gated(tmp_path: Path, nursery: "Nursery", fresh: "Folder") -> "Folder":
    """Two cases without expectations, which are accepted as an honest agent answers them."""
    folder = type(fresh)(tmp_path / "project")
    settings = 'agent = "my_agent:agent"\n[guards]\nprocesses = false\n'
    folder.write({"goldgate.toml": settings, "my_agent.py": HONEST})
    folder.golden("files", *({"id": one, "request": one} for one in ("one", "two")))
    assert nursery.run(folder, "run").code == 0
    assert nursery.run(folder, "update-baseline").code == 0
    for path in (folder.root / ".goldgate/runs").iterdir():
        for file in path.rglob("*.*"):
            file.unlink()
    return folder


@pytest.mark.parametrize("way", WAYS)
def test_an_agent_or_what_it_starts_can_not_forge_the_outcome_of_a_trial(
    way: str, gated: "Folder", nursery: "Nursery"
) -> None:
    gated.write({"my_agent.py": FORGING.replace("HOW", WAYS[way])})
    ended = nursery.run(gated, "check")
    assert (ended.code, "2 expected, 2 run, 2 compared, 0 errored" in ended.said) == (1, True), ended.said


def test_an_agent_that_speaks_on_the_line_of_its_worker_opens_no_gate(gated: "Folder", nursery: "Nursery") -> None:
    """It is in the same process, so it can; what comes is no judgement, or one against it."""
    for lines in ("[b'garbage\\n']", "[b'[\"reply\",1]\\n']", "[b'[]\\n']", "[b'{}\\n']", "[b'\\xff\\n']", "lines"):
        gated.write({"my_agent.py": FORGING.replace("HOW", f"spray({lines})")})
        ended = nursery.run(gated, "check")
        assert (ended.code, "Traceback" in ended.said) == (2, False), ended.said


def test_an_agent_that_rewrites_the_journal_of_its_run_does_not_change_its_outcome(
    gated: "Folder", nursery: "Nursery"
) -> None:
    gated.write({"my_agent.py": REWRITING})
    ended = nursery.run(gated, "check")
    path = f".goldgate/runs/{gated.runs[-1].name}/journal.jsonl"
    assert (ended.code, ended.said) == (2, f"{path} was changed during the run; make a new one: goldgate run [GG021]\n")
    for words in (("run", "--resume"), ("compare",), ("update-baseline",)):
        assert nursery.run(gated, *words).code == 2


def test_what_it_is_judged_by_is_nowhere_in_the_memory_of_its_process(gated: "Folder", nursery: "Nursery") -> None:
    gated.golden(
        "files",
        *(
            {
                "id": f"case-{number}",
                "request": "ZEBRAREQUEST",
                "notes": "ZEBRANOTE",
                "expect": {"answer": {"not_contains": "ZEBRAANSWER"}, "calls": ["ZEBRACALL"], "match": "subset"},
                "known_failure": {"reason": "ZEBRAREASON", "issue": "#1"},
            }
            for number in range(20)
        ),
    )
    accepted = gated.read("baselines/files.jsonl").replace("right", "ZEBRABASELINE")
    gated.write({"my_agent.py": SPYING, "baselines/files.jsonl": accepted})
    nursery.run(gated, "run")
    lines = (gated.runs[-1] / "results.jsonl").read_text().splitlines()[1:-1]
    for line in lines:
        found = json.loads(line)["trace"]["answer"].split()
        assert "REQUEST" in found
        assert [word for word in found if not "REQUEST".startswith(word)] == []  # memory holds pieces of it, too
