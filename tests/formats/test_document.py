import pytest

from goldgate.errors import BadFile, Problem
from goldgate.formats.converter import Misfit, mapping_of, whole_from
from goldgate.formats.document import read_document

read_numbers = mapping_of(whole_from(1))


def problems_of(data: bytes) -> list[Problem]:
    with pytest.raises(BadFile) as raised:
        read_document(data, file="a.json", read=read_numbers)
    return list(raised.value.problems)


def test_a_document_is_what_the_reader_makes_of_it() -> None:
    assert read_document(b'{"a": 1}', file="a.json", read=read_numbers) == {"a": 1}


def test_every_fault_is_told_with_its_place() -> None:
    assert [str(problem) for problem in problems_of(b'{"a": 0, "b": "x"}')] == [
        "a.json: expected int from 1 on, got int 0 @ $.a",
        "a.json: expected int, got str 'x' @ $.b",
    ]


@pytest.mark.parametrize("data", [b"{", b"", b'{"a": 1, "a": 2}', b'{"a": NaN}', b"\xff"])
def test_what_is_no_json_is_a_bad_file(data: bytes) -> None:
    assert problems_of(data)[0].file == "a.json"


def test_what_is_wrong_with_the_text_has_its_line_and_the_column_in_it() -> None:
    assert [str(problem) for problem in problems_of(b'{"a": 1,\n\n  b: 2}')] == [
        "a.json:3: not valid JSON: expecting property name enclosed in double quotes (column 3)"
    ]
    assert [str(problem) for problem in problems_of(b'{\n<<<<<<< HEAD\n"a": 1\n=======\n')] == [
        "a.json:2: conflict marker '<<<<<<<' of an unfinished merge (column 1)"
    ]
    assert [str(problem) for problem in problems_of(b'{"a":\n' + b"[" * 300)] == [
        "a.json:2: nested deeper than 200 levels (column 200)"
    ]
    assert [str(problem) for problem in problems_of(b"\n{\n}\xef\xbb\xbf")] == [
        "a.json:3: not valid JSON: a byte order mark, which nobody sees, stands in the middle (column 2)"
    ]


def test_a_fault_of_the_whole_is_told_of_the_whole() -> None:
    def refuse(_: object) -> None:
        raise Misfit("not this")

    with pytest.raises(BadFile, match=r"^a\.json: not this @ \$$"):
        read_document(b"1", file="a.json", read=refuse)
