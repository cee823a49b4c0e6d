import datetime as dt
import gc
import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldgate.differ.canonical import digest_bytes, spell
from goldgate.errors import BadFile
from goldgate.formats.golden import case_digest, plain_case, read_golden
from goldgate.model.case import Case, Expectation, ExpectedStep, Split, Stub, World, WorldFile
from goldgate.model.known_failure import KnownFailure
from goldgate.model.settings import KnownFailureSettings

FILE = "golden/files.jsonl"


def problems_of(*lines: str | Mapping[str, Any]) -> list[str]:
    with pytest.raises(BadFile) as caught:
        read_golden(as_bytes(*lines), file=FILE)
    return [str(problem).removeprefix("golden/files.jsonl:") for problem in caught.value.problems]


def as_bytes(*lines: str | Mapping[str, Any]) -> bytes:
    return "\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines).encode()


def read(*lines: str | Mapping[str, Any]) -> tuple[Case, ...]:
    return read_golden(as_bytes(*lines), file=FILE).cases


def test_a_line_is_a_case() -> None:
    assert read(
        {
            "id": "recent-files-list",
            "request": "show me the recent file list",
            "tags": ["files"],
            "notes": "near 'read the recent file'",
            "split": "test",
            "world": {
                "files": {"notes/today.md": "…"},
                "tools": [{"tool": "file_search", "returns": ["notes/today.md"]}],
            },
            "expect": {"calls": ["file_search"]},
            "known_failure": {"reason": "the hint", "issue": "#12", "expires": "2027-03-01"},
            "trials": 3,
            "timeout": 5,
            "stream": "x",
        }
    ) == (
        Case(
            id="recent-files-list",
            request="show me the recent file list",
            tags=("files",),
            notes="near 'read the recent file'",
            split=Split.TEST,
            world=World(
                files={"notes/today.md": WorldFile(content="…".encode())},
                tools=(Stub(tool="file_search", returns=["notes/today.md"]),),
            ),
            expect=Expectation(calls=(ExpectedStep(name="file_search"),)),
            known_failure=KnownFailure(reason="the hint", issue="#12", expires=dt.date(2027, 3, 1)),
            trials=3,
            timeout=5,
            stream="x",
        ),
    )


@given(st.from_type(Case))
@settings(max_examples=40)
def test_a_case_that_was_written_is_read_back(case: Case) -> None:
    line = spell(plain_case(case))
    (read_case,) = read(line)
    assert read_case == case
    assert spell(plain_case(read_case)) == line


def test_a_case_knows_its_line() -> None:
    (case,) = read("", "", {"id": "a", "request": "x"})
    assert case.line == 3


def test_the_file_keeps_its_order_and_the_digest_of_its_bytes() -> None:
    data = as_bytes({"id": "b", "request": "x"}, {"id": "a", "request": "x"}) + b"\r\n"
    golden = read_golden(data, file=FILE)
    assert [case.id for case in golden.cases] == ["b", "a"]
    assert golden.digest == digest_bytes(data)


def test_byte_order_mark_crlf_and_blank_lines_are_read_over() -> None:
    golden = read_golden(b'\xef\xbb\xbf\r\n{"id":"a","request":"x"}\r\n \r\n{"id":"b","request":"x"}', file=FILE)
    assert [case.line for case in golden.cases] == [2, 4]


def test_what_nobody_sees_at_the_begin_of_a_later_line_is_told() -> None:
    lines = '{"id":"a","request":"x"}\n\ufeff{"id":"b","request":"x"}\n\x1e{"id":"c","request":"x"}'
    with pytest.raises(BadFile) as caught:
        read_golden(lines.encode(), file=FILE)
    assert [str(problem) for problem in caught.value.problems] == [
        f"{FILE}:2: the line begins with U+FEFF, which nobody sees",
        f"{FILE}:3: the line begins with U+001E, which nobody sees",
    ]


@pytest.mark.parametrize("name", ["최근 파일", "a b", "a/b", "x" * 300])
def test_an_id_is_any_text_of_one_line(name: str) -> None:
    assert [case.id for case in read({"id": name, "request": "x"})] == [name]


def test_all_errors_of_all_lines_are_told_in_the_order_of_the_lines() -> None:
    assert problems_of(
        {"id": "a", "request": "x", "expct": {}},
        "{",
        {"id": "b", "request": 1, "expect": {"calls": [{"tool": "t", "times": "zero"}], "match": "inorder"}},
        "[1]",
        "null",
        {"id": "c", "tags": ["", 1], "trials": True, "timeout": 0, "split": "tset"},
        "<<<<<<< HEAD",
        '{"id":"d","id":"e","request":NaN}',
    ) == [
        "1: unknown key 'expct', did you mean 'expect'? @ $",
        "2: { goes on over several lines; a case stands on one",
        "3: expected a text or a list of turns, got int 1 @ $.request",
        "3: expected int, got str 'zero' @ $.expect.calls[0].times",
        "3: unknown word 'inorder', did you mean 'in_order'? @ $.expect.match",
        "4: expected an object, got list @ $",
        "5: expected an object, got null @ $",
        "6: required key 'request' is missing @ $",
        "6: expected a text that says something, got str '' @ $.tags[0]",
        "6: expected a text, got int 1 @ $.tags[1]",
        "6: unknown word 'tset', did you mean 'test'? @ $.split",
        "6: expected int, got bool true @ $.trials",
        "6: expected a number above 0, got int 0 @ $.timeout",
        "7: conflict marker '<<<<<<<' of an unfinished merge (column 1)",
        "8: key 'id' stands twice in one object @ $.id",
        "8: NaN is not allowed; a number or null is @ $.request",
    ]


def test_a_line_that_is_no_utf8_hides_no_other_error() -> None:
    with pytest.raises(BadFile) as caught:
        read_golden(b'{"id":"a"}\n\xff{"id"\n{}', file=FILE)
    assert [str(problem) for problem in caught.value.problems] == [
        "golden/files.jsonl:1: required key 'request' is missing @ $",
        "golden/files.jsonl:2: not UTF-8: byte 0xff at offset 0 of the line",
        "golden/files.jsonl:3: required key 'id' is missing @ $",
        "golden/files.jsonl:3: required key 'request' is missing @ $",
    ]


def test_an_object_that_goes_on_over_several_lines_is_told_once_and_the_next_case_is_read() -> None:
    pretty = json.dumps({"id": "a", "request": "x", "world": {"state": [{"a": 1}]}}, indent=2)
    assert problems_of(pretty, {"id": "b"}) == [
        "1: { goes on over several lines; a case stands on one",
        "12: required key 'request' is missing @ $",
    ]


def test_ids_that_stand_twice_name_both_lines() -> None:
    line = {"id": "a", "request": "x"}
    assert problems_of(line, "", line, {"id": "A", "request": "x"}) == [
        "3: id 'a' stands on line 1 already @ $.id",
        "4: id 'A' and 'a' on line 1 differ only in case or Unicode form @ $.id",
    ]


def test_an_id_that_stands_twice_is_told_though_its_case_is_broken() -> None:
    assert "2: id 'a' stands on line 1 already @ $.id" in problems_of({"id": "a"}, {"id": "a"})


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("", "an id must not be empty"),
        ("a\nb", "an id must not hold a control character, got U+000A"),
        (3, "expected a text, got int 3"),
    ],
)
def test_what_is_no_id_is_refused(name: object, fault: str) -> None:
    assert problems_of({"id": name, "request": "x"}) == [f"1: {fault} @ $.id"]


def test_nesting_beyond_the_limit_is_an_error_of_its_line() -> None:
    deep = '{"id":"a","request":"x","world":{"state":' + "[" * 100_000 + "]" * 100_000 + "}}"
    assert problems_of(deep) == ["1: nested deeper than 200 levels (column 240)"]


def test_a_request_may_be_turns_of_a_conversation() -> None:
    assert problems_of({"id": "a", "request": []}) == ["1: expected at least one turn @ $.request"]
    assert problems_of({"id": "a", "request": [{"role": "user", "contents": "x"}]}) == [
        "1: required key 'content' is missing @ $.request[0]",
        "1: unknown key 'contents', did you mean 'content'? @ $.request[0]",
    ]


def test_a_matcher_that_can_not_be_used_is_told_with_the_other_errors_of_its_line() -> None:
    assert problems_of({"id": "a", "request": 1, "expect": {"calls": [{"tool": "t", "args": {"p": {"$any": 1}}}]}}) == [
        "1: expected a text or a list of turns, got int 1 @ $.request",
        '1: $any takes true @ $.expect.calls[0].args.p["$any"]',
    ]


def test_a_matcher_is_found_however_its_dollar_is_spelled() -> None:
    line = '{"id":"a","request":"x","expect":{"state":{"\\u0024rgx":1}}}'
    assert problems_of(line)[0].startswith("1: unknown matcher '$rgx', did you mean '$regex'?")


def test_a_marker_without_reason_or_issue_is_refused() -> None:
    assert problems_of({"id": "a", "request": "x", "known_failure": {"reason": " "}}) == [
        "1: expected a text that says something, got str ' ' @ $.known_failure.reason",
        "1: required key 'issue' is missing @ $.known_failure",
    ]


def marked(**dates: str) -> bytes:
    return as_bytes({"id": "a", "request": "x", "known_failure": {"reason": "r", "issue": "i", **dates}})


def test_a_marker_may_be_required_to_expire() -> None:
    required = KnownFailureSettings(require_expiry=True)
    with pytest.raises(BadFile) as caught:
        read_golden(marked(), file=FILE, known_failures=required)
    assert str(caught.value) == (
        "golden/files.jsonl:1: required key 'expires' is missing (known_failures.require_expiry) @ $.known_failure"
    )
    assert read_golden(marked(expires="2027-03-01"), file=FILE, known_failures=required).cases


def test_a_marker_may_not_reach_further_than_the_settings_allow() -> None:
    limited = KnownFailureSettings(max_days=30)
    today = dt.date(2027, 1, 30)
    assert read_golden(marked(expires="2027-03-01"), file=FILE, known_failures=limited, today=today).cases
    assert read_golden(marked(), file=FILE, known_failures=limited, today=today).cases
    assert read_golden(marked(expires="2027-03-02"), file=FILE, known_failures=limited).cases
    with pytest.raises(BadFile) as caught:
        read_golden(marked(expires="2027-03-02"), file=FILE, known_failures=limited, today=today)
    assert str(caught.value) == (
        "golden/files.jsonl:1: expected 2027-03-01 at the latest, got 2027-03-02 (known_failures.max_days) "
        "@ $.known_failure.expires"
    )


def test_no_limit_of_days_reaches_beyond_the_calendar() -> None:
    limited = KnownFailureSettings(max_days=10**9)
    assert read_golden(marked(expires="9999-12-31"), file=FILE, known_failures=limited, today=dt.date(2027, 1, 1)).cases


@given(st.from_type(Case))
@settings(max_examples=15)
def test_the_digest_is_that_of_what_is_run_and_expected(case: Case) -> None:
    other = attrs.evolve(case, tags=("other",), notes="other", split=None, known_failure=None)
    assert case_digest(case) == case_digest(other)
    assert case_digest(case) != case_digest(attrs.evolve(case, id=f"{case.id}!"))


def test_a_case_made_in_python_has_the_digest_of_the_line_that_says_the_same() -> None:
    (case,) = read('{"request":"x","id":"a","expect":{"calls":[{"times":1,"tool":"t"}],"match":"exact"}}')
    made = Case(id="a", request="x", expect=Expectation(calls=(ExpectedStep(name="t"),)))
    assert case_digest(case) == case_digest(made)


def test_what_was_changed_in_python_is_what_counts() -> None:
    (case,) = read({"id": "a", "request": "x"})
    assert plain_case(attrs.evolve(case, request="y")) == {"id": "a", "request": "y"}


@pytest.mark.parametrize("switch", [gc.enable, gc.disable])
def test_reading_leaves_the_collection_of_garbage_as_it_was(switch: Callable[[], None]) -> None:
    was_on = gc.isenabled()
    try:
        switch()
        before = gc.isenabled()
        with suppress(BadFile):
            read("{")
        assert gc.isenabled() is before
    finally:
        (gc.enable if was_on else gc.disable)()


@given(st.binary(max_size=60) | st.binary(max_size=40).map(lambda data: b'{"id":"a","request":' + data))
@settings(max_examples=100)
def test_whatever_stands_in_a_file_only_our_own_errors_come(data: bytes) -> None:
    with suppress(BadFile):
        read_golden(data, file=FILE)
