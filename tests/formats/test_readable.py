import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldgate.formats.readable import readable


def shown(*lines: str) -> list[str]:
    return list(readable("\n".join(lines).encode()))


def test_a_case_stands_under_its_id_with_its_values_below_each_other() -> None:
    assert shown('{"id": "find notes", "verdict": "pass", "failed": ["calls"], "answer": "메모"}') == [
        "find notes",
        '  verdict: "pass"',
        '  failed: ["calls"]',
        '  answer: "메모"',
    ]


def test_steps_have_a_line_each_and_long_ones_a_line_for_each_field() -> None:
    long = "x" * 90
    line = {"id": "a", "steps": [{"tool": "t", "args": {"n": 1}}, {"tool": "t", "args": {"text": long}}, {}]}
    assert shown(json.dumps(line)) == [
        "a",
        "  steps:",
        '    - {"tool":"t","args":{"n":1}}',
        '    - tool: "t"',
        "      args:",
        f'        text: "{long}"',
        "    - {}",
    ]


def test_a_line_without_an_id_has_its_values_at_the_edge() -> None:
    assert shown('{"goldgate": "baseline", "schema": 1}', "", "x") == ['goldgate: "baseline"', "schema: 1", "", "x"]


@pytest.mark.parametrize("line", ["<<<<<<< ours", '{"id": "a"', "[1]", '{"id":"a","id":"b"}', "", "NaN"])
def test_what_is_no_object_stands_as_it_is(line: str) -> None:
    assert shown(line, "x") == [line, "x"]


def test_a_name_that_could_be_misread_keeps_its_quotation_marks() -> None:
    assert shown('{"id": "a\\nb", "": 1, " k": 2}') == ['"a\\nb"', '  "": 1', '  " k": 2']


def test_a_byte_order_mark_and_bytes_that_are_no_text_hurt_nothing() -> None:
    assert list(readable(b'\xef\xbb\xbf{"id": "a"}\r\n\xff')) == ["a", "\ufffd"]


@given(st.binary())
def test_every_file_can_be_shown(data: bytes) -> None:
    assert all("\n" not in line for line in readable(data))


def test_only_the_end_of_a_line_ends_one() -> None:
    inside = "a\u2028b\u0085c"
    text = f'{{"id":"one","answer":"{inside}"}}\r\n\r\n{{"id":"two"}}'

    assert list(readable(text.encode())) == ["one", '  answer: "a\\u2028b\\u0085c"', "", "two"]
    assert list(readable(b"")) == []
