import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import attrs

from goldgate.formats.golden import plain_case, read_golden
from goldgate.formats.otlp import joined, read_otlp
from goldgate.importers.otlp import ImportedTrace, traces_of
from goldgate.model.case import Case, Expectation, ExpectedStep
from goldgate.model.span import Span, SpanStatus
from goldgate.model.value import Json

DATA: Final = Path(__file__).parents[1] / "data" / "otel"
TRACE: Final = "0af7651916cd43dd8448eb211c80319c"


def of_file(name: str) -> tuple[ImportedTrace, ...]:
    return traces_of(joined([read_otlp((DATA / f"{name}.json").read_bytes(), file=name)]))


def spans(*attributes: dict[str, Json], trace_id: str = TRACE) -> Iterator[Span]:
    for number, own in enumerate(attributes):
        yield Span(trace_id=trace_id, span_id=f"{number:016x}", name="s", started=number, ended=number, attributes=own)


def agent(request: str = "hi", **other: Json) -> dict[str, Json]:
    return {"openinference.span.kind": "AGENT", "input.value": request, **other}


def tool(name: str, args: Json) -> dict[str, Json]:
    return {
        "gen_ai.operation.name": "execute_tool",
        "gen_ai.tool.name": name,
        "gen_ai.tool.call.arguments": args,
    }


def only(found: tuple[ImportedTrace, ...]) -> Case:
    (imported,) = found
    assert imported.case is not None
    return imported.case


def test_a_trace_becomes_what_was_asked_and_the_calls_that_were_made() -> None:
    assert plain_case(only(of_file("pydantic-ai-v5"))) == {
        "id": "trace-267258e34d4660f587c4b54634598e03",
        "request": "weather?",
        "notes": "answered: done",
        "expect": {
            "calls": [
                [
                    {"tool": "get_weather", "args": {"city": "Paris"}},
                    {"tool": "get_weather", "args": {"city": "Zürich"}},
                ],
                {"tool": "get_weather", "args": {"cty": "Rome"}, "error_code": "INVALID_ARGUMENTS"},
                {"tool": "get_weather", "error_code": "BAD_ARGUMENTS"},
                {"tool": "nope", "args": {}, "error_code": "UNKNOWN_TOOL"},
                {"tool": "boom", "args": {"x": 1.5}, "error_code": "ToolRetryError"},
            ]
        },
    }


def test_what_was_not_kept_is_not_expected() -> None:
    imported = of_file("google-adk-native")
    assert [(one.case, one.calls) for one in imported] == [(None, 4)]
    asked = attrs.evolve(next(spans(agent())), trace_id=imported[0].case_id.removeprefix("trace-"), started=0)
    (file,) = [read_otlp((DATA / "google-adk-native.json").read_bytes(), file="f")]
    assert only(traces_of([asked, *file.spans])).expect.calls == (
        ExpectedStep(name="get_weather"),
        ExpectedStep(name="get_weather"),
        ExpectedStep(name="get_weather", error_code="TOOL_ERROR"),
        ExpectedStep(name="nope", error_code="ValueError"),
    )


def test_a_tracer_that_keeps_no_calls_expects_none_and_one_that_keeps_them_expects_that_there_are_none() -> None:
    said: dict[str, Any] = {"gen_ai.operation.name": "chat"}
    assert only(traces_of(spans(agent(), said))).expect == Expectation()
    said["gen_ai.output.messages"] = [{"role": "assistant", "content": "bye"}]
    assert only(traces_of(spans(agent(), said))).expect == Expectation(calls=())


def test_work_that_failed_is_expected_to_fail() -> None:
    (span,) = spans(agent())
    assert plain_case(only(traces_of([attrs.evolve(span, status=SpanStatus.ERROR)])))["expect"] == {"status": "error"}


def test_arguments_that_look_like_matchers_are_meant_as_they_are() -> None:
    case = only(traces_of(spans(agent(), tool("find", {"q": {"$regex": "a"}}))))
    assert case.expect.calls == (ExpectedStep(name="find", args={"q": {"$literal": {"$regex": "a"}}}),)


def test_every_case_is_a_line_that_a_golden_file_may_hold() -> None:
    files = [read_otlp(path.read_bytes(), file=path.name) for path in sorted(DATA.glob("*.json"))]
    cases = [imported.case for imported in traces_of(joined(files)) if imported.case is not None]
    lines = "".join(json.dumps(plain_case(case), ensure_ascii=False) + "\n" for case in cases)
    read = read_golden(lines.encode(), file="f").cases
    assert [attrs.evolve(case, line=None) for case in read] == cases
    assert len(cases) == 11


def test_an_answer_is_noted_as_far_as_it_is_short() -> None:
    assert only(traces_of(spans(agent(**{"output.value": "a" * 501})))).notes == f"answered: {'a' * 500}…"
    final: dict[str, Json] = {"gen_ai.operation.name": "invoke_agent", "final_result": '{"b": 1, "a": 2}'}
    assert only(traces_of(spans({**agent(), **final}))).notes == 'answered: {"a":2,"b":1}'


def test_traces_of_other_things_are_left_aside_and_those_of_agents_come_in_their_order() -> None:
    late = [attrs.evolve(span, started=9) for span in spans(agent("late"), trace_id="1" * 32)]
    early = spans(agent("early"), trace_id="2" * 32)
    other = spans({"http.request.method": "GET"}, trace_id="3" * 32)
    assert [imported.case_id for imported in traces_of([*late, *early, *other])] == [
        f"trace-{'2' * 32}",
        f"trace-{'1' * 32}",
    ]
