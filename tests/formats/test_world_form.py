from typing import Any

import pytest

from goldgate.formats.converter import Misfit
from goldgate.formats.world_form import WORLD
from goldgate.model.case import Stub, World, WorldFile


def faults_of(world: object) -> list[tuple[str | None, str]]:
    with pytest.raises(Misfit) as caught:
        WORLD(world)
    return [(fault.pointer, str(fault)) for fault in caught.value.faults]


def stub_faults(**stub: Any) -> list[tuple[str | None, str]]:
    return [((pointer or "").removeprefix(".tools[0]"), said) for pointer, said in faults_of({"tools": [stub]})]


def test_a_file_is_a_text_or_an_object_of_text_or_base64() -> None:
    assert WORLD(
        {"files": {"a": "한글", "b": {"text": "", "mode": "0644"}, "c": {"base64": "/w==", "mtime": "2027-03-01"}}}
    ) == World(
        files={
            "a": WorldFile(content="한글".encode()),
            "b": WorldFile(content=b"", mode="0644"),
            "c": WorldFile(content=b"\xff", mtime="2027-03-01"),
        }
    )


@pytest.mark.parametrize(
    ("file", "pointer", "fault"),
    [
        ({}, "", "expected exactly one of 'text' and 'base64'"),
        ({"text": "", "base64": ""}, "", "expected exactly one of 'text' and 'base64'"),
        ({"base64": "!"}, ".base64", "expected base64, got str '!'"),
        ({"base64": "é"}, ".base64", "expected base64, got str 'é'"),
        ({"text": "\ud800"}, ".text", "a lone surrogate can't stand in a file; give the content as base64"),
        ("\ud800", "", "a lone surrogate can't stand in a file; give the content as base64"),
        ({"text": "", "mtime": "today"}, ".mtime", "expected a date such as '2027-03-01T12:00:00Z', got str 'today'"),
        ({"text": "", "mode": "0999"}, ".mode", "expected a mode such as '0644', got str '0999'"),
        ({"text": "", "mode": 644}, ".mode", "expected a text, got int 644"),
        (None, "", "expected a text or an object, got null"),
    ],
)
def test_what_is_no_file_is_refused(file: object, pointer: str, fault: str) -> None:
    assert faults_of({"files": {"a": file}}) == [(f".files.a{pointer}", fault)]


def test_null_is_a_value_that_a_tool_may_return() -> None:
    assert WORLD({"tools": [{"tool": "a", "returns": None}]}) == World(tools=(Stub(tool="a", returns=None),))


def test_null_is_a_state() -> None:
    assert WORLD({"state": None}) == World(state=None)
    assert WORLD({}) == World()


def test_the_arguments_of_a_stub_may_be_written_as_json_text() -> None:
    world = WORLD({"tools": [{"tool": "a", "args": '{"x": 1}', "error_code": "E", "message": "no", "times": 2}]})
    assert world.tools == (Stub(tool="a", args={"x": 1}, error_code="E", message="no", times=2),)


@pytest.mark.parametrize("ways", [{}, {"returns": None, "error_code": "E"}, {"returns": 1, "returns_each": [1]}])
def test_a_stub_answers_in_exactly_one_way(ways: dict[str, object]) -> None:
    assert stub_faults(tool="a", **ways) == [("", "expected exactly one of 'returns', 'returns_each' and 'error_code'")]


def test_what_would_be_ignored_in_a_stub_is_refused() -> None:
    assert stub_faults(tool="a", returns=1, message="x") == [(".message", "a message goes with an 'error_code'")]
    assert stub_faults(tool="a", returns_each=[1], times=2) == [(".times", "'returns_each' says how often by itself")]


def test_all_faults_of_a_stub_are_told() -> None:
    assert stub_faults(tool="", args=[1], returns_each=[], times=0) == [
        (".tool", "expected a text that says something, got str ''"),
        (".args", "expected an object, got list"),
        (".returns_each", "expected at least one value"),
        (".times", "expected int from 1 on, got int 0"),
    ]
