from goldgate.model.baseline import BaselineLine, Outcome
from goldgate.model.judgement import Verdict
from goldgate.model.trace import PlannedStep, Step, StepStatus
from goldgate.model.value import NOT_CAPTURED, Json, NotCaptured
from goldgate.reports.html.steps import MOST_PAIRS, comparison_document, planned_document, step_document


def outcome(
    *steps: dict[str, Json], answer: Json | NotCaptured = NOT_CAPTURED, status: str | None = None
) -> BaselineLine:
    made = Outcome(steps=steps, answer=answer, status=status)
    return BaselineLine(id="a", verdict=Verdict.PASS, case="0" * 16, outcome=made)


def test_a_usual_call_says_only_what_it_did() -> None:
    assert step_document(Step(name="search", args={})) == {"name": "search"}
    assert step_document(Step(name="search", args={"for": "x"}, observation=[])) == {
        "name": "search",
        "args": '{"for":"x"}',
        "seen": "[]",
    }


def test_an_unusual_step_says_what_is_unusual() -> None:
    step = Step(kind="handoff", name="desk\u202e", status=StepStatus.SKIPPED, group=2, args=NOT_CAPTURED)
    assert step_document(step) == {
        "kind": "handoff",
        "name": "desk\\u202e",
        "args": "not captured",
        "status": "skipped",
        "group": "2",
    }
    assert step_document(Step(name="a", status=StepStatus.ERROR, error_code="NOT_FOUND"))["code"] == "NOT_FOUND"
    assert step_document(Step(name="a", status=StepStatus.ERROR))["status"] == "error"


def test_a_planned_step_may_have_arguments() -> None:
    assert planned_document(PlannedStep(name="search")) == {"name": "search"}
    assert planned_document(PlannedStep(name="search", args={"a": 1})) == {"name": "search", "args": '{"a":1}'}


def test_steps_are_aligned_and_a_change_names_its_fields() -> None:
    then = outcome({"tool": "a"}, {"tool": "b", "args": {"n": 1, "gone": 0}}, {"tool": "c", "observation": "x"})
    now = outcome(
        {"tool": "a"}, {"tool": "b", "args": {"n": 2, "new": 3}}, {"kind": "message", "name": "d", "rest": "12"}
    )
    assert comparison_document(then, now) == {
        "pairs": [
            {"kind": "equal", "old": {"name": "a"}, "new": {"name": "a"}},
            {
                "kind": "changed",
                "old": {"name": "b", "args": '{"gone":0,"n":1}'},
                "new": {"name": "b", "args": '{"n":2,"new":3}'},
                "changes": [
                    {"at": "/args/gone", "old": "0"},
                    {"at": "/args/n", "old": "1", "new": "2"},
                    {"at": "/args/new", "new": "3"},
                ],
                "left_out": 0,
            },
            {
                "kind": "changed",
                "old": {"name": "c", "seen": '"x"'},
                "new": {"kind": "message", "name": "d", "seen": "12"},
                "changes": [
                    {"at": "/kind", "new": '"message"'},
                    {"at": "/tool", "old": '"c"'},
                    {"at": "/name", "new": '"d"'},
                    {"at": "/rest", "new": '"12"'},
                    {"at": "/observation", "old": '"x"'},
                ],
                "left_out": 0,
            },
        ],
        "capped": False,
        "ends": [],
    }


def test_a_step_that_was_added_has_nothing_on_the_other_side() -> None:
    compared = comparison_document(outcome(), outcome({"tool": "a"}))
    assert compared["pairs"] == [{"kind": "added", "old": None, "new": {"name": "a"}}]


def test_both_ends_are_told_where_either_side_has_one() -> None:
    compared = comparison_document(outcome(answer=[1], status="success"), outcome(answer=[True], status="success"))
    assert compared["ends"] == [
        {"name": "answer", "old": "[1] (integer at /0)", "new": "[true] (boolean at /0)", "same": False},
        {"name": "overall status", "old": '"success"', "new": '"success"', "same": True},
    ]


def test_very_long_traces_are_cut_and_it_is_said() -> None:
    steps: list[dict[str, Json]] = [{"tool": str(number)} for number in range(MOST_PAIRS + 1)]
    compared = comparison_document(outcome(*steps), outcome(*steps, {"tool": "more"}))
    assert (len(compared["pairs"]), compared["capped"]) == (MOST_PAIRS, True)


def test_an_answer_that_one_side_did_not_capture_is_not_the_same() -> None:
    compared = comparison_document(outcome(answer=None), outcome())
    assert compared["ends"] == [{"name": "answer", "old": "null", "new": "not captured", "same": False}]


def test_of_a_long_value_an_outcome_has_size_and_digest() -> None:
    step: dict[str, Json] = {"tool": "a", "observation": {"$digest": "72c91cc534a9fd2c", "size": 632}}
    [pair] = comparison_document(outcome(step), outcome(step))["pairs"]
    assert pair["old"]["seen"] == "632 bytes, known by their digest 72c91cc534a9fd2c"
