import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldgate.differ.divergence import first_divergence
from goldgate.differ.outcome import compare_outcomes
from goldgate.model.baseline import Outcome
from goldgate.model.comparison import Divergence
from goldgate.model.value import NOT_CAPTURED, Json, NotCaptured

UNKNOWN: Json = {"$not_captured": True}
steps: st.SearchStrategy[dict[str, Json]] = st.fixed_dictionaries(
    {"tool": st.sampled_from(["a", "b"])},
    optional={
        "args": st.sampled_from([UNKNOWN, {"n": 1}, {"n": True}]),
        "error_code": st.just("E"),
        "observation": st.sampled_from([None, 1]),
    },
)
outcomes = st.builds(
    Outcome,
    steps=st.lists(steps, max_size=4).map(tuple),
    answer=st.sampled_from([NOT_CAPTURED, None, {"a": 1}, {"a": 1.0}]),
    status=st.sampled_from([None, "success", "failure"]),
)


def outcome(*steps: dict[str, Json], answer: Json | NotCaptured = NOT_CAPTURED, status: str | None = None) -> Outcome:
    return Outcome(steps=steps, answer=answer, status=status)


def changed(pointer: str, expected: Json, actual: Json, step: int | None = 0) -> Divergence:
    return Divergence(kind="changed", pointer=pointer, step=step, expected=expected, actual=actual)


@pytest.mark.parametrize(
    ("expected", "actual", "divergence"),
    [
        ({"tool": "file_search"}, {"tool": "file_read"}, changed("/tool", "file_search", "file_read")),
        ({"tool": "a"}, {"kind": "message", "name": "a"}, changed("/kind", "tool", "message")),
        (
            {"kind": "message", "name": "a"},
            {"kind": "message", "name": "b"},
            changed("/name", "a", "b"),
        ),
        ({"tool": "a", "args": {"n": [1]}}, {"tool": "a", "args": {"n": [True]}}, changed("/args/n/0", 1, actual=True)),
        (
            {"tool": "a"},
            {"tool": "a", "args": {"path": "x"}},
            Divergence(kind="added", pointer="/args/path", step=0, actual="x"),
        ),
        (
            {"tool": "a", "args": {"path": None}},
            {"tool": "a"},
            Divergence(kind="removed", pointer="/args/path", step=0),
        ),
        ({"tool": "a", "args": "{bad"}, {"tool": "a"}, changed("/args", "{bad", {})),
        (
            {"tool": "a"},
            {"tool": "a", "error_code": "E"},
            Divergence(kind="added", pointer="/error_code", step=0, actual="E"),
        ),
        ({"tool": "a"}, {"tool": "a", "status": "error"}, changed("/status", "ok", "error")),
        ({"tool": "a", "status": "skipped"}, {"tool": "a"}, changed("/status", "skipped", "ok")),
        ({"tool": "a", "rest": "0"}, {"tool": "a", "rest": "1"}, changed("/rest", "0", "1")),
        (
            {"tool": "a", "observation": {"a": 1}},
            {"tool": "a", "observation": {"a": 2}},
            changed("/observation/a", 1, 2),
        ),
        (
            {"tool": "a", "args": {"n": 1}, "observation": 1},
            {"tool": "b", "args": {"n": 2}, "error_code": "E"},
            changed("/tool", "a", "b"),
        ),
    ],
)
def test_the_innermost_field_that_changed_is_named(
    expected: dict[str, Json], actual: dict[str, Json], divergence: Divergence
) -> None:
    assert first_divergence(outcome(expected), outcome(actual)) == divergence


def test_a_new_step_is_named_instead_of_all_that_it_shifts() -> None:
    added: dict[str, Json] = {"tool": "x"}
    assert first_divergence(
        outcome({"tool": "a"}, {"tool": "b"}), outcome({"tool": "a"}, added, {"tool": "b"})
    ) == Divergence(kind="added", pointer="", step=1, actual={"tool": "x"})


def test_a_missing_step_is_counted_in_the_expected_steps() -> None:
    assert first_divergence(
        outcome({"tool": "a"}, {"tool": "x"}, {"tool": "b"}), outcome({"tool": "a"}, {"tool": "b"})
    ) == Divergence(kind="removed", pointer="", step=1, expected={"tool": "x"})


def test_a_moved_step_is_told_as_moved() -> None:
    moved: dict[str, Json] = {"tool": "b"}
    assert first_divergence(outcome({"tool": "a"}, moved), outcome(moved, {"tool": "a"})) == Divergence(
        kind="moved", pointer="", step=0, expected=moved, actual=moved
    )


def test_steps_come_before_the_status_and_the_status_before_the_answer() -> None:
    step: dict[str, Json] = {"tool": "a"}
    expected = outcome(step, answer="x", status="success")
    assert first_divergence(expected, outcome({"tool": "b"}, answer="y", status="failure")) == changed(
        "/tool", "a", "b"
    )
    assert first_divergence(expected, outcome(step, answer="y", status="failure")) == changed(
        "/status", "success", "failure", step=None
    )
    assert first_divergence(expected, outcome(step, answer="y", status="success")) == changed(
        "/answer", "x", "y", step=None
    )


def test_the_place_inside_an_answer_is_named() -> None:
    assert first_divergence(outcome(answer={"total": [1]}), outcome(answer={"total": [1.0]})) == changed(
        "/answer/total/0", 1, 1.0, step=None
    )


def test_what_the_expected_side_lacks_is_no_divergence() -> None:
    expected = outcome({"tool": "a", "args": UNKNOWN}, {"tool": "b"})
    actual = outcome({"tool": "a", "args": {"n": 1}, "observation": 1}, {"tool": "c"}, answer="x", status="success")
    assert first_divergence(expected, actual) == changed("/tool", "b", "c", step=1)


def test_what_the_actual_side_lost_is_a_divergence() -> None:
    lost = first_divergence(outcome(answer="x"), outcome())
    assert lost is not None
    assert (lost.kind, lost.pointer, lost.expected) == ("removed", "/answer", "x")


@given(outcomes, outcomes)
def test_there_is_a_divergence_exactly_when_outcomes_are_not_equal(expected: Outcome, actual: Outcome) -> None:
    assert (first_divergence(expected, actual) is None) == compare_outcomes(expected, actual).equal


@given(outcomes)
def test_an_outcome_does_not_part_from_itself(value: Outcome) -> None:
    assert first_divergence(value, value) is None
