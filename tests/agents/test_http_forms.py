from pathlib import Path

import pytest

from goldgate.agents.http_forms import Answered, answered, has_place_for, request_body
from goldgate.errors import BadTrace
from goldgate.formats.trace import read_trace
from goldgate.model.case import CaseView, Turn, World
from goldgate.model.http import HttpSettings, Placeholder, ResponsePaths, StepPaths
from goldgate.model.trace import OverallStatus, PlannedStep, Step, StepStatus, Trace, Usage
from goldgate.model.value import Json
from goldgate.model.variant import ResolvedVariant, Skill

CASE = CaseView(id="a", request="최근 파일", tags=("t",), world=World(state={"n": 1}))


def body(template: Json, case: CaseView = CASE, *, folder: str | None = None) -> Json:
    return request_body(case, folder=folder, settings=HttpSettings(body=template))


def test_without_a_template_the_body_is_the_case() -> None:
    assert body(None, folder="f") == {
        "id": "a",
        "request": "최근 파일",
        "tags": ["t"],
        "state": {"n": 1},
        "folder": "f",
    }


def test_what_a_case_does_not_have_is_left_out_of_objects_and_null_elsewhere() -> None:
    bare = CaseView(id="a", request="x")
    assert body(None, bare) == {"id": "a", "request": "x", "tags": []}
    assert body({"x": ["$folder"], "y": {"z": "$state"}}, bare) == {"x": [None], "y": {}}


def test_the_variant_and_its_adapter_go_with_the_case_where_there_are_some() -> None:
    bare = CaseView(id="a", request="x")
    none, final = ResolvedVariant(name="none"), ResolvedVariant(name="final", folder=Path("/skill"))
    given = {"id": "a", "request": "x", "tags": []}
    bodies = [request_body(bare, folder=None, settings=HttpSettings(), variant=one) for one in (none, final)]
    assert bodies == [given | {"variant": "none"}, given | {"variant": "final", "adapter": "/skill"}]


def test_a_template_names_the_variant_always_and_the_adapter_where_there_is_one() -> None:
    template: Json = {"v": "$variant", "a": "$adapter"}
    given = ResolvedVariant(name="final", folder=Path("/skill"))
    settings = HttpSettings(body=template)
    assert body(template) == {"v": "default"}
    assert request_body(CASE, folder=None, settings=settings, variant=given) == {"v": "final", "a": "/skill"}


def test_linked_skills_go_with_the_case_where_there_are_some() -> None:
    bare = CaseView(id="a", request="x")
    given = ResolvedVariant(name="with", skills=(Skill(name="triage", folder=Path("/skills/triage")),))
    skills: Json = [{"name": "triage", "folder": "/skills/triage"}]
    assert request_body(bare, folder=None, settings=HttpSettings(), variant=given) == {
        "id": "a",
        "request": "x",
        "tags": [],
        "variant": "with",
        "skills": skills,
    }
    settings = HttpSettings(body={"s": "$skills"})
    assert request_body(bare, folder=None, settings=settings, variant=given) == {"s": skills}


def test_a_template_has_the_case_in_its_places() -> None:
    assert body({"input": {"text": "$request"}, "session": "$id", "n": [1, True, None, "$tags"]}) == {
        "input": {"text": "최근 파일"},
        "session": "a",
        "n": [1, True, None, ["t"]],
    }


def test_a_text_that_begins_with_two_dollars_stands_for_one() -> None:
    assert body({"x": "$$request", "y": "costs $5"}) == {"x": "$request", "y": "costs $5"}


def test_messages_are_turns_also_of_a_request_that_is_a_text() -> None:
    turns = (Turn(role="user", content="hi"), Turn(role="assistant", content="yes?"))
    assert body("$messages") == [{"role": "user", "content": "최근 파일"}]
    assert (
        body(["$messages", "$request"], CaseView(id="a", request=turns))
        == [[{"role": "user", "content": "hi"}, {"role": "assistant", "content": "yes?"}]] * 2
    )


def trace(response: Json, settings: HttpSettings) -> Trace:
    return read_trace(answered(response, settings=settings).trace)


def test_without_paths_the_response_is_the_trace() -> None:
    assert answered({"answer": 1}, settings=HttpSettings()) == Answered(trace={"answer": 1})
    assert answered("done", settings=HttpSettings()) == Answered(trace="done")


def test_the_parts_of_a_trace_are_found_where_they_stand() -> None:
    settings = HttpSettings(
        response=ResponsePaths(
            plan="$.out.plan",
            steps="$.out.calls",
            answer="$.out.text",
            status="$.state",
            input_tokens="$.usage[0]",
            output_tokens="$.usage[1]",
        ),
        step=StepPaths(tool="$.function.name", args="$.function.arguments", status="$.ok", observation="$.result"),
    )
    response: Json = {
        "out": {
            "plan": ["find"],
            "text": "done",
            "calls": [
                {"id": "c-1", "function": {"name": "find", "arguments": '{"x": 1}'}, "ok": True, "result": [1]},
                {"id": "c-2", "function": {"name": "send", "arguments": ""}, "ok": False},
            ],
        },
        "state": "failure",
        "usage": [3, 4],
    }
    assert trace(response, settings) == Trace(
        plan=(PlannedStep(name="find"),),
        steps=(
            Step(name="find", args={"x": 1}, observation=[1]),
            Step(name="send", status=StepStatus.ERROR),
        ),
        answer="done",
        status=OverallStatus.FAILURE,
        usage=Usage(input_tokens=3, output_tokens=4),
    )


def test_what_is_not_there_is_not_captured() -> None:
    settings = HttpSettings(response=ResponsePaths(plan="$.p", steps="$.s", answer="$.a", status="$.st", state="$.w"))
    assert answered({"x": 1}, settings=settings) == Answered(trace={})
    assert trace({"s": None, "a": None}, settings) == Trace(answer=None)


def test_steps_without_paths_of_their_own_are_steps() -> None:
    settings = HttpSettings(response=ResponsePaths(steps="$.s"))
    assert trace({"s": [{"tool": "a", "error_code": "E"}]}, settings).steps[0].error_code == "E"


def test_steps_that_are_none_are_for_the_reader_of_traces_to_refuse() -> None:
    settings = HttpSettings(response=ResponsePaths(steps="$.s"), step=StepPaths(tool="$.t"))
    for response in ({"s": 3}, {"s": [3]}, {"s": [{"t": 4}]}):
        with pytest.raises(BadTrace):
            trace(response, settings)  # type: ignore[arg-type] # mypy infers narrower lists


def test_the_state_afterwards_is_apart_from_the_trace() -> None:
    settings = HttpSettings(response=ResponsePaths(state="$.memory"))
    assert answered({"memory": [1]}, settings=settings) == Answered(trace={}, state=[1])


@pytest.mark.parametrize(
    ("said", "status"), [("done", "success"), ("failure", "failure"), (True, "success"), (False, "failure")]
)
def test_a_status_may_be_a_word_of_the_service_or_whether_it_went_well(said: Json, status: str) -> None:
    settings = HttpSettings(response=ResponsePaths(status="$.s"), statuses={"done": OverallStatus.SUCCESS})
    assert trace({"s": said}, settings).status == status


def test_a_word_that_nobody_knows_is_told_with_the_remedy() -> None:
    with pytest.raises(BadTrace) as caught:
        answered({"s": "completed"}, settings=HttpSettings(response=ResponsePaths(status="$.s")))
    assert str(caught.value) == (
        "the response has the status str 'completed'; say in `statuses` of [tool.goldgate.http] which of "
        "success, failure, error that is"
    )


@pytest.mark.parametrize(
    ("template", "has_one"),
    [
        (None, True),
        ({"input": "$request"}, False),
        ({"input": ["$request", {"skills": "$skills"}]}, True),
        ({"input": "see $skills"}, False),
    ],
)
def test_a_body_of_its_own_has_a_place_for_skills_or_none(template: Json, has_one: bool) -> None:  # noqa: FBT001 - a row of the table
    assert has_place_for(Placeholder.SKILLS, HttpSettings(body=template)) is has_one
