import re

import pytest

from goldgate.errors import BadFile
from goldgate.formats.shape import Shape
from goldgate.formats.text import TextFault
from goldgate.formats.written_lines import load_line, problem_of, read_header

SHAPE = Shape(keys={"goldgate": ("baseline",), "schema": int, "outcome": str}, required=("outcome",))


def header(text: str) -> object:
    return read_header(iter([(3, text)]), SHAPE, kind="baseline", example=" such as X", file="b.jsonl")


def test_a_header_comes_with_what_leads_its_lines_up_to_today() -> None:
    text = '{"goldgate":"baseline","schema":1,"outcome":"aa"}'
    assert header(text) == ({"goldgate": "baseline", "schema": 1, "outcome": "aa"}, ())


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "b.jsonl:3: not valid JSON: it ends too early"),
        ('{"goldgate":"cassette"}', "b.jsonl:3: expected the header of a baseline such as X"),
        ('{"goldgate":"baseline","schema":7}', "b.jsonl:3: schema 7 is newer than 1"),
        ('{"goldgate":"baseline","schema":1}', "b.jsonl:3: required key 'outcome' is missing"),
    ],
)
def test_what_is_no_header_is_told_with_its_place(text: str, said: str) -> None:
    with pytest.raises(BadFile, match=f"^{re.escape(said)}"):
        header(text)


def test_a_file_without_a_line_has_no_header() -> None:
    with pytest.raises(BadFile, match=r"^c\.jsonl:1: expected the header of a cassette, X"):
        read_header(iter([]), SHAPE, kind="cassette", example=", X", file="c.jsonl")


def test_a_line_says_what_its_json_says() -> None:
    assert load_line('{"a": [1.0]}', file=None, number=None) == {"a": [1.0]}


def test_a_problem_has_the_place_of_its_fault() -> None:
    problem = problem_of(TextFault(message="too long", pointer="$.id"), file="b.jsonl", number=4)
    assert (problem.message, problem.file, problem.line, problem.pointer) == ("too long", "b.jsonl", 4, "$.id")
