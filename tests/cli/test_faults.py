"""A killed process, a full disk, a reader that went away: nothing is lost, and nothing that went wrong looks like 0."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.cli.conftest import ProjectFolder

SLOW_AGENT: Final = """
import time
from pathlib import Path


def agent(case):
    with Path(__file__).with_name("called.txt").open("a") as log:
        print(case.id, file=log)
    time.sleep(0.05)
    return "done"
"""
PATIENCE: Final = 30.0


@pytest.fixture
def slow(folder: "ProjectFolder") -> "ProjectFolder":
    """A project with twenty cases that take a second together."""
    folder.write({"goldgate.toml": 'agent = "my_agent:agent"\n', "my_agent.py": SLOW_AGENT, "called.txt": ""})
    folder.golden(*({"id": f"case-{number:02}", "request": "x"} for number in range(20)))
    return folder


def wait_for_results(project: "ProjectFolder", number: int) -> None:
    """Until the journal of the run that goes on holds so many."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        journals = list(project.root.glob(".goldgate/runs/*/journal.jsonl"))
        if journals and journals[-1].read_bytes().count(b"\n") > number:
            return
        time.sleep(0.01)
    raise AssertionError("the run did not get so far")


def results(run: Path, name: str = "results.jsonl") -> list[str]:
    return [line for line in (run / name).read_text(encoding="utf-8").splitlines() if line.startswith('{"id"')]


def test_a_killed_run_stays_readable_and_goes_on_where_it_was(slow: "ProjectFolder") -> None:
    process = slow.start("run")
    wait_for_results(slow, 5)
    process.kill()
    process.communicate()
    (run,) = slow.runs
    with (run / "journal.jsonl").open("a", encoding="utf-8") as journal:
        journal.write('{"id":"case-3')  # what a killed process may leave of a line
    finished = [json.loads(line)["id"] for line in results(run, "journal.jsonl")[:-1]]

    refused = slow.run("update-baseline")
    slow.write({"called.txt": ""})
    resumed = slow.run("run", "--resume")

    assert refused.errors == [
        f"the run {run.name} is incomplete: it has no valid end line; go on with it: goldgate run --resume [GG021]"
    ]
    assert resumed.code == 0
    assert resumed.out.startswith("20 expected, 20 run, 0 compared, 0 errored\n")
    assert slow.runs == [run]
    assert len(finished) >= 5
    assert not set(finished) & set(slow.read("called.txt").splitlines())
    assert slow.run("run", "--resume").errors == [
        f"the run {run.name} is complete; start a new one: goldgate run [GG023]"
    ]
    slow.run("run", "--workers", "2")
    assert results(slow.runs[-1]) == results(run)


def test_a_run_is_not_resumed_under_other_settings_or_with_another_agent(slow: "ProjectFolder") -> None:
    process = slow.start("run")
    wait_for_results(slow, 1)
    process.kill()
    process.communicate()
    ended = slow.run("run", "--resume", "--timeout", "5")
    assert (ended.code, ended.errors[1:]) == (2, ["settings of suite files are changed: timeout [GG023]"])

    slow.write({"my_agent.py": SLOW_AGENT.replace('"done"', '"over"')})
    ended = slow.run("run", "--resume")

    assert ended.code == 2
    assert "the project file my_agent.py is changed" in ended.err
    assert slow.run("run", "--case", "case-01").code == 0


@pytest.mark.parametrize("form", ["text", "json"])
def test_an_interrupted_run_ends_with_130_and_goes_on_later(form: str, slow: "ProjectFolder") -> None:
    slow.golden(*({"id": f"case-{number:03}", "request": "x"} for number in range(120)))
    process = slow.start("run", "--format", form)
    wait_for_results(slow, 2)
    meanwhile = slow.run("compare")
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=PATIENCE)

    assert process.returncode == 130
    assert meanwhile.err.endswith("it has no valid end line; it still goes on; wait for its end [GG021]\n")
    if form == "json":
        assert json.loads(out)["errors"][0]["message"] == "interrupted"
    else:
        assert (out, err) == (b"", b"interrupted [GG098]\n")
        assert slow.run("run", "--resume").code == 0


@pytest.mark.skipif(os.name == "nt", reason="POSIX only")
@pytest.mark.parametrize(("asked", "code"), [("SIGTERM", 130), ("SIGHUP", 130), ("SIGKILL", -9)])
@pytest.mark.parametrize("agent", ["time.sleep(60)\nagent = None", "def agent(case):\n    time.sleep(60)"])
def test_a_run_that_is_told_to_end_leaves_no_process_and_no_folder(
    folder: "ProjectFolder", monkeypatch: pytest.MonkeyPatch, asked: str, code: int, agent: str
) -> None:
    """Also when it was killed before it could clean up: the worker notices, and does it."""
    (folder.root / "tmp").mkdir()
    monkeypatch.setenv("TMPDIR", str(folder.root / "tmp"))
    begins = "import os, time\nfrom pathlib import Path\nPath('begun.txt').write_text(str(os.getpid()))\n"
    folder.write({"goldgate.toml": 'agent = "my_agent:agent"\n', "my_agent.py": f"{begins}{agent}\n"})
    folder.golden({"id": "one", "request": "x", "world": {"files": {"a.txt": "a"}}})
    process = folder.start("run")
    wait(lambda: (folder.root / "begun.txt").exists() and folder.read("begun.txt") != "")
    time.sleep(0.1)
    worker = int(folder.read("begun.txt"))

    process.send_signal(getattr(signal, asked))
    _, err = process.communicate(timeout=PATIENCE)

    assert (process.returncode, err) == (code, b"" if code < 0 else b"interrupted [GG098]\n")
    wait(lambda: not _runs(worker) and list((folder.root / "tmp").iterdir()) == [])


def test_a_signal_that_comes_while_the_end_is_told_is_an_interruption(folder: "ProjectFolder") -> None:
    program = (
        "import os, signal, sys\nfrom goldgate.cli import main\nsay = main.exit_code_of\n"
        "def twice(words):\n    say(words)\n    os.kill(os.getpid(), signal.SIGTERM)\n"
        "main.exit_code_of = twice\nmain.main(['--version'])\n"
    )
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False, cwd=folder.root)
    assert (ended.returncode, ended.stderr) == (130, b"")


def test_an_agent_may_take_as_long_to_load_as_the_settings_say(folder: "ProjectFolder") -> None:
    folder.write({"goldgate.toml": 'agent = "my_agent:agent"\n', "my_agent.py": "import time\ntime.sleep(60)\n"})
    folder.golden({"id": "one", "request": "x"})
    ended = folder.run("run", env={"GOLDGATE_IMPORT_TIMEOUT": "0.5"})
    late = "my_agent:agent could not be loaded within 0.5 s (import_timeout in the settings) [GG030]"
    assert (ended.code, ended.errors) == (2, [late])


def _runs(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def wait(until: "Callable[[], bool]") -> None:
    """Until something is so."""
    limit = time.monotonic() + PATIENCE
    while not until():
        assert time.monotonic() < limit
        time.sleep(0.02)


def test_a_reader_that_goes_away_ends_the_command_with_141(accepted: "ProjectFolder") -> None:
    marker = {"reason": "r" * 200, "issue": "i"}
    accepted.golden(*({"id": f"case-{number:03}", "request": "x", "known_failure": marker} for number in range(300)))
    for words in (("known-failures",), ("known-failures", "--format", "json"), ("--help",), ("run", "--nope")):
        process = accepted.start(*words)
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        if words == ("run", "--nope"):
            process.stderr.close()
        assert process.wait(PATIENCE) == 141
        if not process.stderr.closed:
            assert process.stderr.read() == b""
            process.stderr.close()


def test_a_reader_that_takes_only_the_first_lines_ends_it_with_141(accepted: "ProjectFolder") -> None:
    marker = {"reason": "r" * 2000, "issue": "i"}
    accepted.golden(*({"id": f"case-{number:03}", "request": "x", "known_failure": marker} for number in range(300)))
    for form in ("text", "json"):
        process = accepted.start("known-failures", "--format", form)
        assert process.stdout is not None
        assert process.stdout.read(10)
        process.stdout.close()
        _, err = process.communicate(timeout=PATIENCE)
        assert (process.returncode, err) == (141, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
@pytest.mark.parametrize(
    "words", [("validate",), ("compare", "--format", "json"), ("show", "nope", "--format", "json")]
)
def test_a_full_disk_under_the_output_is_no_judgement(words: tuple[str, ...], accepted: "ProjectFolder") -> None:
    with Path("/dev/full").open("wb") as full:
        process = accepted.start(*words, stdout=full)
        _, err = process.communicate(timeout=PATIENCE)

    assert (process.returncode, err) == (2, b"can't write the output: No space left on device [GG011]\n")


def test_closed_streams_are_no_fault(accepted: "ProjectFolder") -> None:
    without = ("/bin/sh", "-c", 'exec "$0" "$@" <&- >&- 2>&-')
    process = accepted.start("check", "--today", "2026-11-30", prefix=without)

    process.communicate(timeout=PATIENCE)
    assert process.returncode == 0


def limited(blocks: int) -> tuple[str, ...]:
    """What to put before a command, so that no file may grow beyond so many blocks, of 512 bytes each or of 1024."""
    return ("/bin/sh", "-c", f'ulimit -f {blocks}; exec "$0" "$@"')


def test_a_full_disk_leaves_the_old_baseline(accepted: "ProjectFolder") -> None:
    accepted.write({"my_agent.py": "def agent(case):\n    return 'x' * 190\n"})
    more = [json.dumps({"id": f"new-{number}", "request": "x"}) for number in range(20)]
    accepted.write({"golden/files.jsonl": accepted.read("golden/files.jsonl") + "\n".join(more)})
    accepted.run("run")
    before = accepted.snapshot()

    process = accepted.start("update-baseline", prefix=limited(2))
    out, err = process.communicate(timeout=PATIENCE)

    assert (process.returncode, out) == (2, b"")
    assert err.decode() == (
        "baselines/files.jsonl: can't write: File too large; a limit on the size of files was reached (ulimit -f); "
        "make room and try again; what was there before is untouched [GG011]\n"
    )
    assert accepted.snapshot() == before


def test_a_full_disk_leaves_a_run_that_is_known_to_be_none(slow: "ProjectFolder") -> None:
    process = slow.start("run", prefix=limited(4))
    out, err = process.communicate(timeout=PATIENCE)

    assert (process.returncode, out) == (2, b"")
    assert b"can't write: File too large" in err
    assert b"Traceback" not in err
    assert slow.run("compare").code == 2
    assert slow.run("run", "--resume").code in {0, 2}


def test_a_file_in_the_way_of_our_own_folder_is_named(accepted: "ProjectFolder") -> None:
    (accepted.root / ".goldgate").rename(accepted.root / "moved")
    accepted.write({".goldgate": "a file"})

    assert accepted.run("run").errors == [
        ".goldgate: can't write: File exists; something else of that name is in the way; move it [GG011]"
    ]
    assert accepted.run("compare").code == 2


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="nothing is forbidden to root")
@pytest.mark.parametrize(
    ("place", "verb"), [("baselines", "update-baseline"), (".goldgate/runs", "run"), ("golden/files.jsonl", "validate")]
)
def test_what_may_not_be_touched_is_named(
    place: str, verb: str, accepted: "ProjectFolder", edit: "Callable[[str, str, str], None]"
) -> None:
    edit("my_agent.py", '"no tool"', '"none"')
    accepted.write({"golden/files.jsonl": accepted.read("golden/files.jsonl") + '{"id": "new", "request": "x"}\n'})
    accepted.run("run")
    path = accepted.root / place
    path.chmod(0o000 if path.is_file() else 0o555)
    try:
        ended = accepted.run(verb)
    finally:
        path.chmod(0o755)

    assert (ended.code, ended.out) == (2, "")
    assert ended.err.startswith(place)
    assert "Permission denied" in ended.err


def test_without_git_everything_works(accepted: "ProjectFolder", tmp_path: Path) -> None:
    assert accepted.run("check", env={"PATH": str(tmp_path / "nothing")}).code == 0
