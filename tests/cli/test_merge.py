"""Shards: two machines run a part each, and `goldgate merge` makes one run of theirs."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

from goldgate.differ.canonical import digest_bytes

if TYPE_CHECKING:
    from tests.cli.conftest import Ended, ProjectFolder

TODAY: Final = ("--today", "2026-11-30")
SETTINGS: Final = """
agent = "my_agent:agent"
adapter = "loud"
[suites.dice]
sampled = true
trials = 3
[judge]
judge = "judges:judge"
[rubrics]
tone = "tone.toml"
[variants]
loud = "dir:loud"
"""
AGENT: Final = '''
"""Rolls dice in one suite, and asks the world in the other."""


def agent(case, context):
    if "rolls" in case.request:
        import late

        return late.answer(context)
    context.tools.call("file_search", {"words": case.request})
    return {"answer": f"found: {case.request}", "usage": {"cost_usd": 0.5}}
'''
LATE: Final = """
def answer(context):
    return "six" if context.random.random() < 0.5 else "one"
"""
JUDGE: Final = """
def judge(question):
    marks = {"scores": {"warmth": 80}, "explanation": "as it is"}
    return {"conditions": dict.fromkeys(question["conditions"], marks), "usage": {"cost_usd": 0.25}}
"""


def machine(folder: "ProjectFolder", name: str) -> "ProjectFolder":
    """A copy of the project in another place, without the runs that were made here."""
    path = folder.root.with_name(f"{folder.root.name}-machine-{name}") / "checked-out"
    shutil.copytree(folder.root, path, ignore=shutil.ignore_patterns(".goldgate"))
    return type(folder)(path)


def on_machines(folder: "ProjectFolder", *words: str, of: int = 2) -> "Iterator[Ended]":
    """Run a shard on each of so many machines, and bring their runs here, as a workflow keeps artefacts."""
    for number in range(1, of + 1):
        there = machine(folder, str(number))
        yield there.run(*words, "--shard", f"{number}/{of}", *TODAY)
        shutil.copytree(there.root / ".goldgate/runs", folder.root / f".goldgate/shards/shard-{number}")


def body(path: Path) -> list[str]:
    """The lines of trials."""
    return [line for line in path.read_text().splitlines() if line.startswith('{"id"')]


def header(run: Path) -> Any:  # noqa: ANN401 - a JSON document
    return json.loads((run / "results.jsonl").read_text().splitlines()[0])


def end(run: Path) -> Any:  # noqa: ANN401 - a JSON document
    return json.loads((run / "results.jsonl").read_text().splitlines()[-1])


def less(document: Any, *keys: str) -> Any:  # noqa: ANN401 - a JSON document
    return {key: value for key, value in document.items() if key not in keys}


def timings(run: Path) -> list[Any]:
    """Without the seconds, which are never the same."""
    return [less(json.loads(line), "seconds") for line in body(run / "timings.jsonl")]


def hold_the_same(expected: Path, merged: Path) -> None:
    """Two runs differ in their names and times, and in nothing else."""
    assert less(header(merged), "run", "started", "merged") == less(header(expected), "run", "started")
    assert body(merged / "results.jsonl") == body(expected / "results.jsonl")
    assert less(end(merged), "finished", "lines") == less(end(expected), "finished", "lines")
    for proposed in (expected / "proposed").iterdir():
        assert (merged / "proposed" / proposed.name).read_bytes() == proposed.read_bytes()
    summaries = [less(json.loads((run / "summary.json").read_text()), "run") for run in (expected, merged)]
    assert summaries[0] == summaries[1]
    assert timings(merged) == timings(expected)
    judgements = [run / "judgements.jsonl" for run in (expected, merged)]
    assert [path.exists() and path.read_bytes() for path in judgements][0::2] == [
        path.exists() and path.read_bytes() for path in judgements
    ][1::2]


def made_by_another_version(run: Path) -> None:
    """Rewrite the header as version 0.0.1 would have written it, with an end line that fits."""
    path = run / "results.jsonl"
    lines = path.read_text().splitlines(keepends=True)
    lines[0] = json.dumps({**json.loads(lines[0]), "version": "0.0.1"}) + "\n"
    digest = digest_bytes("".join(lines[:-1]).encode())
    path.write_text("".join(lines[:-1]) + json.dumps({**json.loads(lines[-1]), "lines": digest}) + "\n")


@pytest.fixture
def rich(folder: "ProjectFolder") -> "ProjectFolder":
    """Two suites: one is sampled, the other has a stream, rubrics, splits, idle stubs; and an adapter."""
    folder.write(
        {
            "goldgate.toml": SETTINGS,
            "my_agent.py": AGENT,
            "late.py": LATE,
            "judges.py": JUDGE,
            "tone.toml": 'layout = "dimensions"\nrules = ["Be warm."]\n[criteria]\nwarmth = 1\n',
            "loud/SKILL.md": "Shout.\n",
        }
    )
    stubs = {"tools": [{"tool": "file_search", "returns": ["a.md"]}, {"tool": "file_read", "returns": "text"}]}
    files: list[dict[str, Any]] = [
        {"id": f"find-{number}", "request": f"find {number}", "world": stubs, "split": ("train", "test")[number % 2]}
        for number in range(6)
    ]
    files[2]["expect"] = files[5]["expect"] = {"rubric": "tone"}
    files[3]["expect"] = {"answer": "nothing"}
    streamed = [{**case, "id": f"mail-{case['id']}", "stream": "mail"} for case in files[:3]]
    folder.golden(*files, *streamed)
    folder.golden(
        *({"id": f"roll-{number}", "request": "rolls", "expect": {"answer": "six"}} for number in range(4)),
        suite="dice",
    )
    return folder


def test_two_machines_make_the_run_that_one_would_have_made(rich: "ProjectFolder") -> None:
    """Streams, sampled suites, judged cases, late files and idle stubs included."""
    whole = machine(rich, "whole")
    assert whole.run("run", *TODAY).code == 1
    assert {ended.code for ended in on_machines(rich, "run")} <= {0, 1}
    merged = rich.run("merge", ".goldgate/shards", *TODAY)
    run = rich.runs[-1]
    assert merged.code == 0
    assert merged.out.splitlines()[0] == f"merged 2 shards into the run {run.name}"
    hold_the_same(whole.runs[0], run)
    expected = [header(path)["run"] for path in sorted((rich.root / ".goldgate/shards").glob("*/*"))]
    assert header(run)["merged"] == expected


def test_variants_are_merged_with_their_trials(rich: "ProjectFolder") -> None:
    variants = ("--variant", "none", "--variant", "loud", "--variant", "dir:golden")
    words = ("run", *variants, "--trials", "2", "--suite", "files")
    whole = machine(rich, "whole")
    whole.run(*words, *TODAY)
    assert len([*on_machines(rich, *words, of=3)]) == 3
    assert rich.run("merge", ".goldgate/shards", *TODAY).last[1].startswith("next: look at .goldgate/runs/")
    hold_the_same(whole.runs[0], rich.runs[-1])


def test_the_merged_run_is_compared_and_accepted_as_a_whole_one(accepted: "ProjectFolder") -> None:
    """Removed cases are looked for, and may be pruned; of a lone shard neither."""
    lines = accepted.read("golden/files.jsonl").splitlines(keepends=True)
    accepted.write({"golden/files.jsonl": "".join(line for line in lines if '"find-notes"' not in line)})
    shutil.rmtree(accepted.root / ".goldgate")
    assert [ended.code for ended in on_machines(accepted, "check")] == [0, 0]
    assert accepted.run("merge", ".goldgate/shards", "--format", "json", *TODAY).document == {
        "goldgate": "merge",
        "schema": 1,
        "exit_code": 0,
        "run": accepted.runs[-1].name,
        "merged": header(accepted.runs[-1])["merged"],
        "cases": 4,
        "trials": 4,
        "passed": 3,
        "failed": 1,
        "masked": 0,
        "errored": 0,
        "not_selected": 0,
        "next": "goldgate compare",
    }
    compared = accepted.run("compare", *TODAY)
    assert (compared.code, "removed 1" in compared.out, "shard" in compared.out) == (1, True, False)
    assert accepted.run("update-baseline", "--prune", "--yes", "1", *TODAY).code == 0
    assert "find-notes" not in accepted.read("baselines/files.jsonl")
    assert accepted.run("compare", *TODAY).code == 0


def test_a_lone_shard_is_a_part_of_a_run(accepted: "ProjectFolder") -> None:
    accepted.run("run", "--shard", "1/2", *TODAY)
    compared = accepted.run("compare", *TODAY)
    assert compared.code == 0
    assert "not selected; removed cases were not looked for" in compared.out
    assert "shard 1/2: goldgate merge makes one run of the runs of all shards" in compared.out
    assert accepted.run("update-baseline", "--prune", *TODAY).errors == [
        "--prune needs a run of everything; this one took --shard 1/2: goldgate run [GG002]"
    ]


def test_a_shard_without_a_case_fails_nobody_and_is_merged(accepted: "ProjectFolder") -> None:
    shutil.rmtree(accepted.root / ".goldgate")
    ended = [*on_machines(accepted, "check", of=9)]
    empty = next(one for one in ended if "no case falls into shard" in one.out)
    assert [one.code for one in ended] == [0] * 9
    assert "0 expected, 0 run, 0 compared, 0 errored" in empty.out
    assert accepted.run("merge", ".goldgate/shards", *TODAY).code == 0
    assert accepted.run("compare", *TODAY).code == 0


def test_a_shard_goes_on_where_it_was_stopped(accepted: "ProjectFolder") -> None:
    """With its part of the cases, which nobody has to say again."""
    accepted.run("run", "--shard", "1/2", *TODAY)
    run = accepted.runs[-1]
    lines = (run / "results.jsonl").read_text().splitlines(keepends=True)
    (run / "results.jsonl").unlink()
    (run / "journal.jsonl").write_text("".join(lines[:2]))
    again = accepted.run("run", "--resume", "--format", "json", *TODAY)
    assert (again.document["run"], again.document["shard"], again.document["ran"]) == (run.name, "1/2", len(lines) - 2)
    assert (run / "results.jsonl").read_text().splitlines(keepends=True)[1:-1] == lines[1:-1]


def test_what_a_shard_found_unstable_stays_so(accepted: "ProjectFolder") -> None:
    """A case that the first trial alone says nothing of."""
    shutil.rmtree(accepted.root / ".goldgate")
    accepted.write({"my_agent.py": "def agent(case, context):\n    return ' '.join({'a', 'b', 'c', 'd', 'e', 'f'})\n"})
    accepted.golden(*({"id": name, "request": "say"} for name in ("one", "two", "three")))
    assert 1 in {ended.code for ended in on_machines(accepted, "run", "--check-determinism")}
    assert accepted.run("merge", ".goldgate/shards", *TODAY).code == 0
    assert end(accepted.runs[-1])["disagree"] == {"files": ["one", "three", "two"]}


def test_shards_of_different_projects_are_refused_with_both_digests(accepted: "ProjectFolder") -> None:
    shutil.rmtree(accepted.root / ".goldgate")
    before = accepted.snapshot()
    ended = on_machines(accepted, "run")
    next(ended)
    accepted.write({"my_agent.py": accepted.read("my_agent.py") + "\n# changed\n"})
    next(ended)
    assert len([*ended]) == 0
    accepted.write({"my_agent.py": before["my_agent.py"]})
    first, second = sorted((accepted.root / ".goldgate/shards").glob("*/*"))
    digests = [header(path)["project_files"]["my_agent.py"] for path in (first, second)]
    names = [path.relative_to(accepted.root).as_posix() for path in (first, second)]
    refused = accepted.run("merge", ".goldgate/shards", *TODAY)
    assert (refused.code, refused.errors) == (
        2,
        [
            "these runs are not the shards of one run [GG027]",
            f"project file my_agent.py: {digests[0]} in {names[0]}; {digests[1]} in {names[1]} [GG027]",
        ],
    )
    assert not (accepted.root / ".goldgate/runs").exists()
    assert accepted.snapshot() == before


def test_shards_are_merged_where_the_same_is_checked_out(accepted: "ProjectFolder") -> None:
    shutil.rmtree(accepted.root / ".goldgate")
    assert [ended.code for ended in on_machines(accepted, "run")] == [0, 0]
    accepted.write({"golden/files.jsonl": accepted.read("golden/files.jsonl") + "\n"})
    accepted.write({"goldgate.toml": 'agent = "my_agent:agent"\noutcome = ["calls", "args"]\n'})
    for run in (accepted.root / ".goldgate/shards").glob("*/*"):
        made_by_another_version(run)
    refused = accepted.run("merge", ".goldgate/shards", *TODAY)
    assert refused.code == 2
    assert refused.errors[0] == "merge where the same is checked out as where the shards ran [GG022]"
    assert [line.split(" was ")[0].split(" were ")[0] for line in refused.errors[1:]] == [
        "goldgate",
        "the golden file of suite files",
        "the outcome settings of suite files",
    ]
    assert not (accepted.root / ".goldgate/runs").exists()


def test_what_only_all_cases_can_tell_is_no_option_of_a_shard(accepted: "ProjectFolder") -> None:
    words = ("run", "--shard", "1/2")
    assert accepted.run(*words, "--last-failed").errors == [
        "where the other shards run nobody knows what failed here; leave out --last-failed or --shard [GG002]"
    ]
    choice = ("--variant", "none", "--variant", "dir:golden", "--select-by", "train")
    assert accepted.run(*words, *choice).errors == [
        "--select-by chooses by all cases of a split, and a shard has only some; leave one option out [GG002]"
    ]
