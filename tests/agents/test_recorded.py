import asyncio
from collections.abc import Callable, Sequence
from typing import Any

import attrs
import pytest

import goldgate
from goldgate.agents.context import Context
from goldgate.agents.perform import Performance, perform
from goldgate.agents.recorded import recorded
from goldgate.model.case import CaseView
from goldgate.model.cassette import Mode
from goldgate.runner.recorder import Tape
from goldgate.runner.studio import Studio

_Agent = Callable[..., Any]


@attrs.frozen
class _Reply:
    text: str

    def written(self) -> dict[str, str]:
        return {"text": self.text}


class _World:
    """Functions that ask something outside, and how often they did."""

    def __init__(self) -> None:
        self.asked: list[Any] = []

    @recorded
    def look_up(self, word: str, *, times: int = 1) -> list[str]:
        self.asked.append(word)
        return [word] * times

    @recorded
    async def fetch(self, url: str) -> tuple[str, int]:
        await asyncio.sleep(0)
        self.asked.append(url)
        return (url, 200)

    @recorded(name="reply", write=_Reply.written, read=lambda value: _Reply(**value))
    def reply(self, to: str) -> _Reply:
        self.asked.append(to)
        return _Reply(to.upper())

    @recorded
    def fail(self) -> None:
        self.asked.append("fail")
        raise LookupError("gone")

    @recorded
    def nothing(self) -> None:
        self.asked.append("nothing")


@pytest.fixture
def world() -> _World:
    return _World()


def run(agent: _Agent, *, mode: Mode = Mode.REPLAY, lines: Sequence[str] = ()) -> tuple[Performance, Tape]:
    tape = Studio(mode=mode).tape("s", lines)
    performance = perform(agent, CaseView(id="case", request="do it"), tape=tape)
    tape.close()
    return performance, tape


def hold(agent: _Agent, world: _World) -> Any:  # noqa: ANN401 - an answer
    """The answer of an agent, which is the same when it is recorded and when it is replayed without a call."""
    first, tape = run(agent, mode=Mode.RECORD)
    assert tape.fault is None
    asked = [*world.asked]
    second, replayed = run(agent, lines=tape.made)
    assert (second, replayed.fault, world.asked) == (first, None, asked)
    return first.trace.answer


def test_a_call_is_made_once_and_then_answered_by_its_recording(world: _World) -> None:
    assert hold(lambda _: str(world.look_up("sea", times=2)), world) == "['sea', 'sea']"
    assert world.asked == ["sea"]


def test_a_coroutine_function_is_awaited_either_way(world: _World) -> None:
    """What comes back is what JSON can say, when it is recorded, too."""

    async def agent(_: object) -> str:
        return str(await world.fetch("http://a"))

    assert hold(agent, world) == "['http://a', 200]"


def test_what_is_no_json_is_written_and_read_by_functions_of_the_user(world: _World) -> None:
    assert hold(lambda _: world.reply("yes").text, world) == "YES"


def test_a_function_may_return_nothing(world: _World) -> None:
    assert hold(lambda _: str(world.nothing()), world) == "None"


def test_other_arguments_are_another_call(world: _World) -> None:
    _, tape = run(lambda _: str(world.look_up("sea")), mode=Mode.RECORD)

    _, replayed = run(lambda _: str(world.look_up("lake")), lines=tape.made)

    assert replayed.fault is not None
    assert replayed.fault.message == (
        "the call of _World.look_up is not recorded; the nearest recording, in line 2, differs first at "
        '/body/word: "sea" → "lake"'
    )


def test_how_arguments_are_passed_does_not_matter(world: _World) -> None:
    _, tape = run(lambda _: str(world.look_up("sea", times=1)), mode=Mode.RECORD)

    assert run(lambda _: str(world.look_up(word="sea", times=1)), lines=tape.made)[1].fault is None


def test_what_a_function_raises_is_not_recorded(world: _World) -> None:
    def agent(_: object) -> str:
        with pytest.raises(LookupError):
            world.fail()
        return "caught"

    performance, tape = run(agent, mode=Mode.RECORD)

    assert performance.trace.answer == "caught"
    assert tape.fault is not None
    assert (tape.fault.code, tape.made) == ("NOT_RECORDED", ())
    assert tape.fault.message == "the call of _World.fail brought no answer to record: LookupError: gone"


def test_arguments_must_be_json(world: _World) -> None:
    performance, _ = run(lambda _: world.look_up(object()), mode=Mode.RECORD)  # type: ignore[arg-type]

    assert [step.error_code for step in performance.trace.steps] == ["BAD_TRACE"]


def test_outside_a_run_the_function_does_what_it_did_before(world: _World) -> None:
    assert world.look_up("sea") == ["sea"]
    assert world.reply("yes") == _Reply("YES")
    assert asyncio.run(world.fetch("a")) == ("a", 200)


def test_live_asks_every_time_and_keeps_nothing(world: _World) -> None:
    _, tape = run(lambda _: str([world.look_up("sea"), world.look_up("sea")]), mode=Mode.LIVE)

    assert (world.asked, tape.made, tape.fault) == (["sea", "sea"], (), None)


def test_static_and_class_methods_and_what_shows_no_signature() -> None:
    class Shelf:
        @recorded
        @staticmethod
        def static(word: str) -> str:
            return word

        @recorded
        @classmethod
        def of_class(cls, word: str) -> str:
            return word

    smallest = recorded(min)
    agent = lambda _: f"{Shelf.static('a')} {Shelf.of_class('b')} {smallest(3, 2)}"  # noqa: E731 - as short as it gets
    _, tape = run(agent, mode=Mode.RECORD)

    assert run(agent, lines=tape.made)[0].trace.answer == "a b 2"


@pytest.mark.parametrize("what", [3, (_ for _ in ())])
def test_only_functions_can_be_recorded(what: object) -> None:
    with pytest.raises(TypeError, match="takes functions that return one answer"):
        recorded(what)


def test_generators_have_no_one_answer() -> None:
    def count() -> Any:  # noqa: ANN401 - a generator
        yield 1

    with pytest.raises(TypeError, match=r"got the generator .*count"):
        goldgate.recorded(count)


# context.model


def ask(request: Any) -> Any:  # noqa: ANN401 - JSON
    return {"said": request["prompt"].upper()}


async def ask_async(request: Any) -> Any:  # noqa: ANN401 - JSON
    await asyncio.sleep(0)
    return ask(request)


def test_a_model_is_asked_once_and_then_answered_by_the_recording(world: _World) -> None:
    def agent(_: object, context: Context) -> str:
        return str(context.model({"prompt": "hi"}, ask=ask)["said"])

    assert hold(agent, world) == "HI"


def test_a_model_may_be_awaited(world: _World) -> None:
    async def agent(_: object, context: Context) -> str:
        return str((await context.model({"prompt": "hi"}, ask=ask_async))["said"])

    assert hold(agent, world) == "HI"


def test_a_recording_needs_nobody_to_ask() -> None:
    _, tape = run(lambda _, context: context.model({"prompt": "hi"}, ask=ask)["said"], mode=Mode.RECORD)

    assert run(lambda _, context: context.model({"prompt": "hi"})["said"], lines=tape.made)[0].trace.answer == "HI"


def test_nothing_new_is_recorded_without_somebody_to_ask() -> None:
    _, tape = run(lambda _, context: context.model({"prompt": "hi"}), mode=Mode.RECORD)

    assert tape.fault is not None
    assert (tape.fault.code, "no `ask` was given" in tape.fault.message) == ("NOT_RECORDED", True)


def test_without_a_tape_the_model_is_asked() -> None:
    agent = lambda _, context: context.model({"prompt": "hi"}, ask=ask)["said"]  # noqa: E731 - as short as it gets

    assert perform(agent, CaseView(id="case", request="do it")).trace.answer == "HI"


def test_two_models_answer_apart_from_functions_of_the_same_name() -> None:
    @recorded(name="model")
    def model(prompt: str) -> str:
        return prompt

    def agent(_: object, context: Context) -> str:
        return f"{context.model({'prompt': 'hi'}, ask=ask)['said']} {model('hi')}"

    _, tape = run(agent, mode=Mode.RECORD)

    assert run(agent, lines=tape.made[::-1])[0].trace.answer == "HI hi"
