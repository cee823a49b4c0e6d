import pytest

from goldgate.model.value import NOT_CAPTURED, Json, NotCaptured
from goldgate.reports.html.legible import MOST, legible, written


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("plain", "plain"),
        ("two\nlines\tand a tab", "two\nlines\tand a tab"),
        ("a\r\nb", "a\nb"),
        ("한국어 ünïcode", "한국어 ünïcode"),
        ("\u202eturned", "\\u202eturned"),
        ("zero\u200bwidth\u2028", "zero\\u200bwidth\\u2028"),
        ("\x1b[31m\x00", "\\u001b[31m\\u0000"),
        ("\ud800", "\\ud800"),
    ],
)
def test_a_text_keeps_its_lines_and_shows_what_is_invisible(text: str, expected: str) -> None:
    assert legible(text) == expected


def test_a_very_long_text_is_cut_in_the_middle_and_says_so() -> None:
    text = legible("a" * MOST + "bcd" + "z" * MOST)
    assert text == f"{'a' * (MOST // 2)}\n…[{MOST + 3} characters left out]…\n{'z' * (MOST // 2)}"


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ({"b": 1, "a": [True, None]}, '{"a":[true,null],"b":1}'),
        ("short", '"short"'),
        (NOT_CAPTURED, "not captured"),
        ("a long text " * 10, "a long text " * 10),
        ({"b": "x" * 50, "a": 1.5, "c": 12345}, '{\n  "b": "' + "x" * 50 + '",\n  "a": 1.5,\n  "c": 12345\n}'),
    ],
)
def test_a_value_is_one_line_where_it_is_short(value: Json | NotCaptured, expected: str) -> None:
    assert written(value) == expected
