"""Does a repository that never heard of goldgate get its gate by the commands of the README?

From an empty environment and `pip install` to a commit that is blocked, a test that fails and a JUnit file. All that is
run stands in the README, and so do the file that calls the agent and the configuration of pre-commit.
`python -m tests.stranger` from the top of this project; pip fetches what goldgate depends on.
"""

import os
import subprocess
import sys
import time
import venv
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final
from xml.etree import ElementTree as ET

from tests.docs.test_examples import ROOT, Block, Shell, blocks_of, console_steps

README: Final = tuple(blocks_of((ROOT / "README.md").read_text("utf-8")))

SHOP: Final = {
    "pyproject.toml": '[project]\nname = "shop"\nversion = "1.0"\n\n[tool.pytest.ini_options]\npythonpath = ["."]\n',
    "shop/__init__.py": "",
    "shop/desk.py": '''\
"""Answers what customers write."""

import re

ORDERS = {"17": "in Daejeon", "23": "delivered"}


def track_order(number):
    return ORDERS.get(number, "unknown")


def start_refund(number):
    with open("refunds.txt", "a") as refunds:
        print(number, file=refunds)
    return "R-" + number


def answer(text):
    number = re.search(r"[0-9]+", text)
    if number is None:
        return "Which order is it?"
    if "refund" in text:
        return f"{start_refund(number[0])} has begun."
    return f"Order {number[0]} is {track_order(number[0])}."
''',
    "tests/test_desk.py": """\
from shop.desk import answer


def test_it_tracks():
    assert answer("Where is order 17?") == "Order 17 is in Daejeon."


def test_it_asks():
    assert answer("Where is my order?") == "Which order is it?"
""",
}
"""The repository: an agent that is a function with two tools, and tests that say nothing of refunds."""

GOLDEN: Final = """\
{"id": "where", "request": "Where is order 17?", "world": {"tools": [{"tool": "track_order", "returns": "at sea"}]}, "expect": {"calls": ["track_order"], "answer": {"contains": "at sea"}}}
{"id": "refund", "request": "A refund for order 23", "world": {"tools": [{"tool": "start_refund", "returns": "R-1"}]}, "expect": {"calls": [{"tool": "start_refund", "args": {"number": "23"}}]}}
{"id": "환불-규정", "request": "환불 규정이 뭐예요?", "expect": {"calls": []}}
"""  # noqa: E501 - a case a line


def main() -> None:
    """Tell the story; the first thing that is otherwise ends it."""
    began = time.monotonic()
    with TemporaryDirectory() as folder:
        shell = stranger(Path(folder))
        for words in ("git init -q", "git add .", 'git commit -qm "A shop"'):
            shell.run(words)

        do(shell, "pip install goldgate")
        write(
            shell, {"gate.py": given("gate.py"), "goldgate.toml": 'agent = "gate:agent"\n', "golden/desk.jsonl": GOLDEN}
        )
        do(shell, "goldgate run", says="passed 3, failed 0, masked 0")
        do(shell, "goldgate update-baseline", says="wrote desk: 3 lines, 0 untouched")

        do(shell, "pip install pre-commit pytest")
        write(shell, {".pre-commit-config.yaml": given(".pre-commit-config.yaml")})
        do(shell, "pre-commit install")
        do(shell, "git add .")
        do(shell, 'git commit -qm "Put the desk behind a gate"', says=f"goldgate check{'.' * 59}Passed")

        write(shell, {"shop/desk.py": SHOP["shop/desk.py"].replace('"refund" in text', '"money back" in text')})
        do(shell, 'git commit -qam "Cancel orders"', code=1, says="WORSE regression  desk::refund  ")
        do(shell, "pytest --golden -q", code=1, says="1 failed, 4 passed in ")
        do(shell, "goldgate check --report junit=junit.xml", code=1, says="gate closed: 1 regression  (exit 1, ")

        report = ET.parse(shell.folder / "junit.xml")  # noqa: S314 - our own
        failed = [case.get("name") for case in report.iterfind(".//testcase[failure]")]
        assert failed == ["refund"], failed
        assert shell.run("git log --format=%s") == ["Put the desk behind a gate", "A shop"]
        assert not (shell.folder / "refunds.txt").exists(), "a tool did something real"
    told = "the README's commands lead from `pip install` to a blocked commit, a failing pytest and a JUnit file"
    sys.stdout.write(f"stranger: {told}, in {time.monotonic() - began:.0f} s\n")


def stranger(folder: Path) -> Shell:
    """Somebody in the repository, whose environment is empty and whose pip takes goldgate from here."""
    subprocess.run([sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "-w", folder, ROOT], check=True)
    (wheel,) = folder.glob("goldgate-*.whl")
    constraints = folder / "constraints.txt"
    constraints.write_text(f"goldgate @ {wheel.as_uri()}\n")
    venv.create(folder / "venv", with_pip=True, symlinks=True)
    variables = {
        "PATH": f"{folder / 'venv' / 'bin'}{os.pathsep}{os.environ['PATH']}",
        "PIP_CONSTRAINT": str(constraints),
        "PRE_COMMIT_HOME": str(folder / "pre-commit"),
    }
    shell = Shell(folder / "shop", variables=variables)
    write(shell, SHOP)
    return shell


def write(shell: Shell, files: dict[str, str]) -> None:
    """Write files of the repository."""
    for name, text in files.items():
        path = shell.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")


def given(name: str) -> str:
    """A file as the README has it."""
    (block,) = (block for block in README if block.said("title") == name)
    return block.body


def commands(block: Block) -> set[str]:
    """What a block of the README tells to type."""
    steps = console_steps(block.body) if block.language == "console" else ()
    return {"\n".join(lines).removeprefix("$ ") for lines, _ in steps}


def do(shell: Shell, command: str, *, code: int = 0, says: str = "") -> None:
    """Run a command of the README; it must end and say so."""
    assert any(command in commands(block) for block in README), f"the README has no command {command!r}"
    said = "\n".join(shell.run(command))
    told = f"$ {command}\n{said}\n--- exit code {shell.code}; expected {code} and {says!r}"
    assert shell.code == code, told
    assert says in said, told


if __name__ == "__main__":
    main()
