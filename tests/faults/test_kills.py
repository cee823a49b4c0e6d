"""A command that is killed at any point leaves old or new files, loses no trial that is finished, and repeats none."""

import json
import time
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import attrs
import pytest

if TYPE_CHECKING:
    from tests.faults.conftest import Draw, Folder, Nursery

GOES_AT_THE_END: Final = {"journal.jsonl", "late_files.jsonl", "outcomes.jsonl"}
"""May lie there still, when a run was killed after it was complete."""
TODAY: Final = ("--today", "2026-11-30")
LINKED: Final = ("--linked", "skills/tone", "--linked", "skills/triage")


def what_stays(run: Path) -> dict[str, Any]:
    """All of a finished run but what it is called and when it was made."""
    header, *lines, end = (run / "results.jsonl").read_text().splitlines()
    summary = json.loads((run / "summary.json").read_text())
    judgements = run / "judgements.jsonl"
    return {
        "header": {**json.loads(header), "run": "", "started": "", "trials_of": ""},
        "lines": lines,
        "end": {**json.loads(end), "finished": "", "lines": ""},  # a digest that covers the header
        "proposed": {path.name: path.read_bytes() for path in sorted((run / "proposed").iterdir())},
        "summary": {**summary, "run": ""},
        "judgements": judgements.read_bytes() if judgements.exists() else b"",
        "others": sorted({path.name for path in run.iterdir()} - GOES_AT_THE_END),
    }


def number_of_lines(folder: "Folder", name: str) -> dict[str, int]:
    """How often each line stands in a file."""
    lines = folder.read(name).splitlines()
    return {line: lines.count(line) for line in lines}


def old_or_new(now: Mapping[str, bytes], old: Mapping[str, bytes], new: Mapping[str, bytes]) -> None:
    """Each file is what it was before or what it is to become, byte for byte, and there is no other one."""
    assert [name for name in old.keys() | new.keys() if now.get(name) not in {old.get(name), new.get(name)}] == []
    assert [name for name in now.keys() - old.keys() - new.keys() if not name.endswith(".tmp")] == []


@attrs.frozen
class Writing:
    """A command that writes committed files, and what is said to finish its work after it was killed."""

    words: tuple[str, ...]
    again: tuple[str, ...] | None = None


WRITERS: Final = {
    "update-baseline": Writing(("update-baseline", *TODAY)),
    "review": Writing(
        ("review", *TODAY, *(word for case in "abcde" for one in "12" for word in ("--accept", f"{case}{one}"))),
        again=("update-baseline", *TODAY),
    ),
    "mark": Writing(("mark", "c1", "--reason", "r", "--issue", "#1", *TODAY)),
}


@pytest.mark.parametrize("name", WRITERS)
def test_a_writer_that_is_killed_at_any_point_leaves_old_or_new_files(
    name: str, ready: "Folder", nursery: "Nursery", draw: "Draw", tmp_path: Path
) -> None:
    writing = WRITERS[name]
    whole = ready.copy(tmp_path / "whole")
    ended = nursery.run(whole, *writing.words, at=0)
    assert ended.code == 0, ended.said
    old, new = ready.committed, whole.committed
    assert old != new

    for at in draw(ended.count, 3):
        folder = ready.copy(tmp_path / str(at))
        assert nursery.run(folder, *writing.words, at=at).code == -9
        old_or_new(folder.committed, old, new)
        again = nursery.run(folder, *(writing.again or writing.words))
        assert (again.code, again.said) == (0, again.said)
        assert folder.committed == new


@pytest.mark.parametrize("where", [("--in-process",), ()])
def test_a_run_that_is_killed_at_any_point_goes_on(
    where: tuple[str, ...], fresh: "Folder", nursery: "Nursery", draw: "Draw", tmp_path: Path
) -> None:
    words = ("run", *TODAY, *where)
    whole = fresh.copy(tmp_path / "whole")
    ended = nursery.run(whole, *words, at=0)
    assert ended.code == 0, ended.said
    expected, committed = what_stays(whole.runs[-1]), fresh.committed

    for at in draw(ended.count, 2 if where else 1):
        folder = fresh.copy(tmp_path / str(at))
        assert nursery.run(folder, *words, at=at).code == -9
        goes_on(nursery, folder, words, since=len(fresh.runs), expected=expected)
        assert folder.committed == committed


def goes_on(
    nursery: "Nursery", folder: "Folder", words: tuple[str, ...], *, since: int, expected: dict[str, Any]
) -> None:
    """A killed run comes to what it would have come to, and repeats nothing that was finished.

    `since` is how many runs there were before. What had not begun is begun anew.
    """
    begun = len(folder.runs) > since
    called = number_of_lines(folder, "called.txt")
    finished = {trial: called[trial] for trial in folder.finished} if begun else {}
    ended = nursery.run(folder, *words, *(["--resume"] if begun else []))
    if "ended before it had begun" in ended.said:
        ended = nursery.run(folder, *words)
    assert ended.code == 0 or (begun and "is complete" in ended.said), ended.said
    assert what_stays(folder.runs[-1]) == expected
    called = number_of_lines(folder, "called.txt")
    assert {trial: called[trial] for trial in finished} == finished


def test_a_resumed_run_that_is_killed_at_any_point_goes_on(
    begun: "Folder", nursery: "Nursery", draw: "Draw", tmp_path: Path
) -> None:
    words = ("run", *TODAY)
    whole = begun.copy(tmp_path / "whole")
    ended = nursery.run(whole, *words, "--resume", at=0)
    assert ended.code == 0, ended.said
    expected = what_stays(whole.runs[-1])

    for at in draw(ended.count, 2):
        folder = begun.copy(tmp_path / str(at))
        assert nursery.run(folder, *words, "--resume", at=at).code == -9
        goes_on(nursery, folder, words, since=len(begun.runs) - 1, expected=expected)
        assert len(folder.runs) == len(begun.runs)
        assert folder.committed == begun.committed


@pytest.mark.parametrize("words", [("judge",), ("judge", "--fresh")], ids=["judge", "fresh"])
def test_a_judgement_that_is_killed_at_any_point_leaves_the_run_and_is_made_again(
    words: tuple[str, ...], ready: "Folder", nursery: "Nursery", draw: "Draw", tmp_path: Path
) -> None:
    whole = ready.copy(tmp_path / "whole")
    ended = nursery.run(whole, *words, *TODAY, at=0)
    assert ended.code == 0, ended.said
    expected, judged, name = what_stays(whole.runs[-1]), what_stays(ready.runs[-1]), ready.runs[-1].name

    for at in draw(ended.count, 2):
        folder = ready.copy(tmp_path / str(at))
        assert nursery.run(folder, *words, *TODAY, at=at).code == -9
        again = [*words, *TODAY, "--resume"] if "--fresh" in words else [*words, *TODAY, name]
        ended = nursery.run(folder, *again)
        if ended.code == 2 and "is complete" not in ended.said:
            ended = nursery.run(folder, *words, *TODAY, name)
        assert ended.code == 0 or "is complete" in ended.said, ended.said
        assert what_stays(folder.runs[-1]) == expected
        assert what_stays(folder.root / ".goldgate/runs" / name) == judged


@pytest.fixture(scope="session")
def sharded(tmp_path_factory: pytest.TempPathFactory, nursery: "Nursery", fresh: "Folder") -> "Folder":
    """Two runs, of one shard each."""
    folder = fresh.copy(tmp_path_factory.mktemp("sharded") / "project")
    for shard in ("1/2", "2/2"):
        ended = nursery.run(folder, "run", "--shard", shard, *TODAY)
        assert ended.code == 0, ended.said
    return folder


def test_a_merge_that_is_killed_at_any_point_leaves_the_runs_and_is_made_again(
    sharded: "Folder", nursery: "Nursery", draw: "Draw", tmp_path: Path
) -> None:
    names = [run.name for run in sharded.runs[-2:]]
    whole = sharded.copy(tmp_path / "whole")
    ended = nursery.run(whole, "merge", *names, *TODAY, at=0)
    assert ended.code == 0, ended.said
    expected = what_stays(whole.runs[-1])
    shards = [what_stays(run) for run in sharded.runs[-2:]]

    for at in draw(ended.count, 2):
        folder = sharded.copy(tmp_path / str(at))
        assert nursery.run(folder, "merge", *names, *TODAY, at=at).code == -9
        again = nursery.run(folder, "merge", *names, *TODAY)
        assert again.code == 0, again.said
        assert what_stays(folder.runs[-1]) == expected
        assert [what_stays(folder.root / ".goldgate/runs" / name) for name in names] == shards
        assert folder.committed == sharded.committed


def test_a_run_that_is_killed_at_any_moment_goes_on(
    fresh: "Folder", nursery: "Nursery", draw: "Draw", tmp_path: Path
) -> None:
    """Moments and not calls: the workers, too, are wherever they happen to be."""
    words = ("run", *TODAY, "--workers", "2")
    whole = fresh.copy(tmp_path / "whole")
    began = time.monotonic()
    assert nursery.run(whole, *words).code == 0
    milliseconds = int(1000 * (time.monotonic() - began))
    expected = what_stays(whole.runs[-1])

    for after in draw(milliseconds, 2):
        folder = fresh.copy(tmp_path / str(after))
        assert nursery.run(folder, *words, after=after / 1000).code in {-9, 0}
        goes_on(nursery, folder, words, since=len(fresh.runs), expected=expected)
        assert folder.committed == fresh.committed


def test_a_paired_run_that_is_killed_at_any_point_goes_on_and_leaves_old_or_new_evidence(
    fresh: "Folder", nursery: "Nursery", draw: "Draw", tmp_path: Path
) -> None:
    words = ("pair", *LINKED, *TODAY)
    whole = fresh.copy(tmp_path / "whole")
    ended = nursery.run(whole, *words, at=0)
    assert ended.code == 0, ended.said
    expected = what_stays(whole.runs[-1])
    new = {name for name in whole.committed if name.startswith("evidence/")}
    assert new == {"evidence/tone.json", "evidence/triage.json"}

    for at in draw(ended.count, 1):
        folder = fresh.copy(tmp_path / str(at))
        assert nursery.run(folder, *words, at=at).code == -9
        complete = len(folder.runs) > len(fresh.runs) and (folder.runs[-1] / "results.jsonl").exists()
        goes_on(nursery, folder, words, since=len(fresh.runs), expected=expected)
        written = {name for name in new if folder.read(name)}
        assert written == new or complete  # a run that is complete is not gone on with
        assert {name: found(folder, name) for name in written} == {name: found(whole, name) for name in written}


def found(folder: "Folder", name: str) -> Any:  # noqa: ANN401 - a JSON document
    """What evidence says, but which run that was and when."""
    run = folder.runs[-1].name
    document = json.loads(folder.read(name).replace(run, "RUN"))
    times = [document.pop("finished_at"), *(finding.pop("finished_at") for finding in document["findings"])]
    assert len(times) == 2
    return document
