"""How is a model asked? Through the chat completions of an OpenAI-compatible API, with the standard library."""

import json
import os
import time
from http.client import HTTPException, HTTPResponse
from types import TracebackType
from typing import Final, Self
from urllib.error import HTTPError
from urllib.request import (
    HTTPDefaultErrorHandler,
    HTTPErrorProcessor,
    HTTPHandler,
    HTTPSHandler,
    OpenerDirector,
    ProxyHandler,
    Request,
)

from goldgate.differ.canonical import spell
from goldgate.errors import JudgeNotLoadable
from goldgate.formats.judge_answer import read_usage
from goldgate.formats.text import JsonTextError, loads
from goldgate.model.grading import Question, Reply
from goldgate.model.value import Json
from goldgate.runner.graders.grader import LONGEST, Seat, answer_of, no_answer_within

_COMPLETIONS: Final = "/chat/completions"
_CHUNK: Final = 1 << 16
_SHOWN: Final = 300
"""Characters of what an endpoint says of an error."""
_HIDDEN: Final = "…"


_HANDLERS: Final = (ProxyHandler, HTTPHandler, HTTPSHandler, HTTPDefaultErrorHandler, HTTPErrorProcessor)
"""All that is needed to ask, and none that follows redirects: a key is for the host that it was given for."""


class EndpointGrader:
    """A judge that is a model. Its key is in no reply, whatever the endpoint says."""

    pause = 0.5

    def __init__(self, seat: Seat) -> None:
        self._settings = seat.settings
        self._key: str | None = None
        self._opener = OpenerDirector()
        for handler in _HANDLERS:
            self._opener.add_handler(handler())

    def __enter__(self) -> Self:
        """Take the key. Raises JudgeNotLoadable where it is not set."""
        variable = self._settings.key
        if variable is not None:
            self._key = os.environ.get(variable)
            if not self._key:
                raise JudgeNotLoadable(f"the judge needs a key, and the environment variable {variable} is not set")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, frames: TracebackType | None
    ) -> None:
        """Each question has a connection of its own."""

    def ask(self, question: Question) -> Reply:
        """Send the prompt as the message of a user."""
        timeout = self._settings.timeout
        deadline = time.monotonic() + timeout
        try:
            with self._opener.open(self._request(question.prompt), timeout=timeout) as response:
                data = _read(response, deadline)
        except TimeoutError:
            return no_answer_within(timeout)
        except HTTPError as error:
            return Reply(fault=self._without_key(f"the endpoint answered {error.code} {error.reason}: {_body(error)}"))
        except (OSError, HTTPException) as error:
            if isinstance(getattr(error, "reason", None), TimeoutError):
                return no_answer_within(timeout)
            return Reply(fault=self._without_key(f"the endpoint gave no answer: {_reason(error)}"))
        return _completion(answer_of(data))

    def _request(self, prompt: str) -> Request:
        body: dict[str, Json] = {
            **self._settings.parameters,
            "model": self._settings.model,
            "messages": [{"role": "user", "content": prompt}],
        }
        headers = {"Content-Type": "application/json", "Accept": "application/json"}
        if self._key is not None:
            headers["Authorization"] = f"Bearer {self._key}"
        return Request(self._url, data=spell(body).encode(), headers=headers, method="POST")  # noqa: S310 - the format takes http and https

    @property
    def _url(self) -> str:
        base = (self._settings.endpoint or "").rstrip("/")
        return base if base.endswith(_COMPLETIONS) else base + _COMPLETIONS

    def _without_key(self, message: str) -> str:
        return message if self._key is None else message.replace(self._key, _HIDDEN)


def _read(response: HTTPResponse, deadline: float) -> bytes:
    """The body, at most a chunk more than it may have. Raises TimeoutError for one that trickles."""
    data = b""
    while len(data) <= LONGEST and (chunk := response.read1(_CHUNK)):
        data += chunk
        if time.monotonic() > deadline:
            raise TimeoutError
    return data


def _body(error: HTTPError) -> str:
    try:
        said = error.read(LONGEST).decode(errors="replace")
    except OSError:
        said = ""
    return " ".join(said.split())[:_SHOWN] or "nothing more"


def _reason(error: OSError | HTTPException) -> str:
    """Why there is no answer, in the words of the operating system."""
    why = getattr(error, "reason", error)
    return getattr(why, "strerror", None) or str(why) or type(why).__name__


def _completion(reply: Reply) -> Reply:
    """The text of a completion, and what it took."""
    if reply.text is None:
        return reply
    try:
        document = loads(reply.text)
    except JsonTextError as error:
        return Reply(fault=f"the endpoint's answer is no JSON: {error.faults[0].message}")
    match document:
        case {"choices": [{"message": {"content": str(text)}}, *_], **others}:
            return Reply(text=text, usage=read_usage(others.get("usage")))
    return Reply(fault=f"the endpoint's answer is no chat completion: {json.dumps(document)[:_SHOWN]}")
