import pytest

from goldgate.differ.nearest import brief, nearest, unknown

MANY = [f"k{number}" for number in range(22)]


@pytest.mark.parametrize(("word", "meant"), [("expct", "expect"), ("EXPECT", "expect"), ("zzz", None)])
def test_the_nearest_known_word_is_found(word: str, meant: str | None) -> None:
    assert nearest(word, ["id", "expect"]) == meant


def test_nobody_meant_a_word_by_one_that_goes_on_for_ever() -> None:
    assert nearest("expect" * 40, ["id", "expect" * 39]) is None


@pytest.mark.parametrize(
    ("word", "known", "said"),
    [
        ("expct", ["id", "expect"], "unknown key 'expct', did you mean 'expect'?"),
        ("zzz", ["id", "expect"], "unknown key 'zzz'; known are id, expect"),
        ("zzz", [], "unknown key 'zzz'; there is none"),
        (
            "zzz",
            MANY,
            f"unknown key 'zzz'; known are {', '.join(MANY[:20])} and 2 more",
        ),
    ],
)
def test_an_unknown_word_comes_with_the_nearest_or_with_what_is_known(word: str, known: list[str], said: str) -> None:
    assert unknown("key", word, known) == said


def test_of_several_names_of_one_thing_one_is_listed_and_all_are_known() -> None:
    names = ["find", "files::find", "read", "files::read"]
    assert unknown("case", "zzz", names, listed=["find", "read", "read"]) == "unknown case 'zzz'; known are find, read"
    assert unknown("case", "files::reed", names, listed=[]) == "unknown case 'files::reed', did you mean 'files::read'?"


def test_a_long_text_is_cut_in_the_middle() -> None:
    assert brief("a" * 30 + "b" * 300) == "'" + "a" * 29 + "…" + "b" * 29 + "'"
