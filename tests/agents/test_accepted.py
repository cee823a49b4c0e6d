import functools
from collections.abc import Callable
from types import SimpleNamespace

import pytest

from goldgate.agents.accepted import accept
from goldgate.agents.context import Context
from goldgate.agents.planned import PlannerExecutor
from goldgate.errors import AgentNotLoadable
from goldgate.model.case import CaseView
from goldgate.model.trace import Trace


class _Planner:
    def plan(self, request: object, _context: Context) -> list[object]:
        return [request]


class _Executor:
    def execute(self, step: object, _context: Context) -> object:
        return step


class _Both(_Planner, _Executor):
    pass


class _Callable:
    def __call__(self, case: CaseView, _context: Context) -> str:
        return case.id


def of_two(case: CaseView, _context: Context) -> str:
    return case.id


def of_one(case: CaseView) -> str:
    return case.id


def of_any(*args: CaseView) -> str:
    return args[0].id


def optional(case: CaseView, context: Context | None = None) -> str:
    return f"{case.id} {context is not None}"


@pytest.mark.parametrize(
    ("agent", "answer"),
    [
        (of_two, "case"),
        (of_one, "case"),
        (of_any, "case"),
        (optional, "case True"),
        (functools.partial(of_two), "case"),
        (_Callable(), "case"),
        (_Callable, "case"),
    ],
)
def test_a_callable_takes_case_and_context_or_the_case_alone(
    observe: Callable[..., Trace], agent: object, answer: str
) -> None:
    assert observe(agent).answer == answer


@pytest.mark.parametrize(
    "agent",
    [
        PlannerExecutor(_Planner(), _Executor()),
        _Both(),
        _Both,
        (_Planner(), _Executor()),
        [_Planner(), _Executor()],
        SimpleNamespace(planner=_Planner(), executor=_Executor()),
    ],
)
def test_planner_and_executor_may_come_in_several_forms(observe: Callable[..., Trace], agent: object) -> None:
    assert [step.name for step in observe(agent).steps] == ["do it"]


def test_what_was_accepted_is_accepted_again() -> None:
    accepted = accept(of_two)
    assert accept(accepted) is accepted


def test_a_callable_without_a_signature_is_called_with_both() -> None:
    assert accept(min).call is min


@pytest.mark.parametrize(
    ("agent", "told"),
    [
        (3, "an object of type int is no agent"),
        ("my_agent:agent", "an object of type str is no agent"),
        ((_Planner(), _Planner()), "an object of type _Planner has no method `execute`"),
        (SimpleNamespace(planner=3, executor=_Executor()), "an object of type int has no method `plan`"),
        (lambda: None, "takes ()"),
        (lambda a, b, c: None, "takes (a, b, c)"),
    ],
)
def test_what_is_no_agent_is_refused_with_what_would_be_one(agent: object, told: str) -> None:
    with pytest.raises(AgentNotLoadable) as caught:
        accept(agent)
    assert told in str(caught.value)
    assert "an agent is a callable (case, context)" in str(caught.value)


def test_a_class_that_is_no_agent_is_told_by_its_name() -> None:
    with pytest.raises(AgentNotLoadable, match="`dict` is no agent"):
        accept(dict)
