import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldgate.differ.canonical import canonical, digest, spell
from goldgate.differ.outcome import Sameness, compare_outcomes, observe, outcome_digest, same_failure
from goldgate.model.baseline import BaselineLine, Outcome
from goldgate.model.judgement import Verdict
from goldgate.model.settings import OutcomeField, OutcomeSettings, Redaction, Store
from goldgate.model.trace import OverallStatus, Step, StepStatus, Trace
from goldgate.model.value import NOT_CAPTURED, Json, NotCaptured

ALL = OutcomeSettings()
values: st.SearchStrategy[Json] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["a", "$a", "b"]), inner, max_size=3),
    max_leaves=5,
)
captured: st.SearchStrategy[Json | NotCaptured] = st.just(NOT_CAPTURED) | values
traces = st.builds(
    Trace,
    steps=st.lists(
        st.builds(
            Step,
            kind=st.sampled_from(["tool", "message"]),
            name=st.none() | st.sampled_from(["a", "b"]),
            args=captured,
            status=st.sampled_from(StepStatus),
            error_code=st.none() | st.just("E"),
            observation=captured,
        ),
        max_size=3,
    ).map(tuple),
    answer=captured,
    status=st.sampled_from(OverallStatus),
)


@given(
    value=st.recursive(
        st.none() | st.booleans() | st.text(alphabet=["a", "\0", "한", "\ud800", "😀", '"'], max_size=30),
        lambda inner: st.lists(inner, max_size=30),
        max_leaves=30,
    )
)
def test_an_observation_is_shown_exactly_when_its_spelling_is_short(value: Json) -> None:
    outcome = observe(Trace(steps=(Step(name="a", observation=value),)), ALL)
    spelling = canonical(value).encode()
    shown: Json = value if len(spelling) <= 200 else {"$digest": digest(value), "size": len(spelling)}
    assert outcome.steps[0]["observation"] == shown


def only(*fields: OutcomeField) -> OutcomeSettings:
    return OutcomeSettings(fields=fields)


def written(step: Step, settings: OutcomeSettings = ALL) -> str:
    """A step as the baseline file has it."""
    return spell(observe(Trace(steps=(step,)), settings).steps[0])


@pytest.mark.parametrize(
    ("step", "spelling"),
    [
        (Step(name="a"), '{"tool":"a"}'),
        (Step(kind="message", name="m", args={"to": "x"}), '{"kind":"message","name":"m","args":{"to":"x"}}'),
        (Step(kind="message"), '{"kind":"message"}'),
        (
            Step(name="a", args={"a": 2, "b": 1}, observation={"c": None, "d": []}),
            '{"tool":"a","args":{"a":2,"b":1},"observation":{"c":null,"d":[]}}',
        ),
        (Step(name="a", status=StepStatus.ERROR), '{"tool":"a","status":"error"}'),
        (Step(name="a", status=StepStatus.ERROR, error_code="E"), '{"tool":"a","error_code":"E"}'),
        (Step(name="a", status=StepStatus.SKIPPED), '{"tool":"a","status":"skipped"}'),
        (Step(name="a", status=StepStatus.SKIPPED, error_code="E"), '{"tool":"a","status":"skipped","error_code":"E"}'),
        (Step(name="a", status=StepStatus.OK, error_code="E"), '{"tool":"a","status":"ok","error_code":"E"}'),
        (Step(name="a", args=NOT_CAPTURED), '{"tool":"a","args":{"$not_captured":true}}'),
        (Step(name="a", args="{bad"), '{"tool":"a","args":"{bad"}'),
        (Step(name="a", observation=None), '{"tool":"a","observation":null}'),
        (Step(name="a", group="turn-1"), '{"tool":"a"}'),
    ],
)
def test_a_step_is_spelled_in_a_fixed_order_with_defaults_left_out(step: Step, spelling: str) -> None:
    assert written(step) == spelling


@pytest.mark.parametrize(
    ("value", "wrapped"),
    [
        ({"$not_captured": True}, {"$literal": {"$not_captured": True}}),
        ({"a": {"$digest": "x"}, "b": 1}, {"a": {"$literal": {"$digest": "x"}}, "b": 1}),
        ([{"$a": {"$b": 1}}], [{"$literal": {"$a": {"$b": 1}}}]),
        ({"$literal": 1}, {"$literal": {"$literal": 1}}),
        ({"a$": "$b"}, {"a$": "$b"}),
    ],
)
def test_the_agents_own_dollar_keys_are_wrapped_where_they_stand(value: Json, wrapped: Json) -> None:
    outcome = observe(Trace(steps=(Step(name="a", args=value, observation=value),), answer=value), ALL)
    assert outcome == Outcome(
        steps=({"tool": "a", "args": wrapped, "observation": wrapped},), answer=wrapped, status="success"
    )


def test_200_bytes_are_shown_and_longer_values_kept_as_digest_and_size() -> None:
    fits, too_long = "한" * 66, "한" * 67
    outcome = observe(Trace(steps=(Step(name="a", observation=too_long),), answer=fits), ALL)
    assert len(canonical(fits).encode()) == 200
    assert outcome.answer == fits
    assert outcome.steps[0]["observation"] == {"$digest": digest(too_long), "size": 203}


def test_the_wrapping_does_not_count_as_length() -> None:
    value: Json = {"$a": "x" * 190}
    assert observe(Trace(answer=value), ALL).answer == {"$literal": value}


def test_arguments_are_shown_whole_however_long() -> None:
    assert written(Step(name="a", args={"text": "x" * 500})) == f'{{"tool":"a","args":{{"text":"{"x" * 500}"}}}}'


@pytest.mark.parametrize(
    ("settings", "outcome"),
    [
        (only(), Outcome(steps=({"tool": "a"},))),
        (only(OutcomeField.ARGS), Outcome(steps=({"tool": "a", "args": {"n": 1}},))),
        (only(OutcomeField.STATUS), Outcome(steps=({"tool": "a", "status": "error"},), status="failure")),
        (only(OutcomeField.ERROR_CODE), Outcome(steps=({"tool": "a", "error_code": "E"},))),
        (only(OutcomeField.OBSERVATION), Outcome(steps=({"tool": "a", "observation": "o"},))),
        (only(OutcomeField.ANSWER), Outcome(steps=({"tool": "a"},), answer="x")),
    ],
)
def test_only_the_fields_of_the_settings_take_part(settings: OutcomeSettings, outcome: Outcome) -> None:
    trace = Trace(
        steps=(Step(name="a", args={"n": 1}, status=StepStatus.ERROR, error_code="E", observation="o"),),
        answer="x",
        status=OverallStatus.FAILURE,
    )
    assert observe(trace, settings) == outcome


def test_arguments_that_do_not_take_part_are_not_said_to_be_uncaptured() -> None:
    assert written(Step(name="a", args=NOT_CAPTURED), only()) == '{"tool":"a"}'


def test_what_is_redacted_is_gone_before_it_is_bounded_or_wrapped() -> None:
    step = Step(name="a", args={"$id": "x1"}, observation="x1" + "." * 300)
    settings = OutcomeSettings(
        redactions=(Redaction(path="/steps/*/args/$id", drop=True), Redaction(replace="x1", with_="ID"))
    )
    assert observe(Trace(steps=(step,)), settings).steps == (
        {"tool": "a", "observation": {"$digest": digest("ID" + "." * 300), "size": 304}},
    )


def test_redactions_see_every_field_by_its_full_name() -> None:
    step = Step(kind="message", name="m", status=StepStatus.ERROR, error_code="E")
    keys = ("name", "args", "error_code")
    settings = OutcomeSettings(redactions=tuple(Redaction(path=f"/steps/0/{key}", alias=key) for key in keys))
    assert written(step, settings) == '{"kind":"message","name":"name-1","args":"args-1","error_code":"error_code-1"}'


def test_a_dropped_error_code_leaves_the_status_to_be_said() -> None:
    step = Step(name="a", status=StepStatus.ERROR, error_code="E-4711")
    settings = OutcomeSettings(redactions=(Redaction(path="/steps/*/error_code", drop=True),))
    assert written(step, settings) == '{"tool":"a","status":"error"}'


def test_a_dropped_overall_status_takes_no_part() -> None:
    settings = OutcomeSettings(redactions=(Redaction(path="/status", drop=True),))
    assert observe(Trace(), settings) == Outcome()


def test_a_digest_of_the_rest_stands_for_arguments_and_observation() -> None:
    settings = OutcomeSettings(store=Store.DIGEST)
    trace = Trace(
        steps=(Step(name="a", args={"n": 1}, observation="o", status=StepStatus.ERROR), Step(name="b")), answer="x"
    )
    assert observe(trace, settings) == Outcome(
        steps=(
            {"tool": "a", "status": "error", "rest": digest({"args": {"n": 1}, "observation": "o"})},
            {"tool": "b"},
        ),
        answer="x",
        status="success",
    )


tricky: st.SearchStrategy[Json | NotCaptured] = st.sampled_from(
    [NOT_CAPTURED, None, {}, 1, True, {"$not_captured": True}, {"$literal": {}}, {"$literal": {"$not_captured": True}}]
)
tricky_steps = st.builds(
    Step,
    kind=st.sampled_from(["tool", "message"]),
    name=st.none() | st.just("a"),
    args=tricky,
    status=st.sampled_from(StepStatus),
    error_code=st.none() | st.just("E"),
    observation=tricky,
)


@given(tricky_steps, tricky_steps)
def test_no_two_different_steps_are_spelled_alike(one: Step, other: Step) -> None:
    assert (written(one) == written(other)) == (_everything(one) == _everything(other))


def _everything(step: Step) -> str:
    args, observation = ([] if isinstance(value, NotCaptured) else [value] for value in (step.args, step.observation))
    return canonical([step.kind, step.name, args, step.status.value, step.error_code, observation])


def test_the_digest_of_the_settings_is_fixed() -> None:
    """Whatever changes it makes every committed baseline say: written under other settings."""
    assert outcome_digest(OutcomeSettings()) == "90b4a63fff8a40a3"


def test_settings_that_mean_the_same_have_one_digest() -> None:
    args, status, calls = OutcomeField.ARGS, OutcomeField.STATUS, OutcomeField.CALLS
    assert outcome_digest(only(args, status)) == outcome_digest(only(status, calls, args, args))


def test_every_setting_that_shapes_outcomes_changes_the_digest() -> None:
    settings = [
        OutcomeSettings(),
        only(),
        only(OutcomeField.ARGS),
        OutcomeSettings(store=Store.DIGEST),
        OutcomeSettings(redactions=(Redaction(path="/answer", drop=True),)),
        OutcomeSettings(redactions=(Redaction(path="/answer", replace="a"),)),
        OutcomeSettings(redactions=(Redaction(path="/answer", replace="a", with_="b"),)),
        OutcomeSettings(redactions=(Redaction(path="/answer", alias="a"),)),
        OutcomeSettings(redactions=(Redaction(path="/answer", alias="a", pattern="b"),)),
        OutcomeSettings(redactions=(Redaction(round=1),)),
        OutcomeSettings(redactions=(Redaction(round=1), Redaction(replace="a"))),
        OutcomeSettings(redactions=(Redaction(replace="a"), Redaction(round=1))),
    ]
    assert len({outcome_digest(one) for one in settings}) == len(settings)


def outcome(*steps: dict[str, Json], answer: Json | NotCaptured = NOT_CAPTURED, status: str | None = None) -> Outcome:
    return Outcome(steps=steps, answer=answer, status=status)


UNKNOWN: Json = {"$not_captured": True}


@pytest.mark.parametrize(
    ("expected", "actual", "sameness"),
    [
        (outcome(), outcome(), Sameness(equal=True)),
        (outcome(answer=1), outcome(answer=True), Sameness(equal=False)),
        (outcome(answer=None), outcome(answer=None), Sameness(equal=True)),
        (outcome(), outcome(answer=None), Sameness(equal=True, uncaptured=("/answer",))),
        (outcome(answer=None), outcome(), Sameness(equal=False)),
        (outcome(status="success"), outcome(status="failure"), Sameness(equal=False)),
        (outcome(), outcome(status="success"), Sameness(equal=True, uncaptured=("/status",))),
        (outcome(status="success"), outcome(), Sameness(equal=False)),
        (outcome({"tool": "a"}), outcome({"tool": "a"}, {"tool": "a"}), Sameness(equal=False)),
        (outcome({"tool": "a"}), outcome({"tool": "b"}), Sameness(equal=False)),
        (outcome({"tool": "a"}), outcome({"tool": "a", "args": {"n": 1}}), Sameness(equal=False)),
        (
            outcome({"tool": "a", "args": UNKNOWN}),
            outcome({"tool": "a", "args": {"n": 1}}),
            Sameness(equal=True, uncaptured=("/steps/0/args",)),
        ),
        (
            outcome({"tool": "a"}),
            outcome({"tool": "a", "args": UNKNOWN}),
            Sameness(equal=False),
        ),
        (outcome({"tool": "a", "args": UNKNOWN}), outcome({"tool": "a", "args": UNKNOWN}), Sameness(equal=True)),
        (
            outcome({"tool": "a"}),
            outcome({"tool": "a", "observation": 1}),
            Sameness(equal=True, uncaptured=("/steps/0/observation",)),
        ),
        (
            outcome({"tool": "a", "observation": 1}),
            outcome({"tool": "a"}),
            Sameness(equal=False),
        ),
        (outcome({"tool": "a", "observation": None}), outcome({"tool": "a", "observation": 0}), Sameness(equal=False)),
        (
            outcome({"tool": "a", "error_code": "E"}),
            outcome({"tool": "a", "observation": 1}),
            Sameness(equal=False, uncaptured=("/steps/0/observation",)),
        ),
        (outcome({"tool": "a", "observation": 1}), outcome({"tool": "b"}), Sameness(equal=False)),
        (outcome({"tool": "a", "rest": "0"}), outcome({"tool": "a", "rest": "1"}), Sameness(equal=False)),
        (
            outcome({"tool": "a", "args": {"$literal": UNKNOWN}}),
            outcome({"tool": "a", "args": {"n": 1}}),
            Sameness(equal=False),
        ),
    ],
)
def test_outcomes_are_compared_on_what_the_expected_one_captured(
    expected: Outcome, actual: Outcome, sameness: Sameness
) -> None:
    assert compare_outcomes(expected, actual) == sameness


@given(traces)
def test_an_outcome_equals_itself_and_leaves_nothing_out(trace: Trace) -> None:
    assert compare_outcomes(observe(trace, ALL), observe(trace, ALL)) == Sameness(equal=True)


@given(traces, traces)
def test_outcomes_that_are_the_same_both_ways_lack_nothing(one: Trace, other: Trace) -> None:
    left, right = observe(one, ALL), observe(other, ALL)
    there, back = compare_outcomes(left, right), compare_outcomes(right, left)
    assert not (there.equal and back.equal) or there.uncaptured == back.uncaptured == ()


def failing(*steps: dict[str, Json], failed: tuple[str, ...] = ("calls",), answer: Json = "x") -> BaselineLine:
    return BaselineLine(
        id="a", verdict=Verdict.FAIL, case="0", failed=failed, outcome=Outcome(steps=steps, answer=answer)
    )


@pytest.mark.parametrize(
    "other",
    [
        failing({"tool": "a", "error_code": "E", "args": {"n": 2}, "observation": "worded anew"}),
        failing({"tool": "a", "error_code": "E", "args": {"n": 1}}, answer="y"),
        failing({"tool": "a", "error_code": "E", "args": {"n": 1}}, failed=("calls", "calls")),
    ],
)
def test_a_reworded_failure_is_the_same_failure(other: BaselineLine) -> None:
    assert same_failure(failing({"tool": "a", "error_code": "E", "args": {"n": 1}}), other)


@pytest.mark.parametrize(
    "other",
    [
        failing({"tool": "a", "error_code": "E"}, failed=("answer",)),
        failing({"tool": "a", "error_code": "E"}, failed=("answer", "calls")),
        failing({"tool": "a", "error_code": "F"}),
        failing({"tool": "a"}),
        failing({"tool": "a", "status": "skipped", "error_code": "E"}),
        failing({"tool": "b", "error_code": "E"}),
        failing({"kind": "message", "name": "a", "error_code": "E"}),
        failing({"tool": "a", "error_code": "E"}, {"tool": "a"}),
        failing(),
    ],
)
def test_another_check_step_status_or_code_is_another_failure(other: BaselineLine) -> None:
    assert not same_failure(failing({"tool": "a", "error_code": "E"}), other)
