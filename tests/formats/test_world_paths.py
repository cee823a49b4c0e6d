import pytest

from goldgate.formats.converter import Misfit, text
from goldgate.formats.world_paths import files_of, path_fault

read = files_of(text)


def faults_of(*paths: str) -> list[tuple[str | None, str]]:
    with pytest.raises(Misfit) as caught:
        read(dict.fromkeys(paths, "x"))
    return [(fault.pointer, str(fault)) for fault in caught.value.faults]


@pytest.mark.parametrize(
    "path",
    ["a", "notes/오늘.md", "a b/c", ".hidden/x", "a..b", "..a/b", "x" * 300, "console", "com", "com12.txt", "a.con"],
)
def test_a_path_is_relative_and_stays_in_the_folder(path: str) -> None:
    assert path_fault(path) is None


@pytest.mark.parametrize(
    ("path", "fault"),
    [
        ("", "a path must be a text of one line, got ''"),
        ("a\nb", "a path must be a text of one line, got 'a\\nb'"),
        ("a\x00b", "a path must be a text of one line, got 'a\\x00b'"),
        ("\ud800", "a path must be a text of one line, got '\\ud800'"),
        ("/etc/passwd", "a path must be relative, got '/etc/passwd'"),
        ("C:a", "a path must be relative, got 'C:a'"),
        ("a\\b", "a path is written with '/', got 'a\\\\b'"),
        ("a/../b", "a path must not leave the folder with '..', got 'a/../b'"),
        ("..", "a path must not leave the folder with '..', got '..'"),
        ("a//b", "a path must not have empty parts or '.', got 'a//b'"),
        ("a/", "a path must not have empty parts or '.', got 'a/'"),
        ("./a", "a path must not have empty parts or '.', got './a'"),
    ],
)
def test_a_path_that_means_something_else_elsewhere_is_refused(path: str, fault: str) -> None:
    assert path_fault(path) == fault
    assert [said for _, said in faults_of(path)] == [fault]


@pytest.mark.parametrize(
    "path", ["CON", "a/nul.txt", "com1", "Lpt9.a.b", "a./b", "a ", "a?", "b/<x>", 'a"b', "a*", "a|b"]
)
def test_a_path_that_windows_can_not_have_is_refused(path: str) -> None:
    assert path_fault(path) == f"a path must be one that Windows can have, too, got {path!r}"


def test_paths_that_can_stand_together_are_read() -> None:
    assert read({"a": "1", "b/a": "2", "b/c": "3"}) == {"a": "1", "b/a": "2", "b/c": "3"}


def test_paths_that_differ_only_in_case_or_unicode_form_are_refused() -> None:
    assert faults_of("a", "A", "caf\u00e9", "cafe\u0301") == [
        (".A", "the path 'A' is the same file as 'a' where case makes no difference"),
        (
            ".cafe\u0301",
            "the path 'cafe\u0301' is the same file as 'caf\u00e9' where case makes no difference",
        ),
    ]


def test_a_file_can_not_be_a_folder_too() -> None:
    assert faults_of("a", "A/b/c", "x/y") == [('["A/b/c"]', "the path 'A/b/c' lies inside 'a', which is a file")]


def test_clashes_are_told_together_with_what_else_is_wrong() -> None:
    with pytest.raises(Misfit) as caught:
        read({"a": 1, "A": "x"})
    assert [(fault.pointer, str(fault)) for fault in caught.value.faults] == [
        (".a", "expected a text, got int 1"),
        (".A", "the path 'A' is the same file as 'a' where case makes no difference"),
    ]


def test_files_must_be_an_object() -> None:
    with pytest.raises(Misfit, match="expected an object, got list"):
        read(["a"])
