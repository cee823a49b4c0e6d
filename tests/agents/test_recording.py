import asyncio
import functools
import inspect
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import suppress
from typing import Any

import pytest

from goldgate.agents.recording import OpenStep, tool, trace
from goldgate.model.trace import Step, StepStatus, Trace
from goldgate.model.value import NOT_CAPTURED


@tool
def add(left: int, right: int = 1) -> int:
    """Add two numbers."""
    return left + right


@tool
async def fetch(url: str) -> str:
    await asyncio.sleep(0)
    return f"page of {url}"


class _Refused(Exception):
    code = "DENIED"


class _Desk:
    @tool
    def read(self, path: str) -> str:
        return f"{type(self).__name__} {path}"

    @tool
    async def send(self, to: str) -> str:
        return to

    @staticmethod
    @tool
    def inner_static(path: str) -> str:
        return path

    @tool
    @staticmethod
    def outer_static(path: str) -> str:
        return path

    @classmethod
    @tool
    def inner_class(cls, path: str) -> str:
        return f"{cls.__name__} {path}"

    @tool
    @classmethod
    def outer_class(cls, path: str) -> str:
        return f"{cls.__name__} {path}"


def test_outside_a_run_a_function_does_what_it_did() -> None:
    assert add(1, right=2) == 3


def test_outside_a_run_a_coroutine_function_does_what_it_did() -> None:
    assert asyncio.run(fetch("x")) == "page of x"


def test_outside_a_run_an_exception_passes_unchanged() -> None:
    error = _Refused("no")

    @tool
    def refuse() -> None:
        raise error

    with pytest.raises(_Refused) as caught:
        refuse()
    assert caught.value is error


def test_a_decorated_function_keeps_name_text_and_signature() -> None:
    assert (add.__name__, add.__doc__) == ("add", "Add two numbers.")
    assert list(inspect.signature(add).parameters) == ["left", "right"]


def test_a_decorated_coroutine_function_stays_one() -> None:
    assert inspect.iscoroutinefunction(fetch)
    assert not inspect.iscoroutinefunction(add)


def test_a_call_is_recorded_with_arguments_as_passed_and_result(observe: Callable[..., Trace]) -> None:
    recorded = observe(lambda _case: add(1, right=2) and None).steps
    assert recorded == (Step(name="add", args={"left": 1, "right": 2}, observation=3),)


def test_defaults_that_were_not_passed_are_not_recorded(observe: Callable[..., Trace]) -> None:
    assert observe(lambda _case: str(add(1))).steps == (Step(name="add", args={"left": 1}, observation=2),)


def test_an_async_call_is_recorded_when_it_is_awaited(observe: Callable[..., Trace]) -> None:
    async def agent(_case: object) -> None:
        first, second = fetch("first"), fetch("second")
        await second
        await first

    assert [step.args for step in observe(agent).steps] == [{"url": "second"}, {"url": "first"}]


def test_arguments_are_recorded_as_they_were_at_the_call(observe: Callable[..., Trace]) -> None:
    @tool
    def clear(items: list[int]) -> list[int]:
        items.clear()
        return items

    def agent(_case: object) -> None:
        clear([1, 2]).append(3)

    assert observe(agent).steps == (Step(name="clear", args={"items": [1, 2]}, observation=[]),)


def test_variable_arguments_are_recorded_flat(observe: Callable[..., Trace]) -> None:
    @tool
    def search(*words: str, **filters: int) -> None: ...

    recorded = observe(lambda _case: search("a", "b", limit=3)).steps
    assert recorded[0].args == {"words": ["a", "b"], "limit": 3}


@pytest.mark.parametrize(
    ("call", "name", "result"),
    [
        (lambda: _Desk().read("x"), "read", "_Desk x"),
        (lambda: asyncio.run(_Desk().send("x")), "send", "x"),
        (lambda: _Desk().inner_static("x"), "inner_static", "x"),
        (lambda: _Desk.outer_static("x"), "outer_static", "x"),
        (lambda: _Desk.inner_class("x"), "inner_class", "_Desk x"),
        (lambda: _Desk().outer_class("x"), "outer_class", "_Desk x"),
    ],
)
def test_methods_are_recorded_without_self_and_cls(
    observe: Callable[..., Trace], call: Callable[[], str], name: str, result: str
) -> None:
    (step,) = observe(lambda _case: call()).steps
    assert (step.name, step.observation) == (name, result)
    assert step.args in ({"path": "x"}, {"to": "x"})


def test_name_and_kind_can_be_given(observe: Callable[..., Trace]) -> None:
    @tool(name="remember", kind="memory_write")
    def save(text: str) -> None: ...

    recorded = observe(lambda _case: save("x")).steps
    assert recorded == (Step(kind="memory_write", name="remember", args={"text": "x"}, observation=None),)


def test_an_exception_is_a_step_error_with_its_code(observe: Callable[..., Trace]) -> None:
    @tool
    def refuse() -> None:
        raise _Refused("not allowed")

    def agent(_case: object) -> str:
        with pytest.raises(_Refused):
            refuse()
        return "went on"

    assert observe(agent).steps == (
        Step(name="refuse", status=StepStatus.ERROR, error_code="DENIED", observation="not allowed"),
    )


def test_an_exception_of_an_async_tool_is_a_step_error(observe: Callable[..., Trace]) -> None:
    @tool
    async def fail() -> None:
        raise ValueError("")

    async def agent(_case: object) -> None:
        with pytest.raises(ValueError, match=r"^$"):
            await fail()

    assert observe(agent).steps == (Step(name="fail", status=StepStatus.ERROR, error_code="ValueError"),)


def test_nested_calls_stand_outer_first(observe: Callable[..., Trace], said: Callable[[Trace], object]) -> None:
    @tool
    def total(first: int) -> int:
        return add(first, 1) + add(first, 2)

    assert [step.name for step in observe(lambda _case: str(total(1))).steps] == ["total", "add", "add"]


def test_arguments_that_do_not_fit_are_a_step_error_of_the_function(observe: Callable[..., Trace]) -> None:
    def agent(_case: object) -> None:
        call: Callable[..., Any] = add
        with pytest.raises(TypeError):
            call(wrong=1)
        with pytest.raises(TypeError):
            call(1, 2, 3)

    steps = observe(agent).steps
    assert [(step.args, step.error_code) for step in steps] == [
        ({"wrong": 1}, "TypeError"),
        (NOT_CAPTURED, "TypeError"),
    ]


def test_async_arguments_that_do_not_fit_are_a_step_error_too(observe: Callable[..., Trace]) -> None:
    async def agent(_case: object) -> None:
        call: Callable[..., Any] = fetch
        with pytest.raises(TypeError):
            await call(wrong=1)

    assert [(step.args, step.error_code) for step in observe(agent).steps] == [({"wrong": 1}, "TypeError")]


def test_a_function_without_a_signature_is_recorded_by_its_keywords(observe: Callable[..., Trace]) -> None:
    smallest = tool(min, name="smallest")

    def agent(_case: object) -> None:
        smallest([1, 2])
        smallest([], default=0)

    assert [step.args for step in observe(agent).steps] == [NOT_CAPTURED, NOT_CAPTURED]


def test_a_function_that_returns_an_awaitable_ends_when_that_was_awaited(observe: Callable[..., Trace]) -> None:
    @tool
    def later(url: str) -> Awaitable[str]:
        return fetch(url)

    async def agent(_case: object) -> str:
        return await later("x")

    trace = observe(agent)
    assert trace.answer == "page of x"
    assert [(step.name, step.observation) for step in trace.steps] == [("later", "page of x"), ("fetch", "page of x")]


def test_a_partial_needs_no_name(observe: Callable[..., Trace]) -> None:
    plus_ten = tool(functools.partial(lambda left, right: left + right, 10))
    assert observe(lambda _case: str(plus_ten(1))).steps == (Step(name="partial", args={"right": 1}, observation=11),)


def test_generators_are_refused_with_the_way_out() -> None:
    def stream() -> Iterator[int]:
        yield 1

    async def stream_async() -> AsyncIterator[int]:
        yield 1

    for generator in (stream, stream_async):
        with pytest.raises(TypeError, match=r"the generator .*stream.*trace\.step"):
            tool(generator)


def test_what_cannot_be_called_is_refused() -> None:
    with pytest.raises(TypeError, match="got int"):
        tool(3)


def test_a_value_that_json_cannot_say_is_a_fault_of_the_agent(observe: Callable[..., Trace]) -> None:
    @tool
    def give(what: object) -> object:
        return what

    trace = observe(lambda _case: give({1, 2}) and None)
    call, arguments, result = trace.steps
    assert call == Step(name="give", args=NOT_CAPTURED)
    assert (arguments.kind, arguments.error_code) == ("exception", "BAD_TRACE")
    assert str(arguments.observation).startswith("give: arguments: ")
    assert str(arguments.observation).endswith("@ /what")
    assert str(result.observation).startswith("give: observation: ")
    assert trace.status == "error"


def test_a_step_records_what_was_set_on_it(observe: Callable[..., Trace]) -> None:
    def agent(_case: object) -> None:
        with trace.step("send_mail", {"to": "ann"}) as step:
            step.observation = "sent"
        with trace.step("lock", kind="schedule") as step:
            step.error_code = "BUSY"
        with trace.step("wait") as step:
            step.status = "skipped"

    assert observe(agent).steps == (
        Step(name="send_mail", args={"to": "ann"}, observation="sent"),
        Step(kind="schedule", name="lock", status=StepStatus.ERROR, error_code="BUSY"),
        Step(name="wait", status=StepStatus.SKIPPED),
    )


def test_a_step_without_a_block_is_done_at_once(observe: Callable[..., Trace]) -> None:
    def agent(_case: object) -> None:
        trace.step("note", {"text": "x"}, kind="memory_write")

    assert observe(agent).steps == (Step(kind="memory_write", name="note", args={"text": "x"}),)


def test_arguments_of_a_step_may_be_json_text(observe: Callable[..., Trace]) -> None:
    def agent(_case: object) -> None:
        trace.step("good", '{"n": 1}')
        trace.step("bad", "{n: 1}")

    good, bad = observe(agent).steps
    assert good == Step(name="good", args={"n": 1})
    assert bad == Step(name="bad", args="{n: 1}", status=StepStatus.ERROR, error_code="BAD_ARGUMENTS")


def test_an_exception_passes_a_step_and_is_its_error(observe: Callable[..., Trace]) -> None:
    def agent(_case: object) -> None:
        with suppress(_Refused), trace.step("send_mail") as step:
            step.observation = "half sent"
            raise _Refused
        raise LookupError  # the exception passed

    assert observe(agent).steps[0] == Step(
        name="send_mail", status=StepStatus.ERROR, error_code="DENIED", observation="half sent"
    )


def test_outside_a_run_a_step_keeps_nothing_and_passes_exceptions() -> None:
    step = trace.step("send_mail", {"to": "ann"})
    assert type(step) is OpenStep
    with pytest.raises(_Refused), step:
        raise _Refused


def test_importing_the_door_loads_no_heavy_library() -> None:
    program = (
        "import sys; before = set(sys.modules); import goldgate; goldgate.tool, goldgate.trace; "
        "print(*set(sys.modules) - before)"
    )
    loaded = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.split()
    assert {"attr", "attrs", "cattrs", "asyncio", "concurrent.futures", "json", "click"}.isdisjoint(loaded)
