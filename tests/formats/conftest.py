"""Strategies for the values of the model, registered so that a test asks for them with `st.from_type(Trace)`."""

import datetime as dt
import string
from itertools import pairwise

import attrs
from hypothesis import strategies as st

from goldgate.model.baseline import BaselineLine, Outcome
from goldgate.model.case import (
    ArgsMatch,
    Case,
    Expectation,
    ExpectedAnswer,
    ExpectedGroup,
    ExpectedStep,
    Limits,
    Match,
    Split,
    Stub,
    Turn,
    Window,
    World,
    WorldFile,
)
from goldgate.model.judgement import Check, Fault, Verdict
from goldgate.model.known_failure import KnownFailure
from goldgate.model.result import Result
from goldgate.model.sampling import Counts
from goldgate.model.trace import OverallStatus, PlannedStep, Step, StepStatus, Trace, Usage
from goldgate.model.value import NOT_CAPTURED, Json, NotCaptured


def _paired(text: str) -> bool:
    """Whether two surrogates side by side make up one character: JSON reads that as the character itself."""
    return any("\ud800" <= a <= "\udbff" and "\udc00" <= b <= "\udfff" for a, b in pairwise(text))


any_text = st.text(st.characters(exclude_categories=()), max_size=12).filter(lambda text: not _paired(text))
name = st.text(string.ascii_lowercase + "_한 /\u2028", min_size=1, max_size=8)
ids = st.text(st.characters(exclude_categories=("Cc", "Cs", "Zl", "Zp")), min_size=1, max_size=300).filter(str.strip)
scalar: st.SearchStrategy[Json] = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | any_text
    | st.sampled_from([10**4000, -1, 1, 1.0, "1", "$regex", "\ud800", "\u202e"])
)
json_value: st.SearchStrategy[Json] = st.recursive(
    scalar,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(any_text, inner, max_size=3),
    max_leaves=6,
)
json_object: st.SearchStrategy[Json] = st.dictionaries(any_text, json_value, max_size=3)
maybe_json: st.SearchStrategy[Json | NotCaptured] = st.just(NOT_CAPTURED) | json_value
tricky_args: st.SearchStrategy[Json] = st.sampled_from(
    [{"$not_captured": True}, {"$literal": {}}, {"$literal": {"$not_captured": True}}]
)
codes = st.none() | st.sampled_from(["NOT_FOUND", "오류", "E-1"])


@st.composite
def steps(draw: st.DrawFn) -> Step:
    kind = draw(st.sampled_from(["tool", "message", "memory_write"]))
    code = draw(codes)
    status = draw(st.sampled_from(StepStatus)) if code is None else StepStatus.ERROR
    return Step(
        kind=kind,
        name=draw(name if kind == "tool" else st.none() | name),
        args=draw(st.just(NOT_CAPTURED) | json_object | tricky_args),
        status=status,
        error_code=code,
        observation=draw(maybe_json),
        group=draw(st.none() | st.integers() | name),
    )


planned_steps = st.builds(PlannedStep, name=name, args=st.just(NOT_CAPTURED) | json_object)
usages = st.builds(
    Usage,
    input_tokens=st.none() | st.integers(min_value=0),
    output_tokens=st.none() | st.integers(min_value=0),
    cost_usd=st.none() | st.floats(min_value=0, allow_infinity=False),
)
traces = st.builds(
    Trace,
    plan=st.none() | st.lists(planned_steps, max_size=2).map(tuple),
    steps=st.lists(steps(), max_size=3).map(tuple),
    answer=maybe_json,
    status=st.sampled_from(OverallStatus),
    usage=usages,
    state=maybe_json,
    files=st.none() | st.dictionaries(any_text, json_value, max_size=2),
)
baseline_steps = st.fixed_dictionaries(
    {},
    optional={
        "kind": name,
        "tool": name,
        "args": json_value,
        "status": st.sampled_from(["ok", "error", "skipped"]),
        "error_code": name,
        "observation": json_value,
        "rest": name,
    },
)
outcomes = st.builds(
    Outcome,
    steps=st.lists(baseline_steps, max_size=3).map(tuple),
    answer=maybe_json,
    status=st.none() | st.sampled_from(["success", "failure", "error"]),
)


def _counted(case_id: str, case: str, solved: int, failed: int, note: str | None) -> BaselineLine:
    verdict = Verdict.FAIL if failed else Verdict.PASS
    trials = Counts(solved=solved, total=solved + failed)
    return BaselineLine(id=case_id, verdict=verdict, case=case, trials=trials, note=note)


counted_lines = st.builds(_counted, ids, name, st.integers(0, 9), st.integers(0, 9), st.none() | any_text).filter(
    lambda line: line.trials is not None and line.trials.total > 0
)
baseline_lines = counted_lines | st.builds(
    BaselineLine,
    id=ids,
    verdict=st.sampled_from([Verdict.PASS, Verdict.FAIL]),
    case=name,
    outcome=outcomes,
    failed=st.lists(name, max_size=2).map(tuple),
    note=st.none() | any_text,
)
results = st.builds(
    Result,
    id=ids,
    suite=name,
    trace=traces,
    verdict=st.sampled_from(Verdict),
    checks=st.lists(st.builds(Check, name=name, passed=st.booleans(), why=any_text), max_size=2).map(tuple),
    fault=st.none() | st.builds(Fault, code=name, message=any_text),
    variant=name,
    trial=st.integers(min_value=1, max_value=999),
)


said = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=8).filter(str.strip)
"""A text that says something."""
expected: st.SearchStrategy[Json] = st.recursive(
    scalar
    | st.sampled_from([{"$any": True}, {"$regex": "a+"}, {"$literal": {"$x": 1}}, {"$in": [1, {"$type": "null"}]}]),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(name, inner, max_size=2),
    max_leaves=5,
)
expected_args = st.just(NOT_CAPTURED) | st.dictionaries(name, expected, max_size=2)
maybe_expected = st.just(NOT_CAPTURED) | expected
paths = st.sampled_from(["a.txt", "notes/today.md", "한글/파일.md", "b/c/d"])
files = st.builds(
    WorldFile,
    content=st.binary(max_size=6) | st.text(max_size=6).map(str.encode),
    mtime=st.none() | st.just("2027-03-01T12:00:00+09:00"),
    mode=st.none() | st.just("0644"),
)


@st.composite
def stubs(draw: st.DrawFn) -> Stub:
    tool, args = draw(said), draw(expected_args)
    times = draw(st.none() | st.integers(min_value=1))
    match draw(st.sampled_from(["returns", "returns_each", "error_code"])):
        case "returns":
            return Stub(tool=tool, args=args, times=times, returns=draw(json_value))
        case "returns_each":
            each = draw(st.lists(json_value, min_size=1, max_size=2).map(tuple))
            return Stub(tool=tool, args=args, returns_each=each)
    return Stub(tool=tool, args=args, times=times, error_code=draw(said), message=draw(st.none() | any_text))


worlds = st.builds(
    World,
    files=st.dictionaries(paths, files, max_size=2),
    state=maybe_json,
    tools=st.lists(stubs(), max_size=2).map(tuple),
)


@st.composite
def expected_steps(draw: st.DrawFn, kinds: tuple[str, ...] = ("tool",)) -> ExpectedStep:
    kind, code = draw(st.sampled_from(kinds)), draw(st.none() | said)
    return ExpectedStep(
        kind=kind,
        name=draw(said if kind == "tool" else st.none() | said),
        args=draw(expected_args),
        args_match=draw(st.none() | st.sampled_from(ArgsMatch)),
        status=draw(st.none() | st.sampled_from(StepStatus)) if code is None else None,
        error_code=code,
        times=draw(st.integers(1, 9)),
    )


def items(one: st.SearchStrategy[ExpectedStep]) -> st.SearchStrategy[tuple[ExpectedStep | ExpectedGroup, ...] | None]:
    group = st.lists(one, min_size=1, max_size=2).map(lambda calls: ExpectedGroup(calls=tuple(calls)))
    return st.none() | st.lists(one | group, max_size=2).map(tuple)


texts = st.lists(said, max_size=2).map(tuple)
answers = st.builds(
    ExpectedAnswer,
    equals=maybe_expected,
    contains=texts,
    not_contains=texts,
    matches=st.none() | st.just("a+"),
    json_path=st.dictionaries(st.just("$.a[0]"), expected),
).filter(lambda answer: answer != ExpectedAnswer())
limits = st.builds(
    Limits,
    steps=st.none() | st.integers(0, 9),
    calls=st.none() | st.integers(0, 9),
    tokens=st.none() | st.integers(0, 9),
    cost_usd=st.none() | st.floats(0, 9),
)
planned = st.builds(ExpectedStep, name=said, args=expected_args)
expectations = st.builds(
    Expectation,
    calls=items(expected_steps()),
    match=st.sampled_from(Match),
    args_match=st.sampled_from(ArgsMatch),
    plan=st.none() | st.lists(planned, max_size=2).map(tuple),
    plan_match=st.sampled_from(Match),
    forbid=texts,
    status=st.none() | st.sampled_from(OverallStatus),
    allow_errors=texts,
    answer=st.none() | answers,
    state=maybe_expected,
    files=st.none() | st.dictionaries(paths, st.none() | any_text | st.just({"$regex": "a"}), max_size=2),
    steps=items(expected_steps(("tool", "memory_write"))),
    steps_match=st.sampled_from(Match),
    limits=limits,
)
markers = st.builds(
    KnownFailure,
    reason=said,
    issue=said,
    expires=st.none() | st.dates(min_value=dt.date(2027, 1, 1)),
    since=st.none() | st.dates(max_value=dt.date(2026, 12, 31)),
    owner=st.none() | said,
)
turns = st.builds(Turn, role=said, content=any_text)
windows = st.fixed_dictionaries({"stream": said}, optional={"window": st.sampled_from(Window)})
cases = st.builds(
    Case,
    id=ids,
    request=any_text | st.lists(turns, min_size=1, max_size=2).map(tuple),
    tags=texts,
    notes=st.none() | any_text,
    split=st.none() | st.sampled_from(Split),
    world=worlds,
    expect=expectations,
    known_failure=st.none() | markers,
    trials=st.none() | st.integers(1, 9),
    timeout=st.none() | st.floats(0.1, 99),
    stream=st.none(),
)
cases |= st.builds(lambda case, window: attrs.evolve(case, **window), cases, windows)

st.register_type_strategy(Case, cases)
st.register_type_strategy(Trace, traces)
st.register_type_strategy(BaselineLine, baseline_lines)
st.register_type_strategy(Result, results)
