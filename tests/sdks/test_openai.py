"""Runs in an environment of its own: `nox -s openai_sdk`."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

import pytest

if TYPE_CHECKING:
    from tests.sdks.conftest import Project

pytest.importorskip("openai")

AGENT: Final = """
import asyncio
from concurrent.futures import ThreadPoolExecutor

import openai

BASE = {"base_url": "MODEL_URL/v1"}
PROMPT = "be brief"


def asked(text, **more):
    messages = [{"role": "system", "content": PROMPT}, {"role": "user", "content": text}]
    return {"model": "small", "messages": messages, **more}


def chat(text):
    return openai.OpenAI(**BASE).chat.completions.create(**asked(text)).choices[0].message.content


def chat_stream(text):
    chunks = openai.OpenAI(**BASE).chat.completions.create(**asked(text, stream=True))
    return "|".join(chunk.choices[0].delta.content for chunk in chunks)


async def chat_async(text):
    async with openai.AsyncOpenAI(**BASE) as client:
        return (await client.chat.completions.create(**asked(text))).choices[0].message.content


async def chat_stream_async(text):
    async with openai.AsyncOpenAI(**BASE) as client:
        chunks = await client.chat.completions.create(**asked(text, stream=True))
        return "|".join([chunk.choices[0].delta.content async for chunk in chunks])


async def at_once(text):
    return " ".join(await asyncio.gather(*(chat_async(f"{text} {number}") for number in range(4))))


def in_threads(text):
    with ThreadPoolExecutor(4) as pool:
        return " ".join(pool.map(chat, [f"{text} {number}" for number in range(4)]))


def responses(text):
    return openai.OpenAI(**BASE).responses.create(model="small", input=text).output_text


def responses_stream(text):
    events = openai.OpenAI(**BASE).responses.create(model="small", input=text, stream=True)
    return "|".join(event.delta for event in events)


def refused(text):
    try:
        return chat(text)
    except openai.InternalServerError as error:
        return f"{error.status_code} {error.body['message']}"


WAYS = {
    "chat": chat,
    "chat-stream": chat_stream,
    "chat-async": lambda text: asyncio.run(chat_async(text)),
    "chat-stream-async": lambda text: asyncio.run(chat_stream_async(text)),
    "at-once": lambda text: asyncio.run(at_once(text)),
    "in-threads": in_threads,
    "responses": responses,
    "responses-stream": responses_stream,
    "tried-again": chat,
    "refused": refused,
}


def agent(case):
    try:
        return WAYS[case.request](f"say {case.request}")
    except BaseException as error:
        return f"swallowed {type(error).__name__}"
"""
ANSWERS: Final[Mapping[str, str]] = {
    "chat": "SAY CHAT",
    "chat-stream": "SAY |CHAT-STREAM ",
    "chat-async": "SAY CHAT-ASYNC",
    "chat-stream-async": "SAY |CHAT-STREAM-ASYNC ",
    "at-once": "SAY AT-ONCE 0 SAY AT-ONCE 1 SAY AT-ONCE 2 SAY AT-ONCE 3",
    "in-threads": "SAY IN-THREADS 0 SAY IN-THREADS 1 SAY IN-THREADS 2 SAY IN-THREADS 3",
    "responses": "SAY RESPONSES",
    "responses-stream": "SAY |RESPONSES-STREAM ",
    "tried-again": "SAY TRIED-AGAIN",
    "refused": "500 no say refused",
}


@pytest.fixture
def recorded(project: "Project") -> "Project":
    """The project with everything recorded, and the model gone."""
    project.lay(AGENT, ANSWERS)
    project.model.failures = {"say tried-again": [429], "say refused": [500, 500, 500]}
    assert project.call("record")["exit_code"] == 0
    return project


def test_a_replay_is_to_the_byte_what_was_recorded(recorded: "Project") -> None:
    asked = recorded.model.asked

    first, second = recorded.results(), recorded.results()

    assert first == second
    assert recorded.model.asked == asked
    recorded.model.failures = {"say tried-again": [429], "say refused": [500, 500, 500]}
    assert recorded.results("--live") == first
    assert recorded.model.asked == 2 * asked


def test_a_changed_prompt_is_a_miss_that_names_the_field_however_it_is_asked(recorded: "Project") -> None:
    recorded.edit("be brief", "be polite")
    asked = recorded.model.asked

    misses = recorded.misses()

    through_chat = {way for way in ANSWERS if not way.startswith("responses")}
    assert misses.keys() == through_chat
    assert all(why.startswith("CASSETTE_MISS: POST ") for why in misses.values())
    assert all('/body/messages/0/content: "be brief" → "be polite"' in why for why in misses.values())
    assert recorded.model.asked == asked


def test_a_changed_parameter_is_a_miss_that_names_it(recorded: "Project") -> None:
    recorded.edit('"model": "small", "messages"', '"model": "small", "temperature": 0, "messages"')

    assert all("/body/temperature: 0 is new" in why for why in recorded.misses().values())


def test_no_key_and_no_id_of_a_call_is_written(recorded: "Project") -> None:
    written = "".join(path.read_text(encoding="utf-8") for path in recorded.root.rglob("cassettes/**/*.jsonl"))

    assert "sk-fake" not in written
    assert "req_0123" not in written
