import json
from typing import Any, Final

import pytest

from goldgate.errors import BadFile
from goldgate.formats.otlp import Otlp, joined, read_otlp
from goldgate.model.span import Span, SpanEvent, SpanStatus

TRACE: Final = "0af7651916cd43dd8448eb211c80319c"
SPAN: Final = "b7ad6b7169203331"


def span(**other: Any) -> dict[str, Any]:
    return {
        "traceId": TRACE,
        "spanId": SPAN,
        "name": "work",
        "startTimeUnixNano": "10",
        "endTimeUnixNano": "20",
        **other,
    }


def of_spans(*spans: object) -> dict[str, Any]:
    return {"resourceSpans": [{"scopeSpans": [{"spans": list(spans)}]}]}


def of_logs(*records: object) -> dict[str, Any]:
    return {"resourceLogs": [{"scopeLogs": [{"logRecords": list(records)}]}]}


def read(*documents: object) -> Otlp:
    return read_otlp("\n".join(map(json.dumps, documents)).encode(), file="t.json")


def only(**other: Any) -> Span:
    (found,) = read(of_spans(span(**other))).spans
    return found


def problems_of(data: bytes) -> list[str]:
    with pytest.raises(BadFile) as caught:
        read_otlp(data, file="t.json")
    return [str(problem) for problem in caught.value.problems]


def faults(*documents: object) -> list[str]:
    return problems_of("\n".join(map(json.dumps, documents)).encode())


def test_what_a_span_leaves_out_has_its_default() -> None:
    assert only() == Span(trace_id=TRACE, span_id=SPAN, name="work", started=10, ended=20)
    assert only(parentSpanId="", status={}) == only()
    assert only(parentSpanId="00F067AA0BA902B7").parent_id == "00f067aa0ba902b7"


def test_a_span_that_was_exported_open_has_no_end() -> None:
    open_span = span()
    del open_span["endTimeUnixNano"]
    (found,) = read(of_spans(open_span)).spans
    assert found.ended is None


def test_ids_may_be_in_base64_and_numbers_may_be_numbers() -> None:
    found = only(traceId="CvdlGRbNQ92ESOshHIAxnA==", spanId="t61rcWkgMzE=", startTimeUnixNano=10)
    assert found == only()


@pytest.mark.parametrize("code", [2, "STATUS_CODE_ERROR", "ERROR"])
def test_a_status_is_a_number_or_a_word(code: object) -> None:
    assert only(status={"code": code, "message": "no"}).status is SpanStatus.ERROR
    assert only(status={"code": 1}).status is SpanStatus.OK


def test_values_of_every_kind_are_read() -> None:
    values: dict[str, Any] = {
        "text": {"stringValue": "한"},
        "true": {"boolValue": True},
        "big": {"intValue": "9007199254740993"},
        "small": {"intValue": 3},
        "half": {"doubleValue": 0.5},
        "none": {"doubleValue": "NaN"},
        "list": {"arrayValue": {"values": [{"stringValue": "a"}, {}]}},
        "empty list": {"arrayValue": {}},
        "object": {"kvlistValue": {"values": [{"key": "n", "value": {"intValue": "1"}}]}},
        "bytes": {"bytesValue": "AAE="},
        "null": {},
    }
    attributes = [{"key": key, "value": value} for key, value in values.items()]
    assert only(attributes=[*attributes, {"key": "nothing"}]).attributes == {
        "text": "한",
        "true": True,
        "big": 9007199254740993,
        "small": 3,
        "half": 0.5,
        "none": "NaN",
        "list": ["a", None],
        "empty list": [],
        "object": {"n": 1},
        "bytes": "AAE=",
        "null": None,
        "nothing": None,
    }


def test_events_are_read() -> None:
    event = {"name": "exception", "attributes": [{"key": "exception.type", "value": {"stringValue": "OSError"}}]}
    assert only(events=[event, {"name": "bare"}]).events == (
        SpanEvent(name="exception", attributes={"exception.type": "OSError"}),
        SpanEvent(name="bare"),
    )


def test_a_document_may_stand_on_each_line() -> None:
    found = read(of_spans(span(name="one")), {"resourceMetrics": []}, of_spans(span(name="two"), span(name="three")))
    assert [one.name for one in found.spans] == ["one", "two", "three"]
    assert read_otlp(json.dumps(of_spans(span()), indent=1).encode(), file="t.json").spans == (only(),)


def test_log_records_are_events_of_the_span_that_they_name() -> None:
    named = {"traceId": TRACE, "spanId": SPAN, "eventName": "gen_ai.choice", "body": {"stringValue": "hi"}}
    attribute = {
        "traceId": TRACE,
        "spanId": SPAN,
        "attributes": [{"key": "event.name", "value": {"stringValue": "old"}}],
    }
    files = [read(of_logs(named, {"body": {"stringValue": "of no span"}})), read(of_spans(span()), of_logs(attribute))]
    (found,) = joined(files)
    assert found.events == (
        SpanEvent(name="gen_ai.choice", body="hi"),
        SpanEvent(name="old", attributes={"event.name": "old"}),
    )


def test_a_span_that_comes_twice_is_one() -> None:
    assert joined([read(of_spans(span(), span(name="again"))), read(of_spans(span()))]) == (only(),)


def test_every_fault_is_told_with_its_place() -> None:
    place = "$.resourceSpans[0].scopeSpans[0].spans"
    bad = [
        {"traceId": TRACE},
        span(traceId="xyz"),
        span(startTimeUnixNano="soon"),
        span(attributes={"a": 1}),
        span(attributes=[{"key": "a", "value": {"stringValue": 5}}, {"value": {}}]),
        span(attributes=[{"key": "a", "value": {"textValue": "b"}}]),
        span(attributes=[{"key": "a", "value": {"boolValue": 1}}]),
        span(attributes=[{"key": "a", "value": {"doubleValue": True}}]),
        span(attributes=[{"key": "a", "value": {"arrayValue": {"values": 1}}}]),
        span(events={}),
        span(status={"code": 7}),
        "no span",
        span(startTimeUnixNano="9" * 5000),
    ]
    kinds = "stringValue, boolValue, intValue, doubleValue, arrayValue, kvlistValue, bytesValue"
    assert faults(of_spans(*bad)) == [
        f"t.json: required key 'spanId' is missing @ {place}[0]",
        f"t.json: expected an id of 16 bytes, hexadecimal or in base64, got str 'xyz' @ {place}[1].traceId",
        f"t.json: expected a whole number, got str 'soon' @ {place}[2].startTimeUnixNano",
        f"t.json: expected a list, got object @ {place}[3].attributes",
        f"t.json: expected a text, got int 5 @ {place}[4].attributes[0].value.stringValue",
        f"t.json: expected a value of OTLP/JSON ({kinds}), got object @ {place}[5].attributes[0].value",
        f"t.json: expected true or false, got int 1 @ {place}[6].attributes[0].value.boolValue",
        f"t.json: expected a number, got bool true @ {place}[7].attributes[0].value.doubleValue",
        f"t.json: expected a list, got int 1 @ {place}[8].attributes[0].value.arrayValue",
        f"t.json: expected a list, got object @ {place}[9].events",
        f"t.json: expected the code of a status, got int 7 @ {place}[10].status.code",
        f"t.json: expected an object, got str 'no span' @ {place}[11]",
        f"t.json: expected a whole number, got str '{'9' * 29}…{'9' * 29}' @ {place}[12].startTimeUnixNano",
    ]


def test_what_is_no_otlp_is_refused_with_its_line() -> None:
    assert faults([]) == ["t.json: expected an object of OTLP/JSON, got list"]
    assert faults({"spans": []}) == ["t.json: no OTLP/JSON: it has neither 'resourceSpans' nor 'resourceLogs'"]
    assert faults({"resourceSpans": 1}) == ["t.json: expected a list, got int 1 @ $.resourceSpans"]
    assert faults({"resourceSpans": [1]}) == ["t.json: expected an object, got int 1 @ $.resourceSpans[0]"]
    assert [problem.split(":")[1] for problem in faults(of_spans(span()), {"a": 1}, of_spans("no"))] == ["2", "3"]
    good = json.dumps(of_spans(span())).encode()
    assert [problem[:9] for problem in problems_of(good + b"\n{cut off\n" + good)] == ["t.json:2:"]
    assert [problem[:7] for problem in problems_of(b"{cut off")] == ["t.json:"]
    assert [problem[:7] for problem in problems_of(b'{\n "resourceSpans": [\n')] == ["t.json:"]
