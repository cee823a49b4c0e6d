import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from goldgate.agents.commands.messages import (
    Call,
    Did,
    Failure,
    Hello,
    Message,
    Result,
    read_message,
    say_case,
    say_hello,
    say_refused,
    say_returned,
)
from goldgate.errors import BadTrace
from goldgate.formats.schemas import schema
from goldgate.model.case import CaseView, Turn, World
from goldgate.model.trace import Step, StepStatus
from goldgate.model.variant import Skill


def read(**message: Any) -> Message:
    return read_message(json.dumps(message).encode())


def refusal_of(line: bytes) -> str:
    with pytest.raises(BadTrace) as caught:
        read_message(line)
    return str(caught.value)


def is_valid(message: object, *, who: str) -> bool:
    protocol = schema("agent-protocol")
    return Draft202012Validator({**protocol, "anyOf": [{"$ref": f"#/$defs/{who}"}]}).is_valid(message)


def test_traces_are_the_same_in_the_protocol_as_elsewhere() -> None:
    protocol, trace = schema("agent-protocol")["$defs"], schema("trace")
    assert isinstance(protocol, dict)
    assert isinstance(trace["$defs"], dict)
    assert trace["$defs"].items() <= protocol.items()
    assert trace["oneOf"] == [{"type": "string"}, protocol["trace"]]


@pytest.mark.parametrize(
    ("message", "read_as"),
    [
        ({"type": "hello", "protocol": 1}, Hello(protocol=1)),
        ({"type": "call", "trial": 3, "tool": "a"}, Call(trial=3, tool="a")),
        (
            {"type": "call", "trial": 3, "tool": "a", "args": {"x": 1}, "call": "c-1", "group": 2},
            Call(trial=3, tool="a", args={"x": 1}, call="c-1", group=2),
        ),
        (
            {"type": "call", "trial": 3, "tool": "a", "args": '{"x"', "call": 7},
            Call(trial=3, tool="a", args='{"x"', call=7),
        ),
        ({"type": "call", "trial": 3, "tool": "a", "args": None, "group": None}, Call(trial=3, tool="a")),
        (
            {"type": "step", "trial": 3, "step": {"tool": "a", "error_code": "E"}},
            Did(trial=3, step=Step(name="a", status=StepStatus.ERROR, error_code="E")),
        ),
        ({"type": "result", "trial": 3}, Result(trial=3)),
        ({"type": "result", "trial": 3, "trace": None}, Result(trial=3)),
        ({"type": "result", "trial": 3, "trace": "done", "state": None}, Result(trial=3, trace="done", state=None)),
        ({"type": "result", "trial": 3, "trace": {"answer": 1}}, Result(trial=3, trace={"answer": 1})),
        ({"type": "error", "trial": 3}, Failure(trial=3)),
        (
            {"type": "error", "trial": 3, "error_code": "E", "message": "m"},
            Failure(trial=3, error_code="E", message="m"),
        ),
    ],
)
def test_what_agents_may_say(message: dict[str, Any], read_as: Message) -> None:
    assert read(**message) == read_as
    assert is_valid(message, who="from_agent")


@pytest.mark.parametrize(
    ("message", "fault"),
    [
        ({}, "a message of the agent's: a message has a 'type', which is a text"),
        ({"type": 3}, "a message of the agent's: a message has a 'type', which is a text"),
        ({"type": "resutl", "trial": 1}, "the agent's message 'resutl': unknown type 'resutl', did you mean 'result'?"),
        ({"type": "hello"}, "the agent's message 'hello': required key 'protocol' is missing"),
        ({"type": "hello", "protocol": "1"}, "the agent's message 'hello': expected int, got str '1' @ $.protocol"),
        ({"type": "call", "tool": "a"}, "the agent's message 'call': required key 'trial' is missing"),
        ({"type": "call", "trial": 1}, "the agent's message 'call': required key 'tool' is missing"),
        (
            {"type": "call", "trial": True, "tool": "a"},
            "the agent's message 'call': expected int, got bool true @ $.trial",
        ),
        (
            {"type": "call", "trial": 1, "tool": "a", "args": []},
            "the agent's message 'call': expected an object or a text, got list @ $.args",
        ),
        (
            {"type": "call", "trial": 1, "tool": "a", "call": {}},
            "the agent's message 'call': expected a text or an int, got object @ $.call",
        ),
        (
            {"type": "call", "trial": 1, "tool": "a", "arg": {}},
            "the agent's message 'call': unknown key 'arg', did you mean 'args'?",
        ),
        ({"type": "step", "trial": 1, "step": {"tol": "a"}}, "unknown key 'tol', did you mean 'tool'?"),
        (
            {"type": "result", "trial": 1, "trace": 3},
            "the agent's message 'result': expected an object or a text, got int 3 @ $.trace",
        ),
        ({"type": "result", "trial": 1, "answer": "x"}, "the agent's message 'result': unknown key 'answer'"),
        (
            {"type": "error", "trial": 1, "error_code": 3},
            "the agent's message 'error': expected a text, got int 3 @ $.error_code",
        ),
    ],
)
def test_what_agents_may_not_say_is_told_with_its_place(message: dict[str, Any], fault: str) -> None:
    assert refusal_of(json.dumps(message).encode()).startswith(fault)
    assert not is_valid(message, who="from_agent")


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        (b"", "the agent sent '', which is no message: not valid JSON: it ends too early (column 1)"),
        (
            b"Server ready!\r",
            "the agent sent 'Server ready!', which is no message: not valid JSON: expecting value (column 1)",
        ),
        (b'{"type":"result","trial":1,"trial":1}', "which is no message: key 'trial' stands twice in one object"),
        (b'{"type":"result","trial":NaN}', "which is no message: NaN is not allowed"),
        (b"[1]", "the agent sent '[1]', which is no message: expected an object, got list"),
        (b'{"type":"\xff"}', "which is no message: not UTF-8 at byte 9"),
    ],
)
def test_what_is_no_message_is_shown(line: bytes, fault: str) -> None:
    assert fault in refusal_of(line)


def test_a_long_line_is_shown_in_short() -> None:
    assert len(refusal_of(b"x" * 100_000)) < 200


def test_a_line_that_is_too_long_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("goldgate.agents.commands.messages.LONGEST", 10)
    assert refusal_of(b"x" * 11).startswith("the agent sent a message of more than ")


def test_all_faults_of_a_message_are_told() -> None:
    assert refusal_of(b'{"type":"call","trial":"1","x":1}').count("the agent's message 'call': ") == 3


def said(line: bytes) -> Any:  # noqa: ANN401 - a message
    assert line.endswith(b"\n")
    assert line.count(b"\n") == 1
    return json.loads(line)


def test_a_case_is_sent_without_the_answers_of_its_world() -> None:
    case = CaseView(id="a", request="최근 파일", tags=("t",), world=World(state={"x": [1]}))
    assert say_case(7, case, folder="/trial/7").decode() == (
        '{"type":"case","trial":7,"id":"a","request":"최근 파일","tags":["t"],"state":{"x":[1]},"folder":"/trial/7"}\n'
    )


def test_a_case_without_state_and_files_says_nothing_of_them() -> None:
    turns = (Turn(role="user", content="hi"),)
    assert said(say_case(1, CaseView(id="a", request=turns), folder=None)) == {
        "type": "case",
        "trial": 1,
        "id": "a",
        "request": [{"role": "user", "content": "hi"}],
        "tags": [],
    }


def test_where_recorded_answers_are_found_is_said() -> None:
    case = say_case(1, CaseView(id="a", request="hi"), folder=None, replay_url="http://127.0.0.1:4000/9")
    assert said(case)["replay_url"] == "http://127.0.0.1:4000/9"


def test_the_variant_and_its_adapter_are_said_where_there_are_some() -> None:
    case = CaseView(id="a", request="hi")
    assert said(say_case(1, case, folder=None)).keys().isdisjoint({"variant", "adapter"})
    told = said(say_case(1, case, folder=None, variant="final", adapter="/skills/triage"))
    assert (told["variant"], told["adapter"]) == ("final", "/skills/triage")


def test_linked_skills_are_said_where_there_are_some() -> None:
    case = CaseView(id="a", request="hi")
    skills = [Skill(name="triage", folder=Path("/skills/triage"))]
    assert "skills" not in said(say_case(1, case, folder=None))
    told = said(say_case(1, case, folder=None, skills=skills))
    assert told["skills"] == [{"name": "triage", "folder": "/skills/triage"}]


def test_an_answer_names_its_call() -> None:
    call = Call(trial=2, tool="a", call="x")
    assert said(say_returned(call, [None])) == {"type": "return", "trial": 2, "call": "x", "value": [None]}
    assert said(say_refused(call, error_code="E", message="m")) == {
        "type": "return",
        "trial": 2,
        "call": "x",
        "error_code": "E",
        "message": "m",
    }


@given(text=st.text(), number=st.integers())
@settings(max_examples=50)
def test_whatever_is_said_is_one_line_and_fits_the_schema(text: str, number: int) -> None:
    call = Call(trial=1, tool=text, call=number)
    for line in (
        say_hello(),
        say_case(1, CaseView(id=text, request=text, world=World(state={text: number})), folder=text, replay_url=text),
        say_returned(call, text),
        say_refused(call, error_code=text, message=text),
    ):
        assert is_valid(said(line), who="from_goldgate")


def test_a_lone_surrogate_is_escaped() -> None:
    assert b"\\ud800" in say_case(1, CaseView(id="a", request="\ud800"), folder=None)
