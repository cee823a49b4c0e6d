"""The schemas are written by hand for editors; these tests hold them to the model and to the readers."""

import json
import tomllib
from collections.abc import Collection, Mapping
from enum import StrEnum
from typing import Any

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from goldgate.errors import BadFile, BadTrace, Problem
from goldgate.formats.baseline import read_line, write_baseline, write_line
from goldgate.formats.cassette import read_exchange, write_cassette, write_exchange
from goldgate.formats.converter import Misfit
from goldgate.formats.golden import plain_case, read_golden
from goldgate.formats.results import write_end, write_header, write_result
from goldgate.formats.rubric import read_rubric
from goldgate.formats.schemas import NAMES, schema, schema_text
from goldgate.formats.score_rows import read_documents
from goldgate.formats.settings import build_settings
from goldgate.formats.summary import summary_document
from goldgate.formats.trace import read_trace
from goldgate.model.baseline import BaselineLine
from goldgate.model.case import (
    ArgsMatch,
    Case,
    Expectation,
    ExpectedAnswer,
    ExpectedRubric,
    Limits,
    Match,
    Split,
    Stub,
    Turn,
    Window,
    World,
)
from goldgate.model.cassette import Cassette, Exchange, ExchangeKind, Request, Response
from goldgate.model.comparison import CaseClass, Divergence, Severity
from goldgate.model.grading import JudgeIdentity, JudgeUse, Scored
from goldgate.model.guards import GuardSettings, SuiteGuardSettings
from goldgate.model.http import HttpSettings, Method, ResponsePaths, StepPaths
from goldgate.model.judgement import Check, Fault, Verdict
from goldgate.model.known_failure import KnownFailure
from goldgate.model.limits import LimitSettings, Meter, Unmetered
from goldgate.model.result import (
    CaseTally,
    Chance,
    Result,
    RunEnd,
    RunHeader,
    SuiteHeader,
    Summary,
    Tally,
    VariantHeader,
)
from goldgate.model.rubric import Arm, Criterion, GateRule, Layout, Rubric, RubricGate, Scale
from goldgate.model.settings import (
    GateSettings,
    Ignored,
    JudgeSettings,
    KnownFailureSettings,
    MatchBy,
    Options,
    OutcomeField,
    RecordingSettings,
    Redaction,
    Settings,
    Stale,
    Store,
    SuiteRecordingSettings,
    SuiteSettings,
)
from goldgate.model.trace import OverallStatus, StepStatus, Usage
from goldgate.model.variant import ResolvedVariant, VariantSettings

VARIANT_KEYS = {"selector", "commit", "digest", "skills"}
VARIANTS = {
    "none": ResolvedVariant(name="none", selector="none"),
    "git:v1": ResolvedVariant(name="git:v1", selector="git:v1", commit="1", digest="2"),
}


def is_valid(name: str, document: object) -> bool:
    return Draft202012Validator(schema(name)).is_valid(document)


def part(name: str, *path: str) -> Any:  # noqa: ANN401 - a part of a schema may be anything
    found: Any = schema(name)
    for key in path:
        found = found[int(key) if isinstance(found, list) else key]
    return found


def keys(name: str, *path: str) -> set[str]:
    return set(part(name, *path, "properties"))


def fields(cls: type[attrs.AttrsInstance], *, but: Collection[str] = ()) -> set[str]:
    return {field.name for field in attrs.fields(cls)} - set(but)


@pytest.mark.parametrize(
    ("name", "places", "other", "others"),
    [
        ("run", ("properties", key), "summary", ("properties", key))
        for key in ("overall", "variants", "windows", "cases", "judge")
    ]
    + [
        ("run", ("$defs", key), "summary", ("$defs", key))
        for key in ("count", "tallies", "rate", "bounds", "chances", "case", "tally")
    ]
    + [
        ("run", ("properties", "recordings"), "comparison", ("properties", "recordings")),
        ("run", ("$defs", "unused"), "comparison", ("$defs", "unused")),
        ("evidence-report", ("$defs", "evidence", "properties"), "evidence", ("properties",)),
        ("evidence-report", ("$defs", "evidence", "required"), "evidence", ("required",)),
        *(
            ("evidence-report", ("$defs", key), "evidence", ("$defs", key))
            for key in ("exact", "rate", "handed", "loaded", "finding")
        ),
    ],
)
def test_what_two_schemas_share_is_the_same(
    name: str, places: tuple[str, ...], other: str, others: tuple[str, ...]
) -> None:
    assert part(name, *places) == part(other, *others)


@pytest.mark.parametrize("name", NAMES)
def test_every_format_has_a_schema_that_is_one(name: str) -> None:
    Draft202012Validator.check_schema(schema(name))
    assert json.loads(schema_text(name)) == schema(name)
    assert schema(name)["$id"] == f"urn:goldgate:{name}"


@pytest.mark.parametrize(
    ("in_schema", "in_model"),
    [
        (keys("golden"), fields(Case, but=("source", "line"))),
        (keys("golden", "$defs", "turn"), fields(Turn)),
        (keys("golden", "$defs", "world"), fields(World)),
        (keys("golden", "$defs", "stub"), fields(Stub)),
        (keys("golden", "$defs", "expect"), fields(Expectation)),
        (keys("golden", "$defs", "answer", "oneOf", "1"), fields(ExpectedAnswer)),
        (keys("golden", "$defs", "limits"), fields(Limits)),
        (keys("golden", "$defs", "rubric", "oneOf", "1"), fields(ExpectedRubric)),
        (keys("golden", "$defs", "known_failure"), fields(KnownFailure)),
        (keys("settings"), fields(Settings)),
        (keys("settings", "properties", "gate"), fields(GateSettings)),
        (keys("settings", "properties", "known_failures"), fields(KnownFailureSettings)),
        (keys("settings", "properties", "http"), fields(HttpSettings)),
        (keys("settings", "properties", "http", "properties", "response"), fields(ResponsePaths)),
        (keys("settings", "properties", "http", "properties", "step"), fields(StepPaths)),
        (keys("settings", "$defs", "suite"), fields(SuiteSettings)),
        (keys("settings", "properties", "recording"), fields(RecordingSettings)),
        (keys("settings", "$defs", "suite", "properties", "recording"), fields(SuiteRecordingSettings)),
        (keys("settings", "properties", "guards"), fields(GuardSettings)),
        (keys("settings", "properties", "judge"), fields(JudgeSettings)),
        (keys("settings", "properties", "limits"), fields(LimitSettings)),
        (keys("settings", "$defs", "suite", "properties", "guards"), fields(SuiteGuardSettings)),
        (keys("settings", "$defs", "ignore", "items", "oneOf", "1"), fields(Ignored)),
        (keys("cassette", "$defs", "exchange"), fields(Exchange)),
        (keys("cassette", "$defs", "exchange", "properties", "request"), fields(Request)),
        (keys("cassette", "$defs", "exchange", "properties", "response"), fields(Response)),
        (keys("settings", "$defs", "redaction"), fields(Redaction, but=("with_",)) | {"with"}),
        (keys("trace", "$defs", "usage"), fields(Usage)),
        (keys("results", "$defs", "header"), fields(RunHeader) | {"schema", "version", "variant"}),
        (keys("results", "$defs", "header", "properties", "options"), fields(Options)),
        (keys("results", "$defs", "suite"), fields(SuiteHeader)),
        (keys("results", "$defs", "suite", "properties", "own", "additionalProperties"), fields(VariantHeader)),
        (keys("settings", "$defs", "variant"), fields(VariantSettings)),
        (keys("results", "$defs", "suite", "properties", "judge"), fields(JudgeIdentity)),
        (keys("results", "$defs", "result", "properties", "scores"), fields(Scored)),
        (keys("summary", "properties", "judge"), fields(JudgeUse)),
        (keys("results", "$defs", "suite", "properties", "variants", "additionalProperties"), VARIANT_KEYS),
        (keys("results", "$defs", "end"), fields(RunEnd) | {"goldgate", "schema"}),
        (keys("results", "$defs", "result"), fields(Result, but=("seconds", "detail")) | {"failed", "usage"}),
        (keys("results", "$defs", "result", "properties", "fault"), fields(Fault)),
        (keys("results", "$defs", "result", "properties", "usage"), fields(Usage)),
        (keys("results", "$defs", "check"), fields(Check)),
        (keys("baseline", "$defs", "line"), fields(BaselineLine, but=("outcome",)) | {"status", "steps", "answer"}),
        (keys("comparison", "$defs", "divergence"), fields(Divergence)),
        (keys("comparison", "$defs", "known_failure"), fields(KnownFailure)),
        (keys("summary", "$defs", "tally"), fields(Tally)),
        (keys("summary", "$defs", "case"), fields(CaseTally)),
        (keys("summary", "$defs", "chances", "additionalProperties"), fields(Chance)),
        (keys("summary"), fields(Summary) | {"goldgate", "schema"}),
        (keys("error", "$defs", "problem"), set(Problem._fields)),
        (keys("rubric"), fields(Rubric)),
        (keys("rubric", "properties", "scale"), fields(Scale)),
        (keys("rubric", "properties", "gate"), fields(RubricGate)),
        (keys("rubric", "$defs", "criterion"), fields(Criterion, but=("name",))),
    ],
)
def test_a_schema_has_the_keys_of_the_model(in_schema: set[str], in_model: set[str]) -> None:
    assert in_schema == in_model


@pytest.mark.parametrize(
    ("in_schema", "in_model"),
    [
        (part("golden", "properties", "split", "enum"), Split),
        (part("golden", "properties", "window", "enum"), Window),
        (part("golden", "$defs", "match", "enum"), Match),
        (part("golden", "$defs", "args_match", "enum"), ArgsMatch),
        (part("golden", "$defs", "step_status", "enum"), StepStatus),
        (part("golden", "$defs", "expect", "properties", "status", "enum"), OverallStatus),
        (part("settings", "$defs", "outcome", "items", "enum"), OutcomeField),
        (part("settings", "$defs", "store", "enum"), Store),
        (part("settings", "$defs", "match", "enum"), MatchBy),
        (part("settings", "$defs", "metered", "items", "enum"), Meter),
        (part("settings", "properties", "limits", "properties", "unmetered", "enum"), Unmetered),
        (part("cassette", "$defs", "exchange", "properties", "kind", "enum"), ExchangeKind),
        (part("settings", "properties", "gate", "properties", "stale", "enum"), Stale),
        (part("settings", "properties", "http", "properties", "method", "enum"), Method),
        (part("results", "$defs", "result", "properties", "verdict", "enum"), Verdict),
        (part("comparison", "$defs", "class", "enum"), CaseClass),
        (part("rubric", "properties", "layout", "enum"), Layout),
        (part("rubric", "properties", "arms", "items", "enum"), Arm),
        (part("rubric", "properties", "gate", "properties", "rule", "enum"), GateRule),
        (part("score-row", "$defs", "arm", "properties", "condition", "enum"), Arm),
        (part("scores", "properties", "arms", "propertyNames", "enum"), Arm),
        (part("comparison", "$defs", "case", "properties", "severity", "enum"), Severity),
    ],
)
def test_a_schema_has_the_words_of_the_model(in_schema: list[str], in_model: type[StrEnum]) -> None:
    assert in_schema == list(in_model)


@given(st.from_type(Case))
@settings(max_examples=15)
def test_every_case_that_is_written_is_valid(case: Case) -> None:
    assert is_valid("golden", plain_case(case))


def golden_is_read(line: object) -> bool:
    try:
        read_golden(json.dumps(line).encode(), file="f")
    except BadFile:
        return False
    return True


def case(**more: object) -> dict[str, object]:
    return {"id": "a", "request": "x", **more}


@pytest.mark.parametrize(
    ("line", "well"),
    [
        (case(), True),
        (case(id="최근 파일/1"), True),
        (case(expect={"calls": ["a", ["a", {"tool": "b", "args": '{"x": 1}'}]], "match": "subset"}), True),
        (case(expect={"steps": ["a", {"kind": "message"}, {"name": "n"}]}), True),
        (case(expect={"answer": {"equals": {"$approx": 0.3, "abs": 0.1}}}), True),
        (case(expect={"state": {"a": {"$optional": {"$in": [{"$any": True}, {"$literal": {"$x": 1}}]}}}}), True),
        (case(world={"files": {"a/b.md": "x", "c": {"base64": "", "mode": "0644"}}}), True),
        (case(world={"tools": [{"tool": "a", "returns": None}]}), True),
        (case(known_failure={"reason": "r", "issue": "i", "expires": "2027-03-01"}), True),
        ([], False),
        ({"id": "a"}, False),
        ({"request": "x"}, False),
        (case(expct={}), False),
        (case(id=""), False),
        (case(id="a\nb"), False),
        (case(request=[]), False),
        (case(request=[{"role": "user"}]), False),
        (case(tags="a"), False),
        (case(tags=[" "]), False),
        (case(stream="s", window="test"), True),
        (case(window="test"), False),
        (case(stream="s", window="exam"), False),
        (case(split="dev"), False),
        (case(trials=0), False),
        (case(timeout=0), False),
        (case(world={"files": {"../a": "x"}}), False),
        (case(world={"files": {"/a": "x"}}), False),
        (case(world={"files": {"a//b": "x"}}), False),
        (case(world={"files": {"a/./b": "x"}}), False),
        (case(world={"files": {"a/": "x"}}), False),
        (case(world={"files": {"C:a": "x"}}), False),
        (case(world={"files": {"a\\b": "x"}}), False),
        (case(world={"files": {"a": {"text": "", "base64": ""}}}), False),
        (case(world={"files": {"a": {"text": "", "mode": "9"}}}), False),
        (case(world={"tools": [{"tool": "a"}]}), False),
        (case(world={"tools": [{"tool": "a", "returns": 1, "error_code": "E"}]}), False),
        (case(world={"tools": [{"tool": "a", "returns_each": []}]}), False),
        (case(world={"tools": [{"tool": "a", "returns_each": [1], "times": 1}]}), False),
        (case(world={"tools": [{"tool": "a", "returns": 1, "message": "m"}]}), False),
        (case(expect={"calls": None}), False),
        (case(expect={"calls": [[]]}), False),
        (case(expect={"calls": [{"tool": "a", "times": 0}]}), False),
        (case(expect={"calls": [{"tool": "a", "args": []}]}), False),
        (case(expect={"calls": [{"tool": "a", "args": {"x": {"$rgx": 1}}}]}), False),
        (case(expect={"calls": [{"tool": "a", "args": {"x": {"$any": True, "y": 1}}}]}), False),
        (case(expect={"calls": [{"tool": "a", "status": "ok", "error_code": "E"}]}), False),
        (case(expect={"steps": [{}]}), False),
        (case(expect={"steps": [{"tool": "a", "name": "a"}]}), False),
        (case(expect={"plan": [{"tool": "a", "times": 1}]}), False),
        (case(expect={"answer": {}}), False),
        (case(expect={"answer": {"contains": ""}}), False),
        (case(expect={"answer": {"json_path": {"a": 1}}}), False),
        (case(expect={"files": {"a": 3}}), False),
        (case(expect={"limits": {"steps": -1}}), False),
        (case(known_failure={"reason": "r"}), False),
        (case(known_failure={"reason": " ", "issue": "i"}), False),
        (case(known_failure={"reason": "r", "issue": "i", "expires": "soon"}), False),
    ],
)
def test_reader_and_schema_of_golden_cases_agree(line: object, *, well: bool) -> None:
    assert (golden_is_read(line), is_valid("golden", line)) == (well, well)


def settings_are_built(values: Mapping[str, Any]) -> bool:
    try:
        build_settings(values)
    except Misfit:
        return False
    return True


@pytest.mark.parametrize(
    ("text", "well"),
    [
        ("", True),
        ('agent = "m:a"\ntimeout = 0.5\nworkers = 2\noutcome = ["calls"]\nstore = "digest"', True),
        ('redactions = [{path = "/answer", replace = "a", with = "b"}]', True),
        ('[gate]\nstale = "warn"\n[known_failures]\nmax_days = 0\n[suites."a b"]\ntrials = 2', True),
        ('agnt = "m:a"', False),
        ('agent = ""', False),
        ("timeout = 0", False),
        ("workers = 0", False),
        ('outcome = ["cals"]', False),
        ("redactions = [{with_ = 1}]", False),
        ('[gate]\nstale = "no"', False),
        ("[known_failures]\nmax_days = -1", False),
        ("[suites.a]\nworkers = 1", False),
        ('[recording]\nmatch = "order"\nsecrets = ["A"]\nallow_hosts = []', True),
        ('[recording]\nignore = ["/a/*", {path = "/**", pattern = "a"}, {path = "/a~1b"}]', True),
        ('[recording.fields]\n"anthropic.messages" = ["model"]\nbedrock = []', True),
        ('[suites.a.recording]\nmatch = "request"\nignore = ["/a"]', True),
        ('[recording]\nmatch = "any"', False),
        ('[recording]\nignore = ["a"]', False),
        ('[recording]\nignore = [""]', False),
        ('[recording]\nignore = ["/a~2"]', False),
        ('[recording]\nignore = [{pattern = "a"}]', False),
        ('[recording]\nignore = [{path = "/a", pattern = ""}]', False),
        ('[recording.fields]\nopenai = ["model"]', False),
        ('[recording]\nsecrets = [""]', False),
        ('[suites.a.recording]\nsecrets = ["A"]', False),
        ('agent_files = ["src/**/*.ts", "a..b"]', True),
        ('agent_files = ["/src/a.ts"]', False),
        ('agent_files = ["src/../../a.ts"]', False),
        ('agent_files = ["src\\\\a.ts"]', False),
        ('agent_files = [" "]', False),
        ('[http]\nheaders = {X-Token = "Bearer ${TOKEN}"}\nbody = {messages = "$messages"}', True),
        ('[suites.a.http]\nresponse = {answer = "$.choices[0].text"}\nstatuses = {done = "success"}', True),
        ('[http]\nmethod = "GET"', False),
        ('[http]\nheaders = {"a b" = "c"}', False),
        ('[http]\nhosts = [" "]', False),
        ('[http]\nresponse = {answer = "text"}', False),
        ('[http]\nresponse = {text = "$.text"}', False),
        ("[http]\nstep = {tool = 1}", False),
        ('[http]\nstatuses = {done = "well"}', False),
    ],
)
def test_builder_and_schema_of_settings_agree(text: str, *, well: bool) -> None:
    values = tomllib.loads(text)
    assert (settings_are_built(values), is_valid("settings", values)) == (well, well)


def trace_is_read(value: object) -> bool:
    try:
        read_trace(value)
    except BadTrace:
        return False
    return True


@pytest.mark.parametrize(
    ("value", "well"),
    [
        ("done", True),
        ({}, True),
        ({"plan": ["a", {"tool": "b", "args": "{}"}], "steps": [{"tool": "a", "error_code": None}]}, True),
        ({"plan": None, "usage": None, "answer": None, "status": "error"}, True),
        ({"steps": [{"kind": "message", "observation": "x", "group": 1}]}, True),
        ({"usage": {"input_tokens": 1, "cost_usd": 0.1}}, True),
        (3, False),
        ({"stepz": []}, False),
        ({"steps": None}, False),
        ({"steps": [{}]}, False),
        ({"steps": [{"tool": None}]}, False),
        ({"steps": [{"kind": "tool"}]}, False),
        ({"steps": [{"tool": "a", "name": "b"}]}, False),
        ({"steps": [{"tool": "a", "args": []}]}, False),
        ({"steps": [{"tool": "a", "status": "ok", "error_code": "E"}]}, False),
        ({"steps": [{"tool": "a", "status": "fine"}]}, False),
        ({"plan": [3]}, False),
        ({"plan": [{"tool": "a", "status": "ok"}]}, False),
        ({"usage": {"input_tokens": -1}}, False),
    ],
)
def test_reader_and_schema_of_traces_agree(value: object, *, well: bool) -> None:
    assert (trace_is_read(value), is_valid("trace", value)) == (well, well)


@given(st.from_type(BaselineLine))
@settings(max_examples=15)
def test_every_baseline_that_is_written_is_valid(line: BaselineLine) -> None:
    assert is_valid("baseline", json.loads(write_line(line)))
    assert is_valid("baseline", json.loads(write_baseline("11", [])))
    assert is_valid("baseline", json.loads(write_baseline("11", [], judge={"judge": "22", "rubrics.a": "33"})))


@pytest.mark.parametrize(
    "line",
    [
        {"id": "a", "verdict": "error", "case": "1", "steps": []},
        {"id": "a", "verdict": "pass", "steps": []},
        {"id": "a", "verdict": "pass", "case": "1", "steps": [{"tol": "a"}]},
        {"id": "", "verdict": "pass", "case": "1", "steps": []},
        {"id": "a", "verdict": "pass", "case": "1"},
        {"id": "a", "verdict": "pass", "case": "1", "steps": [], "trials": [5, 5]},
        {"id": "a", "verdict": "pass", "case": "1", "trials": [5]},
        {"id": "a", "verdict": "pass", "case": "1", "trials": [5, 5], "status": "success"},
    ],
)
def test_reader_and_schema_of_baselines_refuse_the_same(line: object) -> None:
    assert not is_valid("baseline", line)
    with pytest.raises(BadFile):
        read_line(json.dumps(line))


@pytest.mark.parametrize(
    "exchange",
    [
        Exchange(key="1", request=Request(method="GET", url="https://host/"), response=Response()),
        Exchange(
            kind=ExchangeKind.MODEL,
            key="1",
            request=Request(method="CALL", url="model", body=["a"]),
            response=Response(status=200, headers={"a": "b"}, body={"c": None}),
        ),
        Exchange(key="1", request=Request(method="GET", url="/", body="x"), response=Response(chunks=("a", "b"))),
    ],
)
def test_every_cassette_that_is_written_is_valid(exchange: Exchange) -> None:
    assert is_valid("cassette", json.loads(write_exchange(exchange)))
    assert is_valid("cassette", json.loads(write_cassette(Cassette())))


@pytest.mark.parametrize(
    "line",
    [
        {"key": "1", "request": {"method": "GET", "url": "/"}},
        {"key": "1", "request": {"method": "GET"}, "response": {"status": 200}},
        {"key": "1", "request": {"method": "GET", "url": "/"}, "response": {"status": "200"}},
        {"key": "1", "request": {"method": "GET", "url": "/"}, "response": {"status": 200, "body": 1, "chunks": []}},
        {"key": "1", "request": {"method": "GET", "url": "/"}, "response": {"status": 200, "chunks": [1]}},
        {"key": "1", "kind": "smtp", "request": {"method": "GET", "url": "/"}, "response": {"status": 200}},
    ],
)
def test_reader_and_schema_of_cassettes_refuse_the_same(line: object) -> None:
    assert not is_valid("cassette", line)
    with pytest.raises(BadFile):
        read_exchange(json.dumps(line))


@given(st.from_type(Result))
@settings(max_examples=15)
def test_every_result_that_is_written_is_valid(result: Result) -> None:
    assert is_valid("results", json.loads(write_result(result)))


def test_header_end_and_summary_that_are_written_are_valid() -> None:
    marker = KnownFailure(reason="r", issue="i")
    suite = SuiteHeader(
        golden="1", outcome="2", agent="a", cases={"a": "3"}, selected=frozenset("a"), known_failures={"a": marker}
    )
    header = RunHeader(run="r", goldgate="0.1", started="t", suites={"s": suite}, trials=1, revision="x", dirty=True)
    figures: dict[str, Any] = dict.fromkeys(fields(Tally), 0)
    chances = {1: Chance(value=None, bounds=(0.5, 1.0))}
    bounds = {name: (0, 1) for name in fields(Tally) if name.endswith("_bounds")}
    tally = Tally(**figures | bounds | {"pass_rate": None, "pass_at_k": chances, "pass_hat_k": chances})
    case = CaseTally(
        suite="s", id="a", variant="v", trials=2, solved=1, errors=1, pass_at_k=chances, pass_hat_k=chances
    )
    several = attrs.evolve(header, variants=("none", "git:v1"), suites={"s": attrs.evolve(suite, variants=VARIANTS)})
    assert is_valid("results", json.loads(write_header(header)))
    assert is_valid("results", json.loads(write_end(RunEnd(results=1, errors=0, lines="1", finished="t"))))
    assert is_valid("results", json.loads(write_header(several)))
    summary = Summary(
        run="r", overall=tally, variants={"default": tally}, windows={"default": {"test": tally}}, cases=(case,)
    )
    assert is_valid("summary", summary_document(summary))


def rubric_is_read(text: str) -> bool:
    try:
        read_rubric(text, file="f")
    except BadFile:
        return False
    return True


DIMENSIONS = 'layout = "dimensions"\n'


@pytest.mark.parametrize(
    ("text", "well"),
    [
        (DIMENSIONS + "[criteria]\na = 0.4\nb = {weight = 0.6, description = 'x'}", True),
        (DIMENSIONS + "[criteria]\na = 100\n[scale]\nmin = 1\nmax = 5\nwhole = false\n[gate]\nthreshold = 3.5", True),
        ('layout = "arms"\narms = ["baseline", "candidate"]\ncriteria.a = 1\ngate.not_below = ["a"]', True),
        (DIMENSIONS, False),
        ("[criteria]\na = 1", False),
        (DIMENSIONS + "[criteria]", False),
        (DIMENSIONS + "[criteria]\n' ' = 1", False),
        (DIMENSIONS + "[criteria]\na = '1'", False),
        (DIMENSIONS + "[criteria]\na = true", False),
        (DIMENSIONS + "[criteria]\na = {weight = 1, description = ''}", False),
        (DIMENSIONS + "[criteria]\na = {description = 'x'}", True),
        (DIMENSIONS + "[criteria]\na = 1\n[gate]\nrule = 'best'", False),
        (DIMENSIONS + "[criteria]\na = 1\n[gate]\nthreshold = 1e10", False),
        (DIMENSIONS + "[criteria]\na = 1\n[scale]\nmaximum = 5", False),
        ('layout = "arms"\ncriteria.a = 1\ngate.tolerance = -1', False),
        ('layout = "arms"\ncriteria.a = 1\narms = ["baseline", "candidate", "candidate"]', False),
    ],
)
def test_reader_and_schema_of_rubrics_agree(text: str, *, well: bool) -> None:
    assert (rubric_is_read(text), is_valid("rubric", tomllib.loads(text))) == (well, well)


DIMENSION_ROW = {"case_id": "a", "trial": 1, "condition": "clarity", "score": 3}
ARM_ROW = {"case_id": "a", "trial": 0, "condition": "baseline", "clarity": 4.5, "blocker": False}


@pytest.mark.parametrize(
    ("row", "layout", "well"),
    [
        (DIMENSION_ROW, "dimensions", True),
        (DIMENSION_ROW | {"explanation": "x", "confidence": 0.5}, "dimensions", True),
        (DIMENSION_ROW | {"explanation": None, "confidence": None}, "dimensions", True),
        (ARM_ROW, "arms", True),
        (ARM_ROW | {"notes": None}, "arms", True),
        (ARM_ROW | {"blocker": True, "notes": "x"}, "arms", True),
        ([], "dimensions", False),
        (DIMENSION_ROW | {"score": True}, "dimensions", False),
        (DIMENSION_ROW | {"score": "3"}, "dimensions", False),
        (DIMENSION_ROW | {"confidence": -1}, "dimensions", False),
        (DIMENSION_ROW | {"trial": -1}, "dimensions", False),
        (DIMENSION_ROW | {"case_id": " "}, "dimensions", False),
        (DIMENSION_ROW | {"comment": "x"}, "dimensions", False),
        ({"case_id": "a", "trial": 1, "condition": "clarity"}, "dimensions", False),
        (ARM_ROW | {"condition": "winner"}, "arms", False),
        (ARM_ROW | {"clarity": True}, "arms", False),
        (ARM_ROW | {"blocker": 0}, "arms", False),
        ({key: value for key, value in ARM_ROW.items() if key != "clarity"}, "arms", False),
        ({key: value for key, value in ARM_ROW.items() if key != "blocker"}, "arms", False),
    ],
)
def test_reader_and_schema_of_score_rows_agree(row: object, layout: str, *, well: bool) -> None:
    rubric = read_rubric(f'layout = "{layout}"\ncriteria.clarity = 1\n', file="f")

    read = not read_documents([(1, row)], file="f", rubric=rubric).problems

    assert (read, is_valid("score-row", row)) == (well, well)
