import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldgate.judge.checks import CHECKS
from goldgate.judge.verdict import CHECK_CRASHED, judge
from goldgate.model.case import (
    ArgsMatch,
    Case,
    Expectation,
    ExpectedAnswer,
    ExpectedGroup,
    ExpectedStep,
    Limits,
    Match,
    World,
    WorldFile,
)
from goldgate.model.judgement import Verdict
from goldgate.model.trace import OverallStatus, PlannedStep, Step, StepStatus, Trace, Usage
from goldgate.model.value import NOT_CAPTURED, Json


def case(expect: Expectation) -> Case:
    return Case(id="case", request="do it", expect=expect)


def test_all_checks_pass() -> None:
    judgement = judge(case(Expectation(calls=(ExpectedStep(name="a"),))), Trace(steps=(Step(name="a"),)))
    assert judgement.verdict is Verdict.PASS
    assert [(check.name, check.passed) for check in judgement.checks] == [
        ("calls", True),
        ("step_errors", True),
        ("status", True),
    ]


def test_one_check_that_fails_is_enough() -> None:
    judgement = judge(case(Expectation(calls=(ExpectedStep(name="a"),))), Trace(steps=(Step(name="b"),)))
    assert judgement.verdict is Verdict.FAIL
    assert judgement.failed == ("calls",)


def test_a_refused_step_fails_under_a_success_too() -> None:
    refused = Step(name="read", status=StepStatus.ERROR, error_code="REFUSED")
    trace = Trace(steps=(refused,), status=OverallStatus.SUCCESS)
    judgement = judge(case(Expectation(calls=(ExpectedStep(name="read"),))), trace)
    assert judgement.failed == ("step_errors",)


def test_a_case_that_expects_nothing_passes_whatever_was_done() -> None:
    judgement = judge(case(Expectation()), Trace(steps=(Step(name="a"),), status=OverallStatus.FAILURE))
    assert (judgement.verdict, judgement.failed) == (Verdict.PASS, ())


def test_a_check_that_crashes_is_no_judgement() -> None:
    expect = Expectation(calls=(ExpectedStep(name="b"),), answer=ExpectedAnswer(equals={"$regx": "x"}))
    judgement = judge(case(expect), Trace(answer="x"))
    assert judgement.verdict is Verdict.ERROR
    assert judgement.checks == ()
    assert judgement.fault is not None
    assert judgement.fault.code == CHECK_CRASHED
    assert judgement.fault.message == (
        "the check of answer crashed: BadMatcher: unknown matcher '$regx', did you mean '$regex'? "
        "(an object that is meant as it is goes into $literal)"
    )


def test_matching_that_crashes_is_no_judgement() -> None:
    expect = Expectation(calls=(ExpectedStep(name="a", args={"$regex": "["}),))
    judgement = judge(case(expect), Trace(steps=(Step(name="a"), Step(name="a", args="x"))))
    assert judgement.fault is None or judgement.verdict is Verdict.ERROR


def test_there_is_one_row_for_every_family_of_checks() -> None:
    assert list(CHECKS) == [
        "agent", "calls", "plan", "steps", "forbid", "step_errors", "status", "answer", "state", "files", "limits",
    ]  # fmt: skip


scalars = st.none() | st.booleans() | st.integers(-2, 2) | st.floats(-1, 1) | st.text("ab\x1b한", max_size=3)
values: st.SearchStrategy[Json] = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text("ab", max_size=1), inner, max_size=2)
)
matchers: st.SearchStrategy[Json] = st.sampled_from(
    [
        {"$any": True},
        {"$type": "integer"},
        {"$regex": "a"},
        {"$approx": 0.5},
        {"$in": [1, {"$regex": "b"}]},
        {"$contains": "a"},
        {"$unordered": [1, {"$any": True}]},
        {"a": {"$optional": 1}},
        {"$schema": {"type": "object"}},
        {"$literal": {"$any": True}},
    ]
)
expected_values = values | matchers | st.builds(lambda value: {"a": value}, matchers)
names = st.sampled_from(["a", "b", "c"])
kinds = st.sampled_from(["tool", "message", "exception"])
codes = st.none() | st.sampled_from(["X", "ERROR", "BAD_ARGUMENTS"])
maybe = st.just(NOT_CAPTURED)
arguments = maybe | st.dictionaries(st.text("ab", max_size=1), values, max_size=2) | st.text("a{", max_size=2)

steps = st.builds(
    Step,
    kind=kinds,
    name=st.none() | names,
    args=arguments,
    status=st.sampled_from(StepStatus),
    error_code=codes,
    observation=maybe | values,
    group=st.none() | st.integers(0, 1),
)
traces = st.builds(
    Trace,
    plan=st.none() | st.lists(st.builds(PlannedStep, name=names, args=arguments), max_size=2).map(tuple),
    steps=st.lists(steps, max_size=4).map(tuple),
    answer=maybe | values,
    status=st.sampled_from(OverallStatus),
    usage=st.builds(
        Usage,
        input_tokens=st.none() | st.integers(0, 5),
        output_tokens=st.none() | st.integers(0, 5),
        cost_usd=st.none() | st.floats(0, 1),
    ),
    state=maybe | values,
    files=st.none()
    | st.dictionaries(
        names, st.none() | st.text() | st.just({"base64": "/w=="}) | st.just({"$digest": "00", "size": 3})
    ),
)
expected_steps = st.builds(
    ExpectedStep,
    name=st.none() | names,
    kind=kinds,
    args=maybe | expected_values,
    args_match=st.none() | st.sampled_from(ArgsMatch),
    status=st.none() | st.sampled_from(StepStatus),
    error_code=codes,
    times=st.integers(1, 3),
)
expected_lists = st.none() | st.lists(
    expected_steps | st.builds(ExpectedGroup, calls=st.lists(expected_steps, max_size=2).map(tuple)), max_size=3
).map(tuple)
expectations = st.builds(
    Expectation,
    calls=expected_lists,
    match=st.sampled_from(Match),
    args_match=st.sampled_from(ArgsMatch),
    plan=st.none() | st.lists(expected_steps, max_size=2).map(tuple),
    plan_match=st.sampled_from(Match),
    forbid=st.lists(names, max_size=1).map(tuple),
    status=st.none() | st.sampled_from(OverallStatus),
    allow_errors=st.lists(st.sampled_from(["X", "ERROR"]), max_size=1).map(tuple),
    answer=st.none()
    | st.builds(
        ExpectedAnswer,
        equals=maybe | expected_values,
        contains=st.lists(st.text(max_size=1), max_size=1).map(tuple),
        not_contains=st.lists(st.text(max_size=1), max_size=1).map(tuple),
        matches=st.none() | st.sampled_from(["a", "^$"]),
        json_path=st.dictionaries(st.sampled_from(["$", "$.a", "$[0]"]), expected_values, max_size=2),
    ),
    state=maybe | expected_values,
    files=st.none() | st.dictionaries(names, st.none() | expected_values, max_size=2),
    steps=expected_lists,
    steps_match=st.sampled_from(Match),
    limits=st.builds(
        Limits,
        steps=st.none() | st.integers(0, 3),
        calls=st.none() | st.integers(0, 3),
        tokens=st.none() | st.integers(0, 5),
        cost_usd=st.none() | st.floats(0, 1),
    ),
)
worlds = st.builds(World, files=st.dictionaries(names, st.builds(WorldFile, content=st.binary(max_size=2)), max_size=2))
cases = st.builds(Case, id=st.just("case"), request=st.just("do it"), expect=expectations, world=worlds)


@settings(deadline=None)  # the first $schema loads jsonschema
@given(cases, traces)
def test_every_trace_is_judged_and_every_failure_has_a_reason(judged: Case, trace: Trace) -> None:
    judgement = judge(judged, trace)
    assert judgement.fault is None
    assert judgement.verdict is (Verdict.FAIL if judgement.failed else Verdict.PASS)
    assert all(check.passed is (check.why == "") and len(check.why) < 2000 for check in judgement.checks)
    assert len({check.name for check in judgement.checks}) == len(judgement.checks)


@settings(deadline=None)  # the first $schema loads jsonschema
@given(cases, traces)
def test_the_same_trace_is_always_judged_alike(judged: Case, trace: Trace) -> None:
    assert judge(judged, trace) == judge(judged, trace)


@pytest.mark.parametrize("broken", [Trace(), Trace(steps=(Step(name="a"),)), Trace(status=OverallStatus.ERROR)])
def test_a_case_with_expectations_always_looks_at_both_layers(broken: Trace) -> None:
    judgement = judge(case(Expectation(status=OverallStatus.SUCCESS)), broken)
    assert {"step_errors", "status"} <= {check.name for check in judgement.checks}
