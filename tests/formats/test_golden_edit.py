import datetime as dt
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldgate.formats.golden_edit import with_marker, without_marker
from goldgate.model.known_failure import KnownFailure

MARKER = KnownFailure(reason="첫 단어가 이긴다", issue="#7", expires=dt.date(2027, 3, 1))
SPACED = '{"reason": "첫 단어가 이긴다", "issue": "#7", "expires": "2027-03-01"}'
COMPACT = '{"reason":"첫 단어가 이긴다","issue":"#7","expires":"2027-03-01"}'


def marked(text: str, case_id: str = "a") -> str:
    return with_marker(text.encode(), case_id, MARKER).decode()


def unmarked(text: str, case_id: str = "a") -> str:
    return without_marker(text.encode(), case_id).decode()


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('{"id": "a", "request": "x"}', f'{{"id": "a", "request": "x", "known_failure": {SPACED}}}'),
        ('{"id":"a","request":"x"}', f'{{"id":"a","request":"x","known_failure":{COMPACT}}}'),
        ('  { "id": "a", "request": "x" }\r', f'  {{ "id": "a", "request": "x", "known_failure": {SPACED} }}\r'),
        (
            '{"id" :"a" , "request" :"x"}',
            f'{{"id" :"a" , "request" :"x", "known_failure":{SPACED.replace(": ", ":")}}}',
        ),
    ],
)
def test_a_marker_comes_last_and_is_spelled_as_its_line_is(before: str, after: str) -> None:
    assert marked(before) == after


def test_a_marker_takes_the_place_of_the_one_that_was_there() -> None:
    before = '{"known_failure": {"reason": "r", "issue": "i"}, "id": "a", "request": "x"}'
    assert marked(before) == f'{{"known_failure": {SPACED}, "id": "a", "request": "x"}}'


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('{"id": "a", "known_failure": {"reason": "}, {"}, "request": "x"}', '{"id": "a", "request": "x"}'),
        ('{ "known_failure": {"reason": "r"} , "id": "a" }', '{ "id": "a" }'),
        ('{"id": "a", "request": "x", "known_failure": {}  }', '{"id": "a", "request": "x"  }'),
        (
            '{"id": "a", "world": {"state": {"known_failure": 1}}}',
            '{"id": "a", "world": {"state": {"known_failure": 1}}}',
        ),
    ],
)
def test_a_marker_goes_with_the_comma_that_parted_it(before: str, after: str) -> None:
    assert unmarked(before) == after


def test_only_the_line_of_the_case_changes() -> None:
    before = '\ufeff{"id": "b", "notes": "a"}\r\n\r\n{"id": "\\u0061"}\r\n{"id": "ab"}'
    assert marked(before) == before.replace('"\\u0061"}', f'"\\u0061", "known_failure": {SPACED}}}')


def test_a_first_line_with_a_byte_order_mark_keeps_it() -> None:
    assert marked('\ufeff{"id": "a"}\n') == f'\ufeff{{"id": "a", "known_failure": {SPACED}}}\n'


def test_a_case_that_is_not_there_changes_nothing() -> None:
    assert marked('{"id": "b"}\n\n') == '{"id": "b"}\n\n'


@given(
    st.lists(
        st.dictionaries(
            st.text(max_size=4).filter("known_failure".__ne__), st.text(max_size=6) | st.floats(), max_size=4
        ),
        min_size=1,
        max_size=4,
    ),
    st.sampled_from([(",", ":"), (", ", ": "), (" ,\t", " :")]),
    st.sampled_from(["ascii", "utf-8"]),
    st.data(),
)
def test_marking_and_unmarking_is_as_if_nothing_had_happened(
    cases: list[dict[str, Any]], separators: tuple[str, str], charset: str, data: st.DataObject
) -> None:
    lines = [
        json.dumps(case | {"id": str(number)}, separators=separators, ensure_ascii=charset == "ascii").replace(
            "\x7f", ""
        )
        for number, case in enumerate(cases)
    ]
    before = "\n".join(lines).encode(errors="ignore")
    chosen = str(data.draw(st.integers(0, len(cases) - 1)))

    after = with_marker(before, chosen, MARKER)

    assert json.loads(after.split(b"\n")[int(chosen)])["known_failure"] == json.loads(SPACED)
    assert without_marker(after, chosen) == before
