from collections.abc import Callable
from threading import Thread
from typing import Any

import pytest

from goldgate.agents.context import Context, ToolError
from goldgate.agents.frameworks.conversation import Conversation
from goldgate.agents.frameworks.watch import NOT_SEEN, Seen, Watch, current_watch, told
from goldgate.agents.stubs import Stubs
from goldgate.model.case import CaseView, Stub
from goldgate.model.trace import Trace


def watch(*stubs: Stub) -> Watch:
    return Watch(Stubs(stubs))


def seen(watched: Watch, call_id: str) -> Seen:
    return watched.seen(call_id, nth=0, of=1)


def test_a_stub_answers_and_is_seen() -> None:
    watched = watch(Stub(tool="search", args={"q": "a"}, returns=["hit"]))

    assert watched.stubs("search")
    assert watched.answer("search", {"q": "a"}, call_id="1") == ["hit"]
    assert seen(watched, "1") == Seen(value=["hit"])


@pytest.mark.parametrize(
    ("stub", "code", "message"),
    [
        (Stub(tool="pay", error_code="BROKE", message="no money"), "BROKE", "no money"),
        (Stub(tool="pay", error_code="BROKE"), "BROKE", "BROKE"),
        (Stub(tool="pay", args={"amount": 4}, returns="paid"), "NO_STUB", "NO_STUB"),
    ],
)
def test_a_stub_that_refuses_raises_and_is_seen(stub: Stub, code: str, message: str) -> None:
    watched = watch(stub)

    with pytest.raises(ToolError) as raised:
        watched.answer("pay", {"amount": 3}, call_id="1")

    assert (seen(watched, "1").error_code, told(raised.value)) == (code, message)


def test_other_tools_have_no_stub() -> None:
    assert not watch(Stub(tool="pay", returns=1)).stubs("search")


def test_nothing_is_known_of_calls_that_nobody_saw_or_that_have_no_id() -> None:
    watched = watch()
    watched.returned(None, "lost")

    assert seen(watched, "1") is NOT_SEEN
    assert watched.seen(None, nth=0, of=1) is NOT_SEEN
    assert watched.last("1") is NOT_SEEN


def test_the_last_of_several_calls_is_known_so_far() -> None:
    watched = watch()
    watched.raised("1", ValueError("no"))
    watched.returned("1", "hit")

    assert watched.last("1") == Seen(value="hit")


def test_outside_of_a_trial_there_is_no_watch() -> None:
    assert current_watch() is None


def test_a_trial_has_its_own_watch_in_all_its_threads(observe: Callable[..., Trace]) -> None:
    found: list[Any] = []

    def agent(_case: CaseView, context: Context) -> None:
        conversation = Conversation(context)
        thread = Thread(target=lambda: found.append(current_watch()))
        thread.start()
        thread.join()
        found.extend([current_watch(), conversation.watch])

    observe(agent, "do it")

    assert found[0] is found[1] is found[2]


def test_a_trial_of_an_agent_without_a_framework_has_none(observe: Callable[..., Trace]) -> None:
    found: list[Any] = []

    observe(lambda _case: found.append(current_watch()), "do it")

    assert found == [None]
