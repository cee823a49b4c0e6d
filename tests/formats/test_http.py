from typing import Any

import pytest

from goldgate.formats.converter import Misfit
from goldgate.formats.http import HTTP, is_url, variables_of, with_variables, write_http
from goldgate.model.http import HttpSettings, Method, ResponsePaths, StepPaths
from goldgate.model.trace import OverallStatus

ALL: dict[str, Any] = {
    "method": "PUT",
    "headers": {"Authorization": "Bearer ${TOKEN}"},
    "body": {"messages": "$messages", "price": "$$5", "n": [1, None]},
    "hosts": ["agent.internal"],
    "response": {"answer": "$.choices[0].text", "steps": "$.calls"},
    "step": {"tool": "$.name"},
    "statuses": {"done": "success"},
}


def faults_of(value: object) -> str:
    with pytest.raises(Misfit) as caught:
        HTTP(value)
    return "; ".join(f"{fault} @ {fault.pointer}" for fault in caught.value.faults)


def test_all_keys_are_read() -> None:
    assert HTTP(ALL) == HttpSettings(
        method=Method.PUT,
        headers={"Authorization": "Bearer ${TOKEN}"},
        body={"messages": "$messages", "price": "$$5", "n": [1, None]},
        hosts=("agent.internal",),
        response=ResponsePaths(answer="$.choices[0].text", steps="$.calls"),
        step=StepPaths(tool="$.name"),
        statuses={"done": OverallStatus.SUCCESS},
    )


def test_what_is_written_is_what_was_read() -> None:
    assert write_http(HTTP(ALL)) == ALL
    assert write_http(HttpSettings()) == {}
    assert HTTP({}) == HttpSettings()


@pytest.mark.parametrize(
    ("value", "fault"),
    [
        ({"method": "GET"}, "unknown word 'GET'; known are POST, PUT, PATCH @ .method"),
        ({"headers": {"a b": "c"}}, "str 'a b' is no name of a header"),
        ({"headers": {"a": "b\nc"}}, "a header has no control characters @ .headers.a"),
        ({"headers": {"a": "${}"}}, "str '${}' names no environment variable as in 'Bearer ${TOKEN}' @ .headers.a"),
        ({"body": {"x": ["$reqest"]}}, "unknown placeholder '$reqest', did you mean '$request'?"),
        ({"body": {"x": ["$reqest"]}}, "(a text that begins with $ is written with $$) @ .body.x[0]"),
        ({"body": {"x": float("nan")}}, "@ .body"),
        (
            {"response": {"answer": "text"}},
            "a JSON path starts with $, as in $.items[0].name; got 'text' @ .response.answer",
        ),
        ({"hots": []}, "unknown key 'hots', did you mean 'hosts'?"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(value: object, fault: str) -> None:
    assert fault in faults_of(value)


def test_a_header_takes_the_values_of_its_variables() -> None:
    assert variables_of("Bearer ${A} ${B_1}") == ("A", "B_1")
    assert with_variables("Bearer ${A} $B ${A}", {"A": r"x\1"}) == r"Bearer x\1 $B x\1"


def test_only_a_url_is_asked_in_some_way() -> None:
    assert [is_url(name) for name in ("http://a", "https://a", "command: http://a", "http:object")] == [
        True,
        True,
        False,
        False,
    ]
