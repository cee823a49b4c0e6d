"""Results and baselines are the same bytes whatever the hash seed, time zone, locale, order and pool."""

import json
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

if TYPE_CHECKING:
    from tests.faults.conftest import Folder, Nursery

TODAY: Final = ("--today", "2026-11-30")
AGENT: Final = """
import json


def agent(case, context):
    words = case.request.split()
    for word in words:
        context.tools.call(word, {"z": word, "a": [1, 1.0, True, None], "글": {"나": 0.1 + 0.2, "가": 10**30}})
    context.step("memory_write", "seen", {"words": sorted(set(words))})
    if "raise" in words:
        raise ValueError("the last word")
    return json.dumps(case.world.state, ensure_ascii=False)
"""
STUBS: Final = [{"tool": "find", "returns": {"b": "é", "a": ["메모", "\u202e"]}}, {"tool": "read", "error_code": "NO"}]
CASES: Final[list[dict[str, Any]]] = [
    {
        "id": f"{name}-{request.replace(' ', '-')}",
        "request": request,
        "world": {"tools": STUBS, "state": {"나": 1, "가": [2]}},
        **({"expect": {"calls": ["find"], "answer": {"contains": "가"}, "forbid": ["read"]}} if name != "free" else {}),
        **({"known_failure": {"reason": "r", "issue": "#1"}} if name == "known" and request != "find" else {}),
    }
    for name in ("free", "known", "메모")
    for request in ("find", "find read", "read find read raise")
    if name != "메모" or request == "find"
]
AROUND: Final[dict[str, tuple[int, tuple[str, ...], dict[str, str]]]] = {
    "another_seed_zone_and_locale": (
        1,
        ("--workers", "1"),
        {"PYTHONHASHSEED": "1", "TZ": "Asia/Seoul", "LC_ALL": "C.UTF-8", "PYTHONIOENCODING": "utf-8"},
    ),
    "ascii_and_three_workers": (
        2,
        ("--workers", "3"),
        {
            "PYTHONHASHSEED": "2",
            "TZ": "America/St_Johns",
            "LC_ALL": "C",
            "PYTHONIOENCODING": "ascii",
            "PYTHONUTF8": "0",
        },
    ),
    "in_this_process": (
        0,
        ("--in-process",),
        {"PYTHONHASHSEED": "3", "TZ": "Asia/Seoul", "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    ),
}


def project(folder: "Folder", *, order: int) -> None:
    """Two suites, whose lines stand in one of three orders."""
    folder.write({"goldgate.toml": 'agent = "my_agent:agent"\n', "my_agent.py": AGENT})
    cases = [CASES, CASES[::-1], [*CASES[3:], *CASES[:3]]][order]
    for suite in ("b", "a") if order else ("a", "b"):
        folder.golden(suite, *cases)


def made(folder: "Folder", words: tuple[str, ...], environ: Mapping[str, str], nursery: "Nursery") -> dict[str, Any]:
    """All that a run and an update write, but what a run says of where and when it was made."""
    for verb in (("run", *words), ("update-baseline",)):
        done = subprocess.run(
            nursery.command(*verb, *TODAY),
            cwd=folder.root,
            env={**nursery.environment, **environ},
            capture_output=True,
            check=False,
        )
        assert (done.returncode, done.stderr) == (1, b""), done  # some cases fail, and are refused
    (run,) = folder.runs
    _, *lines, end = (run / "results.jsonl").read_bytes().splitlines()
    return {
        "lines": lines,
        "end": {**json.loads(end), "finished": "", "lines": ""},
        "proposed": [path.read_bytes() for path in sorted((run / "proposed").iterdir())],
        "baselines": [path.read_bytes() for path in sorted((folder.root / "baselines").iterdir())],
    }


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory, nursery: "Nursery", fresh: "Folder") -> dict[str, Any]:
    """What is written as the author of the suite sees it."""
    folder = type(fresh)(tmp_path_factory.mktemp("plain"))
    project(folder, order=0)
    return made(folder, (), {"PYTHONHASHSEED": "0", "TZ": "UTC", "LC_ALL": "C.UTF-8"}, nursery)


@pytest.mark.parametrize("name", AROUND)
def test_all_that_is_written_is_the_same_whatever_is_around(
    name: str, plain: dict[str, Any], nursery: "Nursery", fresh: "Folder", tmp_path: Path
) -> None:
    order, words, environ = AROUND[name]
    folder = type(fresh)(tmp_path)
    project(folder, order=order)
    assert made(folder, words, environ, nursery) == plain
