"""Two commands at once: one stands still at any point while the other goes through, and neither spoils the other."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

if TYPE_CHECKING:
    from tests.faults.conftest import Draw, Folder, Nursery

TODAY: Final = ("--today", "2026-11-30")


def old_or_new(folder: "Folder", old: dict[str, bytes], new: dict[str, bytes]) -> bool:
    now = folder.committed
    return all(now.get(name) in {old.get(name), new.get(name)} for name in now.keys() | old.keys() | new.keys())


@pytest.mark.parametrize("other", [("run", *TODAY), ("run", "--resume", *TODAY)], ids=["run", "resume"])
def test_two_runs_at_once_come_to_the_same_and_repeat_no_trial_of_each_other(
    other: tuple[str, ...], fresh: "Folder", nursery: "Nursery", draw: "Draw", tmp_path: Path
) -> None:
    whole = fresh.copy(tmp_path / "whole")
    calls = nursery.run(whole, "run", *TODAY, at=0).count
    expected = (whole.runs[-1] / "proposed/suite1.jsonl").read_bytes()

    for at in draw(calls, 1):
        folder = fresh.copy(tmp_path / str(at))
        ended = nursery.run(folder, "run", *TODAY, at=at, meanwhile=other)
        new = folder.runs[len(fresh.runs) :]
        if "--resume" in other:
            assert ended.code == 0, ended.said
            assert ended.other == 2
            assert len(new) == 1
        else:
            assert (ended.code, ended.other, len(new)) == (0, 0, 2), ended.said
        assert [(run / "proposed/suite1.jsonl").read_bytes() for run in new] == [expected] * len(new)
        called = folder.read("called.txt").splitlines()
        assert sorted(called) == sorted(whole.read("called.txt").splitlines() * len(new))


def test_two_updates_at_once_leave_whole_baselines(
    ready: "Folder", nursery: "Nursery", draw: "Draw", tmp_path: Path
) -> None:
    whole = ready.copy(tmp_path / "whole")
    calls = nursery.run(whole, "update-baseline", *TODAY, at=0).count

    for at in draw(calls, 3):
        folder = ready.copy(tmp_path / str(at))
        ended = nursery.run(folder, "update-baseline", *TODAY, at=at, meanwhile=("update-baseline", *TODAY))
        assert {ended.code, ended.other} <= {0, 2}
        assert 0 in {ended.code, ended.other}
        assert folder.committed == whole.committed


def test_a_run_while_baselines_are_written_disturbs_nothing(
    ready: "Folder", nursery: "Nursery", draw: "Draw", tmp_path: Path
) -> None:
    whole = ready.copy(tmp_path / "whole")
    calls = nursery.run(whole, "update-baseline", *TODAY, at=0).count

    for at in draw(calls, 1):
        folder = ready.copy(tmp_path / str(at))
        ended = nursery.run(folder, "update-baseline", *TODAY, at=at, meanwhile=("run", *TODAY))
        assert (ended.code, ended.other) == (0, 0), ended.said
        assert folder.committed == whole.committed


def test_two_paired_runs_at_once_both_leave_their_evidence(
    fresh: "Folder", nursery: "Nursery", draw: "Draw", tmp_path: Path
) -> None:
    """Each adds a finding to the same file; the later one must not take away that of the other."""
    words = ("pair", "--linked", "skills/tone", "--tag", "short", *TODAY)
    whole = fresh.copy(tmp_path / "whole")
    calls = nursery.run(whole, *words, at=0).count

    for at in sorted({*draw(calls, 1), calls - 8}):
        folder = fresh.copy(tmp_path / str(at))
        ended = nursery.run(folder, *words, at=at, meanwhile=words)
        assert {ended.code, ended.other} <= {0, 2}, ended.said
        findings = json.loads(folder.read("evidence/tone.json"))["findings"]
        assert len(findings) == [ended.code, ended.other].count(0)
