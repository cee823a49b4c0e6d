import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldgate.differ.canonical import canonical, same
from goldgate.differ.show import inert, show, show_pair
from goldgate.model.value import NOT_CAPTURED, Json

any_text = st.text(st.characters(exclude_categories=()), max_size=30) | st.sampled_from(
    ["\u202e", "\u200b", "\\u200b", "\\" * 7, "\ud83d\ude00", "한글", "x" * 300, "\n" * 200, "\\" * 201]
)
values: st.SearchStrategy[Json] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | any_text,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(any_text, inner, max_size=3),
    max_leaves=6,
)
NFC = "한글.md"
NFD = unicodedata.normalize("NFD", NFC)


def does_nothing_to_a_terminal(text: str) -> bool:
    categories = {unicodedata.category(char) for char in text}
    directions = {unicodedata.bidirectional(char) for char in text}
    return (
        len(text.splitlines()) <= 1
        and not categories & {"Cc", "Cs", "Co", "Zl", "Zp"}
        and not directions & {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}
    )


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ({"b": 1, "a": True}, '{"a":true,"b":1}'),
        ("최근 파일", '"최근 파일"'),
        (NOT_CAPTURED, "not captured"),
        ("not captured", '"not captured"'),
        (None, "null"),
        ("a\u200bb\u00a0c\ufeff", r'"a\u200bb\u00a0c\ufeff"'),
        ("\u3164\U000e0001", r'"\u3164\U000e0001"'),
        ("\x1b[31m\r\n\u202e\u2028", r'"\u001b[31m\r\n\u202e\u2028"'),
        (r"\u200b", r'"\\u200b"'),
    ],
)
def test_a_value_is_shown_in_its_canonical_spelling_with_everything_visible(value: Json, shown: str) -> None:
    assert show(value) == shown


def test_a_long_value_is_cut_in_the_middle_and_what_is_left_out_is_counted() -> None:
    assert show("a" * 100 + "b" * 100, limit=50) == '"aaaaaaaaaaaaaaaaaaa…[173 left out]…bbbbbbbb"'


def test_a_value_that_just_fits_is_shown_whole() -> None:
    assert show("a" * 48, limit=50) == canonical("a" * 48)
    assert "left out" in show("a" * 49, limit=50)


@pytest.mark.parametrize("limit", range(20, 60))
def test_no_escape_is_cut_in_two(limit: int) -> None:
    start, rest = show("\u200b" * 100, limit=limit).split("…[")
    _, end = rest.split("]…")
    assert start.replace(r"\u200b", "") == '"'[: len(start)]
    assert end.replace(r"\u200b", "") == '"'[: len(end)]


@pytest.mark.parametrize("limit", range(20, 60))
def test_no_pair_of_backslashes_is_cut_in_two(limit: int) -> None:
    start, rest = show("\\" * 200, limit=limit).split("…[")
    _, end = rest.split("]…")
    assert start.count("\\") % 2 == 0
    assert end.count("\\") % 2 == 0


@given(values, st.integers(30, 200))
def test_whatever_is_shown_is_one_harmless_line_within_the_limit(value: Json, limit: int) -> None:
    shown = show(value, limit=limit)
    assert does_nothing_to_a_terminal(shown)
    assert len(shown) <= limit


@given(values, st.integers(30, 200))
def test_every_character_is_shown_or_counted(value: Json, limit: int) -> None:
    whole, shown = show(value, limit=10**9), show(value, limit=limit)
    start, gap, rest = shown.partition("…[")
    count, _, end = rest.partition(" left out]…")
    if shown == whole:
        return
    assert gap
    assert len(start) + int(count) + len(end) == len(whole)
    assert whole.startswith(start)
    assert whole.endswith(end)


@pytest.mark.parametrize(
    ("expected", "actual", "left", "right"),
    [
        ("a", "b", '"a"', '"b"'),
        (NOT_CAPTURED, None, "not captured", "null"),
        ("1", 1, '"1" (string)', "1 (integer)"),
        (True, 1, "true (boolean)", "1 (integer)"),
        (1, 1.0, "1 (integer)", "1.0 (number)"),
        ("True", True, '"True" (string)', "true (boolean)"),
        ("null", None, '"null" (string)', "null (null)"),
        ('{"a":1}', {"a": 1}, r'"{\"a\":1}" (string)', '{"a":1} (object)'),
        ("[]", [], '"[]" (string)', "[] (array)"),
        ([], {}, "[]", "{}"),
        ({"n": [1]}, {"n": ["1"]}, '{"n":[1]} (integer at /n/0)', '{"n":["1"]} (string at /n/0)'),
        ({"a": 1}, {"b": 1}, '{"a":1}', '{"b":1}'),
        (0.0, -0.0, "0.0", "-0.0"),
        (NFC, NFD, f'"{NFC}" (NFC: \\ud55c)', f'"{NFD}" (NFD: \\u1112\\u1161\\u11ab)'),
        ({NFC: 1}, {NFD: 1}, f'{{"{NFC}":1}} (NFC: \\ud55c)', f'{{"{NFD}":1}} (NFD: \\u1112\\u1161\\u11ab)'),
        (
            "é\u0323",
            "e\u0323\u0301",
            '"é\u0323" (neither NFC nor NFD: \\u00e9\\u0323)',
            '"e\u0323\u0301" (NFD: \\u0065\\u0323\\u0301)',
        ),
        ("a\u200bb", "ab", r'"a\u200bb" (\u200b ZERO WIDTH SPACE)', '"ab"'),
        ("a\u200bb", "a\u200cb", r'"a\u200bb" (\u200b ZERO WIDTH SPACE)', r'"a\u200cb" (\u200c ZERO WIDTH NON-JOINER)'),
        ("\u202eab", "ab", r'"\u202eab" (\u202e RIGHT-TO-LEFT OVERRIDE)', '"ab"'),
        ("a b", "a\u00a0b", '"a b"', r'"a\u00a0b" (\u00a0 NO-BREAK SPACE)'),
        ("\U000e0001", "", r'"\U000e0001" (\U000e0001 LANGUAGE TAG)', '""'),
        ("x\u0301", "x", '"x\u0301" (\\u0301 COMBINING ACUTE ACCENT)', '"x"'),
        ("\uff21", "A", '"\uff21" (\\uff21 FULLWIDTH LATIN CAPITAL LETTER A)', r'"A" (\u0041 LATIN CAPITAL LETTER A)'),
        ("a\n", "a", r'"a\n"', '"a"'),
        ("a\x1b", "a\x1c", r'"a\u001b"', r'"a\u001c"'),
    ],
)
def test_two_values_can_be_told_apart(expected: Json, actual: Json, left: str, right: str) -> None:
    assert show_pair(expected, actual) == (left, right)


def test_long_values_are_shown_round_their_first_difference() -> None:
    before, after = "x" * 300, "y" * 300
    assert show_pair(f"{before}a{after}", f"{before}b", limit=60) == (
        "…[295 left out]…xxxxxxayyyyyyyyyyy…[290 left out]…",
        '…[295 left out]…xxxxxxb"',
    )


def test_a_short_value_is_shown_whole_beside_a_long_one() -> None:
    left, right = show_pair("a", "b" * 500, limit=60)
    assert left == '"a"'
    assert right == '"bbbbbbbbbbbbbbbbb…[484 left out]…'


def test_a_window_begins_with_a_whole_escape() -> None:
    left, right = show_pair("\u200b" * 100 + "a", "\u200b" * 100 + "b", limit=60)
    assert left == r'…[595 left out]…\u200ba"'
    assert right == r'…[595 left out]…\u200bb"'


def test_the_place_of_a_type_is_bounded_and_harmless_too() -> None:
    left, _ = show_pair({"\x1b" * 100: 1}, {"\x1b" * 100: "1"}, limit=60)
    assert left.endswith(r"\u001b)")
    assert len(left) < 150


@given(values, values)
def test_values_that_are_not_the_same_look_different(expected: Json, actual: Json) -> None:
    left, right = show_pair(expected, actual)
    assert does_nothing_to_a_terminal(left)
    assert does_nothing_to_a_terminal(right)
    if canonical(expected) != canonical(actual):
        assert left != right
    if same(expected, actual):
        assert left == right


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain text", "plain text"),
        (r'C:\dir "quoted"', r'C:\dir "quoted"'),
        ("two\nlines\t", r"two\nlines\t"),
        ("\x1b[31m", r"\u001b[31m"),
        ("한글\u202e", r"한글\u202e"),
        ("\ud800", r"\ud800"),
    ],
)
def test_texts_of_others_are_made_harmless(text: str, shown: str) -> None:
    assert inert(text) == shown


@given(any_text)
def test_what_is_inert_stays_as_it_is(text: str) -> None:
    assert does_nothing_to_a_terminal(inert(text))
    assert inert(inert(text)) == inert(text)
