import json
from contextlib import suppress
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldgate.errors import BadFile
from goldgate.formats.text import (
    MAX_DEPTH,
    JsonTextError,
    TextFault,
    conflict_marker,
    decode,
    described,
    exact,
    loads,
    loads_exactly,
    member,
)


def faults_of(text: str) -> tuple[TextFault, ...]:
    with pytest.raises(JsonTextError) as caught:
        loads(text)
    return caught.value.faults


def test_a_byte_order_mark_is_dropped_and_crlf_is_one_line_end() -> None:
    assert decode(b"\xef\xbb\xbf{}\r\n[]\r\n", file="f") == "{}\n[]\n"


def test_every_line_that_is_no_utf8_is_named_with_its_byte_and_offset() -> None:
    with pytest.raises(BadFile) as caught:
        decode(b"ok\na\xffb\nok\n\xc3", file="golden/files.jsonl")
    assert [str(problem) for problem in caught.value.problems] == [
        "golden/files.jsonl:2: not UTF-8: byte 0xff at offset 1 of the line",
        "golden/files.jsonl:4: not UTF-8: byte 0xc3 at offset 0 of the line",
    ]


def test_lines_are_counted_from_where_the_data_begins() -> None:
    with pytest.raises(BadFile) as caught:
        decode(b"\xff", file="f", line=12)
    assert caught.value.problems[0].line == 12


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.text(), lambda x: st.lists(x, max_size=3)))
def test_what_json_writes_is_read_back(value: object) -> None:
    assert loads(json.dumps(value)) == value


def test_lone_surrogates_and_big_integers_survive() -> None:
    assert loads('["\\ud800", 123456789012345678901234567890]') == ["\ud800", 123456789012345678901234567890]


def test_every_key_that_stands_twice_is_named_with_its_place() -> None:
    assert faults_of('{"a": {"b": 1, "b": 2}, "a b": [{"c": 1, "c": 1}]}') == (
        TextFault(message="key 'b' stands twice in one object", pointer="$.a.b"),
        TextFault(message="key 'c' stands twice in one object", pointer='$["a b"][0].c'),
    )


@pytest.mark.parametrize("word", ["NaN", "Infinity", "-Infinity"])
def test_what_is_no_number_of_json_is_refused(word: str) -> None:
    assert faults_of(f'{{"a": [1, {word}]}}') == (
        TextFault(message=f"{word} is not allowed; a number or null is", pointer="$.a[1]"),
    )


def test_a_float_that_would_become_infinity_is_refused_and_others_are_not() -> None:
    assert faults_of("[1.5, 1e999]") == (TextFault(message="1e999 is beyond the range of numbers", pointer="$[1]"),)
    assert loads("[1.5, 1e99]") == [1.5, 1e99]


def test_an_integer_that_python_will_not_read_is_refused_with_its_length() -> None:
    assert faults_of(f'{{"a": -{"9" * 5000}, "b": 1}}') == (
        TextFault(message="an integer of 5000 digits is too long", pointer="$.a"),
    )


def test_nesting_is_allowed_up_to_the_limit_and_refused_beyond_it() -> None:
    assert loads("[" * MAX_DEPTH + "]" * MAX_DEPTH) is not None
    assert faults_of("[" * (MAX_DEPTH + 1) + "]" * (MAX_DEPTH + 1)) == (
        TextFault(message="nested deeper than 200 levels", column=201),
    )


def test_hundreds_of_thousands_of_open_brackets_are_an_error_like_others() -> None:
    assert faults_of("[{" * 100_000)[0].message == "nested deeper than 200 levels"


def test_brackets_inside_texts_and_side_by_side_are_no_nesting() -> None:
    assert loads(json.dumps(["[" * 500 + '\\"{'])) == ["[" * 500 + '\\"{']
    assert loads("[" + ",".join(["[]"] * 500) + "]") == [[]] * 500


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "not valid JSON: it ends too early (column 2)"),
        ('{"a": "b', "not valid JSON: unterminated string (column 7)"),
        ("{'a': 1}", "not valid JSON: expecting property name enclosed in double quotes (column 2)"),
        ("{} {}", "not valid JSON: extra data (column 4)"),
        ("", "not valid JSON: it ends too early (column 1)"),
        ("<<<<<<< HEAD", "conflict marker '<<<<<<<' of an unfinished merge (column 1)"),
        (">>>>>>> theirs", "conflict marker '>>>>>>>' of an unfinished merge (column 1)"),
    ],
)
def test_a_text_that_is_no_json_says_why_and_where(text: str, message: str) -> None:
    assert [str(fault) for fault in faults_of(text)] == [message]


def test_an_error_shows_its_first_fault() -> None:
    error = JsonTextError(TextFault(message="a", pointer="$.a", column=3), TextFault(message="b"))
    assert (error.message, error.pointer, error.column, str(error)) == ("a", "$.a", 3, "a (column 3); b")


@given(st.text(max_size=40) | st.binary(max_size=40).map(lambda data: data.decode("latin-1")))
def test_any_text_is_read_or_refused_with_a_reason(text: str) -> None:
    with suppress(JsonTextError):
        loads(text)


@pytest.mark.parametrize(
    ("line", "marker"), [("=======", "======="), ("||||||| base", "|||||||"), ("======", None), ("{}", None)]
)
def test_conflict_markers_stand_at_the_beginning_of_a_line(line: str, marker: str | None) -> None:
    assert conflict_marker(line) == marker


@pytest.mark.parametrize(
    ("key", "path"), [("calls", "$.calls"), ("a b", '$["a b"]'), ("$regex", '$["$regex"]'), ("파일", "$.파일")]
)
def test_a_member_is_named_as_in_json_path(key: str, path: str) -> None:
    assert member("$", key) == path


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("zero", "str 'zero'"),
        (True, "bool true"),
        (3, "int 3"),
        (1.5, "float 1.5"),
        (None, "null"),
        ([1], "list"),
        ({}, "object"),
    ],
)
def test_a_value_is_described_with_its_type(value: object, said: str) -> None:
    assert described(value) == said


def test_an_integer_is_never_spelled_out_when_it_is_very_long() -> None:
    assert described(10**5000) == "a very long int"


def test_numbers_are_read_exactly_where_that_matters() -> None:
    assert loads_exactly('{"a": 4.20, "b": 3, "c": 1e400, "d": [true]}') == {
        "a": Decimal("4.20"),
        "b": 3,
        "c": Decimal("1e400"),
        "d": [True],
    }


def test_what_is_no_number_is_left_to_the_reader_where_numbers_are_exact() -> None:
    assert str(loads_exactly("[NaN, Infinity, -Infinity]")) == (
        "[Decimal('NaN'), Decimal('Infinity'), Decimal('-Infinity')]"
    )


def test_exact_reading_is_as_strict_as_any() -> None:
    for text in ('{"a": 1, "a": 2}', "[1e9999999999999999999]", "[1", "[" * (MAX_DEPTH + 1)):
        with pytest.raises(JsonTextError):
            loads_exactly(text)


def test_a_decimal_is_described_as_the_number_that_it_is() -> None:
    values = [exact("101.5"), exact("NaN"), exact("-Infinity"), exact(f"0.{'1' * 70}")]

    assert [described(value) for value in values] == ["float 101.5", "NaN", "-Infinity", f"float 0.{'1' * 58}…"]


@pytest.mark.parametrize("number", ["1e-99999999999999999999", "0e1000000000000000000"])
def test_an_exponent_that_no_decimal_has_is_told_though_a_float_would_be_nothing(number: str) -> None:
    with pytest.raises(JsonTextError) as caught:
        loads_exactly(f'{{"a": {number}, "b": 1, "b": NaN}}')
    assert [(fault.pointer, fault.message) for fault in caught.value.faults] == [
        ("$.a", f"{number} is beyond the range of numbers"),
        ("$.b", "key 'b' stands twice in one object"),
    ]
    assert loads(number) == 0
