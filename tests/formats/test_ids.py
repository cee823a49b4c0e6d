import pytest

from goldgate.formats.ids import folded, id_fault


@pytest.mark.parametrize("text", ["a", "최근 파일 목록", "a b/c", "x" * 300, "a\u00a0b", "👩\u200d💻", "caf\u00e9"])
def test_an_id_is_any_text_of_one_line(text: str) -> None:
    assert id_fault(text) is None


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "an id must not be empty"),
        (" \u3000", "an id must not be blank"),
        ("a\tb", "an id must not hold a control character, got U+0009"),
        ("한\x85", "an id must not hold a control character, got U+0085"),
        ("a\u2028", "an id must not hold a line separator, got U+2028"),
        ("a\u2029", "an id must not hold a paragraph separator, got U+2029"),
        ("a\ud800", "an id must not hold a lone surrogate, got U+D800"),
    ],
)
def test_what_can_not_stand_in_one_line_is_no_id(text: str, fault: str) -> None:
    assert id_fault(text) == fault


@pytest.mark.parametrize(("one", "other"), [("Files", "fILES"), ("caf\u00e9", "CAFE\u0301"), ("Straße", "STRASSE")])
def test_ids_that_a_file_system_takes_for_the_same_fold_into_one(one: str, other: str) -> None:
    assert folded(one) == folded(other)


def test_ids_that_differ_stay_apart() -> None:
    assert folded("file-1") != folded("file-2")
