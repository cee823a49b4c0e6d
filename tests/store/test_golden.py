import datetime as dt
from pathlib import Path

import pytest

from goldgate.differ.canonical import digest_bytes
from goldgate.errors import BadFile, SettingsError, UnreadableFile, UsageError
from goldgate.model.settings import KnownFailureSettings, Settings
from goldgate.store.golden import add_cases, golden_files, golden_path, load_golden

SETTINGS = Settings()
LINE = '{"id": "%s", "request": "do it"}\n'


def write(folder: Path, **suites: str) -> None:
    """Golden files."""
    (folder / "golden").mkdir(exist_ok=True)
    for name, text in suites.items():
        (folder / "golden" / f"{name}.jsonl").write_text(text)


def test_the_suites_are_the_files_sorted(here: Path) -> None:
    write(here, files="", airline="", 한글="")
    assert tuple(golden_files(here, SETTINGS)) == ("airline", "files", "한글")


def test_each_suite_has_its_file(here: Path) -> None:
    write(here, files="")
    assert golden_files(here, SETTINGS) == {"files": here / "golden" / "files.jsonl"}


def test_the_folder_can_be_set(here: Path) -> None:
    write(here, files="")
    (here / "golden").rename(here / "cases")
    assert tuple(golden_files(here, Settings(golden="cases"))) == ("files",)


def test_a_missing_folder_names_the_command_that_makes_one(here: Path) -> None:
    with pytest.raises(UsageError) as caught:
        golden_files(here, SETTINGS)
    assert str(caught.value) == "the folder of golden suites, golden, is missing; goldgate init lays a first one"


def test_a_folder_without_suites_does_so_too(here: Path) -> None:
    (here / "golden").mkdir()
    with pytest.raises(UsageError, match="golden, is empty of suites; goldgate init"):
        golden_files(here, SETTINGS)


def test_baselines_may_not_lie_among_the_golden_files(here: Path) -> None:
    write(here, files="")
    with pytest.raises(SettingsError) as caught:
        golden_files(here, Settings(baselines="./golden"))
    assert str(caught.value) == "golden and baselines name the same folder, golden; a baseline needs its own"


def test_all_bad_names_are_told_together(here: Path) -> None:
    write(here, **{"a@b": "", "c::d": "", "fine": ""})
    with pytest.raises(BadFile) as caught:
        load_golden(here, SETTINGS)
    assert [problem.file for problem in caught.value.problems] == ["golden/a@b.jsonl", "golden/c::d.jsonl"]


def test_cases_come_in_the_order_of_the_file_with_the_digest_of_its_bytes(here: Path) -> None:
    text = LINE % "b" + "\n" + LINE % "최근"
    write(here, files=text)
    golden = load_golden(here, SETTINGS)["files"]
    assert ([case.id for case in golden.cases], golden.digest) == (["b", "최근"], digest_bytes(text.encode()))


def test_windows_line_ends_change_nothing_but_the_digest(here: Path) -> None:
    write(here, files=(LINE % "a" + LINE % "b").replace("\n", "\r\n"))
    assert [case.id for case in load_golden(here, SETTINGS)["files"].cases] == ["a", "b"]


def test_only_the_named_suites_are_read(here: Path) -> None:
    write(here, files=LINE % "a", broken="{")
    assert list(load_golden(here, SETTINGS, names=["files", "files"])) == ["files"]


def test_unknown_names_are_told_with_the_nearest(here: Path) -> None:
    write(here, files="", airline="")
    with pytest.raises(UsageError) as caught:
        load_golden(here, SETTINGS, names=["file", "xyz"])
    assert [problem.message for problem in caught.value.problems] == [
        "unknown suite 'file', did you mean 'files'?",
        "unknown suite 'xyz'; known are airline, files",
    ]


def test_the_problems_of_all_files_are_told_together(here: Path) -> None:
    write(here, a=LINE % "x" + "{\n", b=LINE % "x" + LINE % "x", c=LINE % "x")
    (here / "golden" / "d.jsonl").symlink_to("nowhere")
    with pytest.raises(BadFile) as caught:
        load_golden(here, SETTINGS)
    assert [(problem.code, problem.file, problem.line) for problem in caught.value.problems] == [
        ("GG010", "golden/a.jsonl", 2),
        ("GG010", "golden/b.jsonl", 2),
        ("GG011", "golden/d.jsonl", None),
    ]


def test_files_that_can_only_not_be_read_are_told_as_such(here: Path) -> None:
    write(here, a=LINE % "x")
    (here / "golden" / "d.jsonl").symlink_to("nowhere")
    with pytest.raises(UnreadableFile, match=r"golden/d\.jsonl: can't read: No such file"):
        load_golden(here, SETTINGS)


def test_the_rules_for_markers_hold(here: Path) -> None:
    marker = '"known_failure": {"reason": "r", "issue": "i", "expires": "2027-11-30"}'
    write(here, files=(LINE % "a").replace("}", f", {marker}}}"))
    settings = Settings(known_failures=KnownFailureSettings(max_days=30))
    with pytest.raises(BadFile, match=r"^golden/files\.jsonl:1: "):
        load_golden(here, settings, today=dt.date(2026, 11, 30))


def test_cases_are_added_behind_those_that_are_there(here: Path) -> None:
    write(here, files=(LINE % "one").rstrip())
    added = add_cases(here, SETTINGS, "files", {"one": "another", "two": (LINE % "two").rstrip()})
    assert added == {"two"}
    assert (here / "golden/files.jsonl").read_text() == LINE % "one" + LINE % "two"


def test_the_lines_of_added_cases_end_as_those_of_the_file_do(here: Path) -> None:
    line = (LINE % "one").rstrip()
    write(here, files="")
    (here / "golden/files.jsonl").write_bytes(f"{line}\r\n{LINE % 'two'}".rstrip().encode())
    add_cases(here, SETTINGS, "files", {"three": LINE.rstrip() % "three"})
    assert (here / "golden/files.jsonl").read_bytes().decode() == (
        f"{line}\r\n{LINE.rstrip() % 'two'}\r\n{LINE.rstrip() % 'three'}\r\n"
    )


def test_nothing_is_written_where_there_is_nothing_to_add(here: Path) -> None:
    write(here, files=(LINE % "one").rstrip())
    assert add_cases(here, SETTINGS, "files", {"one": "another"}) == frozenset()
    assert (here / "golden/files.jsonl").read_text() == (LINE % "one").rstrip()


def test_the_first_case_makes_the_file(here: Path) -> None:
    add_cases(here, SETTINGS, "new", {"one": (LINE % "one").rstrip()})
    assert (here / "golden/new.jsonl").read_text() == LINE % "one"


def test_nothing_is_added_to_a_bad_file(here: Path) -> None:
    write(here, files="{")
    with pytest.raises(BadFile):
        add_cases(here, SETTINGS, "files", {"one": LINE % "one"})
    assert (here / "golden/files.jsonl").read_text() == "{"


@pytest.mark.parametrize("name", ["", ".hidden", "a/b", "a\\b", "..", "a@b", "FILES", "a\n"])
def test_a_new_suite_has_a_name_that_a_suite_may_have(name: str, here: Path) -> None:
    write(here, files="")
    with pytest.raises(UsageError):
        golden_path(here, SETTINGS, name)
