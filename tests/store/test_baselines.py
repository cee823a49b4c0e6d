import subprocess
import sys
from pathlib import Path

import pytest

from goldgate.errors import BadFile, LockHeld, MissingBaseline, UnreadableFile, UpdateRefused
from goldgate.formats.baseline import entry_of as entry
from goldgate.formats.baseline import write_baseline, write_line
from goldgate.model.baseline import BaselineLine, Outcome
from goldgate.model.judgement import Verdict
from goldgate.model.settings import Settings
from goldgate.model.variant import Selector, SelectorKind, VariantSettings
from goldgate.store.baselines import (
    Rewrite,
    baseline_digest,
    baseline_digests,
    baseline_files,
    baseline_path,
    changed_baselines,
    open_entries,
    orphans,
    write_baselines,
)
from goldgate.store.locks import lock
from goldgate.store.own_folder import lock_file

SETTINGS = Settings()


def line(name: str) -> BaselineLine:
    """An accepted case that passed."""
    return BaselineLine(id=name, verdict=Verdict.PASS, case="0" * 16, outcome=Outcome(status="success"))


def baseline(*names: str) -> bytes:
    """A baseline with a line for each name."""
    return write_baseline("d" * 16, [entry(line(name)) for name in names])


@pytest.fixture
def project(here: Path) -> Path:
    """A project with two suites and the baseline of one."""
    for name in ("files", "airline"):
        (here / "golden").mkdir(exist_ok=True)
        (here / "golden" / f"{name}.jsonl").touch()
    (here / "baselines").mkdir()
    (here / "baselines" / "files.jsonl").write_bytes(baseline("a", "한글"))
    return here


def test_a_baseline_bears_the_name_of_its_suite(project: Path) -> None:
    assert baseline_path(project, SETTINGS, "airline") == project / "baselines" / "airline.jsonl"


def test_a_baseline_is_found_however_its_name_is_composed(project: Path) -> None:
    decomposed = project / "baselines" / "\u1112\u1161\u11ab.jsonl"
    decomposed.touch()
    assert baseline_path(project, SETTINGS, "한") == decomposed


def test_baselines_that_were_left_alone_are_not_changed(project: Path) -> None:
    before = baseline_digests(project, SETTINGS)
    assert changed_baselines(project, SETTINGS, before) == ()


def test_baselines_that_others_took_away_or_made_are_changed(project: Path) -> None:
    before = baseline_digests(project, SETTINGS)
    files, airline = project / "baselines" / "files.jsonl", project / "baselines" / "airline.jsonl"
    files.rename(airline)
    assert changed_baselines(project, SETTINGS, before) == (airline, files)


def test_a_baseline_that_others_wrote_is_changed(project: Path) -> None:
    before = baseline_digests(project, SETTINGS)
    files = project / "baselines" / "files.jsonl"
    files.write_bytes(baseline("a"))
    assert changed_baselines(project, SETTINGS, before) == (files,)


def test_entries_come_with_the_digest_of_the_outcome_settings(project: Path) -> None:
    outcome, entries = open_entries(project, SETTINGS, "files")
    assert (outcome, [(found.id, found.text) for found in entries]) == (
        "d" * 16,
        [(name, write_line(line(name))) for name in ("a", "한글")],
    )


def test_a_baseline_with_windows_line_ends_says_the_same(project: Path) -> None:
    path = project / "baselines" / "files.jsonl"
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    _, entries = open_entries(project, SETTINGS, "files")
    assert [found.text for found in entries] == [write_line(line(name)) for name in ("a", "한글")]


def test_a_missing_baseline_names_the_command_that_makes_it(project: Path) -> None:
    with pytest.raises(MissingBaseline) as caught:
        open_entries(project, SETTINGS, "airline")
    assert str(caught.value) == (
        "baselines/airline.jsonl: suite 'airline' has no baseline; "
        "accept what the last run observed: goldgate update-baseline"
    )


def test_an_empty_baseline_is_no_missing_one(project: Path) -> None:
    (project / "baselines" / "airline.jsonl").touch()
    with pytest.raises(BadFile, match=r"^baselines/airline.jsonl:1: expected the header"):
        open_entries(project, SETTINGS, "airline")


def test_a_baseline_that_is_a_folder_is_told(project: Path) -> None:
    (project / "baselines" / "airline.jsonl").mkdir()
    with pytest.raises(UnreadableFile, match=r"^baselines/airline.jsonl: can't read: Is a directory"):
        open_entries(project, SETTINGS, "airline")


def test_a_bad_line_is_told_when_it_is_reached(project: Path) -> None:
    (project / "baselines" / "files.jsonl").write_bytes(baseline("b") + b"\n" + write_line(line("a")).encode() + b"\n")
    _, entries = open_entries(project, SETTINGS, "files")
    assert next(entries).id == "b"
    with pytest.raises(BadFile, match=r"^baselines/files.jsonl:5: "):
        next(entries)


def test_baselines_without_a_golden_file_are_orphans(project: Path) -> None:
    for name in ("gone", "gone@slow", "files@slow"):
        (project / "baselines" / f"{name}.jsonl").write_bytes(baseline("a"))
    slow = Settings(variants={"slow": VariantSettings(selector=Selector(kind=SelectorKind.NONE))})
    assert orphans(project, slow) == ("gone",)
    assert orphans(project, slow, "slow") == ("gone@slow",)


def test_baselines_of_variants_that_the_settings_do_not_name_are_orphans_of_the_default_one(project: Path) -> None:
    for name in ("gone@slow", "files@slow", "files@default"):
        (project / "baselines" / f"{name}.jsonl").write_bytes(baseline("a"))
    assert orphans(project, SETTINGS) == ("files@default", "files@slow", "gone@slow")
    assert orphans(project, SETTINGS, "slow") == ()


def test_without_baselines_there_are_no_orphans(here: Path) -> None:
    assert orphans(here, SETTINGS) == ()


def test_the_baselines_that_are_there_are_listed(project: Path) -> None:
    (project / "baselines" / "airline.jsonl").touch()
    assert list(baseline_files(project, SETTINGS)) == ["airline", "files"]


def test_baselines_are_replaced_made_and_taken_away(project: Path) -> None:
    (project / "baselines" / "gone.jsonl").write_bytes(baseline("a"))
    rewrites = [
        Rewrite(name="files", compared=baseline_digest(project, SETTINGS, "files"), data=baseline("b")),
        Rewrite(name="airline", compared=None, data=baseline("c")),
        Rewrite(name="gone", compared=baseline_digest(project, SETTINGS, "gone"), data=None),
    ]
    write_baselines(project, SETTINGS, rewrites)
    assert {path.name: path.read_bytes() for path in (project / "baselines").iterdir()} == {
        "files.jsonl": baseline("b"),
        "airline.jsonl": baseline("c"),
    }


def test_without_anything_to_write_nothing_is_touched(project: Path) -> None:
    write_baselines(project, SETTINGS, [])
    assert sorted(path.name for path in project.iterdir()) == ["baselines", "golden"]


def test_the_folder_of_baselines_is_made(here: Path) -> None:
    write_baselines(here, SETTINGS, [Rewrite(name="files", compared=None, data=baseline("a"))])
    assert (here / "baselines" / "files.jsonl").read_bytes() == baseline("a")


@pytest.mark.parametrize("meanwhile", [baseline("z"), None], ids=["changed", "gone"])
def test_nothing_is_written_when_a_file_is_no_longer_what_was_compared(project: Path, meanwhile: bytes | None) -> None:
    path = project / "baselines" / "files.jsonl"
    rewrites = [
        Rewrite(name="airline", compared=None, data=baseline("c")),
        Rewrite(name="files", compared=baseline_digest(project, SETTINGS, "files"), data=baseline("b")),
    ]
    path.unlink() if meanwhile is None else path.write_bytes(meanwhile)
    before = {path.name: path.read_bytes() for path in (project / "baselines").iterdir()}
    with pytest.raises(UpdateRefused) as caught:
        write_baselines(project, SETTINGS, rewrites)
    assert str(caught.value) == (
        "baselines/files.jsonl: changed while this command was deciding; "
        "nothing was written, look again: goldgate compare"
    )
    assert {path.name: path.read_bytes() for path in (project / "baselines").iterdir()} == before


def test_a_baseline_that_came_in_the_meantime_is_not_overwritten(project: Path) -> None:
    with pytest.raises(UpdateRefused, match="changed while"):
        write_baselines(project, SETTINGS, [Rewrite(name="files", compared=None, data=baseline("b"))])
    assert (project / "baselines" / "files.jsonl").read_bytes() == baseline("a", "한글")


def test_two_updates_do_not_meet(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("goldgate.store.locks.PATIENCE", 0.1)
    rewrite = Rewrite(name="airline", compared=None, data=baseline("b"))
    with lock(lock_file(project, "baselines"), what="x"), pytest.raises(LockHeld, match="is writing the baselines"):
        write_baselines(project, SETTINGS, [rewrite])


UPDATE_ON_A_FULL_DISK = """
import resource
from pathlib import Path
from goldgate.errors import UnreadableFile
from goldgate.model.settings import Settings
from goldgate.model.variant import Selector, SelectorKind, VariantSettings
from goldgate.store.baselines import Rewrite, write_baselines

unlimited = resource.getrlimit(resource.RLIMIT_FSIZE)
resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, unlimited[1]))
try:
    write_baselines(Path.cwd(), Settings(), [
        Rewrite(name="airline", compared=None, data=b"x"),
        Rewrite(name="other", compared=None, data=b"x" * 20_000),
    ])
except UnreadableFile as error:
    print(error)
resource.setrlimit(resource.RLIMIT_FSIZE, unlimited)
"""


def test_when_the_second_file_does_not_fit_the_first_is_not_written_either(project: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", UPDATE_ON_A_FULL_DISK], check=True, capture_output=True, text=True, cwd=project
    )
    assert done.stdout.startswith("baselines/other.jsonl: can't write: File too large")
    assert [path.name for path in (project / "baselines").iterdir()] == ["files.jsonl"]
