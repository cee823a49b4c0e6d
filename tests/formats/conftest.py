"""Strategies for the values of the model, registered so that a test asks for them with `st.from_type(Trace)`."""

import string
from itertools import pairwise

from hypothesis import strategies as st

from goldgate.model.baseline import BaselineLine, Outcome
from goldgate.model.judgement import Check, Fault, Verdict
from goldgate.model.result import Result
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
baseline_lines = st.builds(
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

st.register_type_strategy(Trace, traces)
st.register_type_strategy(BaselineLine, baseline_lines)
st.register_type_strategy(Result, results)
