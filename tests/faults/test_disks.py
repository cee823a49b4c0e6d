"""A disk that is full, read-only or behind a link, and files that change while they are read: never a wrong answer."""

import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

if TYPE_CHECKING:
    from tests.faults.conftest import Draw, Folder, Nursery

TODAY: Final = ("--today", "2026-11-30")


def old_or_new(now: dict[str, bytes], old: dict[str, bytes], new: dict[str, bytes]) -> bool:
    return all(now.get(name) in {old.get(name), new.get(name)} for name in now.keys() | old.keys() | new.keys())


@pytest.mark.parametrize(
    "words", [("run",), ("update-baseline",), ("judge",), ("mark", "c1", "--reason", "r", "--issue", "#1")]
)
def test_a_disk_that_is_full_at_any_point_is_told_and_leaves_old_or_new_files(
    words: tuple[str, ...], ready: "Folder", nursery: "Nursery", draw: "Draw", tmp_path: Path
) -> None:
    """A limit on the size of files stands for the full disk; whatever is greater than it fails in the middle."""
    whole = ready.copy(tmp_path / "whole")
    assert nursery.run(whole, *words, *TODAY).code == 0
    old, new = ready.committed, whole.committed

    for most in [400 + more for more in draw(1200, 2)]:  # what is said has to fit as well
        folder = ready.copy(tmp_path / str(most))
        ended = nursery.run(folder, *words, *TODAY, most_bytes=most)
        if ended.code != 0:
            assert ended.code == 2
            assert "can't write: File too large" in ended.said
        assert "Traceback" not in ended.said
        assert old_or_new(folder.committed, old, new)
        again = nursery.run(folder, *words, *TODAY, *([ready.runs[-1].name] if words == ("judge",) else []))
        assert again.code == 0, again.said
        assert folder.committed == new


@pytest.mark.parametrize("name", ["baselines/suite1.jsonl", "results.jsonl", "proposed/suite1.jsonl", "timings.jsonl"])
def test_a_file_that_shrinks_while_it_is_read_opens_no_gate(
    name: str, ready: "Folder", nursery: "Nursery", draw: "Draw", tmp_path: Path
) -> None:
    """It is cut off between two lines, where what is left looks whole; once it was read, that changes nothing."""
    accepted = ready.copy(tmp_path / "accepted")
    assert nursery.run(accepted, "update-baseline", *TODAY).code == 0
    assert nursery.run(accepted, "compare", *TODAY).code == 0
    calls = nursery.run(accepted, "compare", *TODAY, at=0, reading=True).count
    place = name if name.startswith("baselines") else str((accepted.runs[-1] / name).relative_to(accepted.root))
    size = accepted.read(place).encode().rstrip().rindex(b"\n") + 1

    codes = {}
    for at in draw(calls, 4):
        folder = accepted.copy(tmp_path / str(at))
        ended = nursery.run(folder, "compare", *TODAY, at=at, reading=True, meanwhile=(str(folder.root / place), size))
        assert "Traceback" not in ended.said
        codes[at] = ended.code
    opened = [code == 0 for code in codes.values()]
    if name != "timings.jsonl":  # by which nothing is decided
        assert opened == sorted(opened), codes
        assert (codes.get(1, 2), set(codes.values()) <= {0, 1, 2}) != (0, True)


def test_a_baseline_behind_a_link_is_written_through_it(ready: "Folder", nursery: "Nursery", tmp_path: Path) -> None:
    folder = ready.copy(tmp_path / "project")
    before = folder.read("baselines/suite1.jsonl")
    (tmp_path / "elsewhere").mkdir()
    shutil.move(folder.root / "baselines/suite1.jsonl", tmp_path / "elsewhere/kept.jsonl")
    (folder.root / "baselines/suite1.jsonl").symlink_to("../../elsewhere/kept.jsonl")

    ended = nursery.run(folder, "update-baseline", *TODAY)

    assert ended.code == 0, ended.said
    assert (folder.root / "baselines/suite1.jsonl").is_symlink()
    assert [path.name for path in (tmp_path / "elsewhere").iterdir()] == ["kept.jsonl"]
    assert (tmp_path / "elsewhere/kept.jsonl").read_text() == folder.read("baselines/suite1.jsonl") != before
    assert nursery.run(folder, "compare", *TODAY).code == 0


def test_a_lock_of_a_process_that_is_gone_holds_nobody_up(ready: "Folder", nursery: "Nursery", tmp_path: Path) -> None:
    folder = ready.copy(tmp_path / "project")
    folder.write({".goldgate/locks/baselines.lock": "1"})
    assert nursery.run(folder, "update-baseline", *TODAY).code == 0


CLOCK: Final = """
import datetime, itertools, os, sys, time

if "goldgate.runner.worker" not in sys.orig_argv:
    real, jumps = time.time, itertools.cycle(float(os.environ["JUMP"]) + days * 86_400 for days in (0, 9, -9))

    class Jumping(datetime.datetime):
        @classmethod
        def now(cls, tz=None):
            return datetime.datetime.fromtimestamp(real() + next(jumps), tz=tz)

    datetime.datetime = Jumping
    time.time = lambda: real() + next(jumps)
"""


def test_a_clock_that_jumps_changes_neither_results_nor_their_order(
    ready: "Folder", nursery: "Nursery", tmp_path: Path
) -> None:
    """Also when it goes back by more than a year between two runs: the newest is the one that began last."""
    folder = ready.copy(tmp_path / "project")
    (tmp_path / "clock").mkdir()
    (tmp_path / "clock/sitecustomize.py").write_text(CLOCK)

    year = 366 * 86_400
    for verb, jump in (("run", year), ("update-baseline", 0), ("check", -year)):
        done = subprocess.run(
            nursery.command(verb, *TODAY),
            cwd=folder.root,
            env={**nursery.environment, "PYTHONPATH": str(tmp_path / "clock"), "JUMP": str(jump)},
            capture_output=True,
            text=True,
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, "")
    names = [run.name for run in folder.runs]
    assert len(names) == len({*names}) == 4
    lines = {(run / "results.jsonl").read_text().split("\n", 1)[1].rsplit("\n", 2)[0] for run in folder.runs[1:]}
    assert len(lines) == 1
    starts = [json.loads((run / "results.jsonl").read_text().split("\n")[0])["started"] for run in folder.runs]
    assert len({start[:4] for start in starts}) > 1


@contextmanager
def read_only(folder: Path) -> Iterator[None]:
    """A folder into which nobody may write, root included: a bind mount that is read-only."""
    subprocess.run(["mount", "--bind", str(folder), str(folder)], check=True, capture_output=True)  # noqa: S607
    try:
        subprocess.run(["mount", "-o", "remount,bind,ro", str(folder)], check=True, capture_output=True)  # noqa: S607
        yield
    finally:
        subprocess.run(["umount", str(folder)], check=True, capture_output=True)  # noqa: S607


def can_mount(folder: Path) -> bool:
    try:
        with read_only(folder):
            return True
    except (subprocess.CalledProcessError, FileNotFoundError):
        return False


@pytest.mark.parametrize(
    ("place", "words"),
    [
        ("baselines", ("update-baseline",)),
        ("golden", ("mark", "c1", "--reason", "r", "--issue", "#1")),
        (".goldgate", ("run",)),
        (".", ("run",)),
    ],
)
def test_a_folder_that_is_read_only_is_named_and_nothing_changes(
    place: str, words: tuple[str, ...], ready: "Folder", nursery: "Nursery", tmp_path: Path
) -> None:
    folder = ready.copy(tmp_path / "project")
    if os.geteuid() != 0 or not can_mount(folder.root / place):
        pytest.skip("only root may mount, and not everywhere; rights of files are tested elsewhere")
    with read_only(folder.root / place):
        ended = nursery.run(folder, *words, *TODAY)
        compared = nursery.run(folder, "compare", *TODAY)
    assert ended.code == 2
    assert ended.said.startswith(".goldgate" if place == "." else place)
    assert "can't write: Read-only file system; the file system is mounted read-only" in ended.said
    assert folder.committed == ready.committed
    assert compared.code == 1, compared.said
