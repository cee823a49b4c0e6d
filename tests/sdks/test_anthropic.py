"""Runs in an environment of its own: `nox -s anthropic_sdk`."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

import pytest

if TYPE_CHECKING:
    from tests.sdks.conftest import Project

pytest.importorskip("anthropic")

AGENT: Final = """
import asyncio

import anthropic

BASE = {"base_url": "MODEL_URL"}
PROMPT = "be brief"


def asked(text):
    return {"model": "small", "max_tokens": 9, "system": PROMPT, "messages": [{"role": "user", "content": text}]}


def message(text):
    return anthropic.Anthropic(**BASE).messages.create(**asked(text)).content[0].text


def stream(text):
    with anthropic.Anthropic(**BASE).messages.stream(**asked(text)) as events:
        return "|".join(events.text_stream)


async def message_async(text):
    async with anthropic.AsyncAnthropic(**BASE) as client:
        return (await client.messages.create(**asked(text))).content[0].text


async def stream_async(text):
    async with anthropic.AsyncAnthropic(**BASE) as client, client.messages.stream(**asked(text)) as events:
        return "|".join([part async for part in events.text_stream])


async def at_once(text):
    return " ".join(await asyncio.gather(*(message_async(f"{text} {number}") for number in range(4))))


WAYS = {
    "message": message,
    "stream": stream,
    "message-async": lambda text: asyncio.run(message_async(text)),
    "stream-async": lambda text: asyncio.run(stream_async(text)),
    "at-once": lambda text: asyncio.run(at_once(text)),
    "tried-again": message,
}


def agent(case):
    try:
        return WAYS[case.request](f"say {case.request}")
    except BaseException as error:
        return f"swallowed {type(error).__name__}"
"""
ANSWERS: Final[Mapping[str, str]] = {
    "message": "SAY MESSAGE",
    "stream": "SAY |STREAM ",
    "message-async": "SAY MESSAGE-ASYNC",
    "stream-async": "SAY |STREAM-ASYNC ",
    "at-once": "SAY AT-ONCE 0 SAY AT-ONCE 1 SAY AT-ONCE 2 SAY AT-ONCE 3",
    "tried-again": "SAY TRIED-AGAIN",
}


@pytest.fixture
def recorded(project: "Project") -> "Project":
    """The project with everything recorded."""
    project.lay(AGENT, ANSWERS)
    project.model.failures = {"say tried-again": [529]}
    assert project.call("record")["exit_code"] == 0
    return project


def test_a_replay_is_to_the_byte_what_was_recorded(recorded: "Project") -> None:
    asked = recorded.model.asked

    first, second = recorded.results(), recorded.results()

    assert first == second
    assert recorded.model.asked == asked
    assert recorded.results("--live") == first


def test_a_changed_prompt_is_a_miss_that_names_the_field_however_it_is_asked(recorded: "Project") -> None:
    recorded.edit("be brief", "be polite")
    asked = recorded.model.asked

    misses = recorded.misses()

    assert misses.keys() == ANSWERS.keys()
    assert all('/body/system: "be brief" → "be polite"' in why for why in misses.values())
    assert recorded.model.asked == asked


def test_no_key_is_written(recorded: "Project") -> None:
    written = "".join(path.read_text(encoding="utf-8") for path in recorded.root.rglob("cassettes/**/*.jsonl"))

    assert "sk-ant-fake" not in written
