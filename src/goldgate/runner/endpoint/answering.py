"""What is a program answered? What the tape of its trial says; and why it says nothing, so that no SDK asks again."""

from typing import Final

import attrs

from goldgate.formats.bodies import request_of
from goldgate.model.cassette import Response
from goldgate.model.value import Json
from goldgate.runner.endpoint.asking import asked_for_real
from goldgate.runner.endpoint.places import redirected
from goldgate.runner.endpoint.received import Received
from goldgate.runner.recorder import NOT_RECORDED, Refused, Tape

TRIAL_OVER: Final = "TRIAL_OVER"
"""A program asks for a trial that is over, or while none is under way."""
NO_URL: Final = "NO_URL"
"""A program asks for what is no place, or no URL."""


def answered(received: Received, *, url: str, trial: str, tape: Tape) -> Response:
    """The answer to a request for a URL."""
    try:
        answer = _told(received, url, tape)
    except Refused as refused:
        code = TRIAL_OVER if tape.fault is None else tape.fault.code
        return refusal(400, code, str(refused))
    except ValueError as error:
        return refusal(404, NO_URL, f"{url}: {error}")
    except OSError as error:
        return refusal(502, NOT_RECORDED, f"{type(error).__name__}: {error}", final=False)
    location = answer.headers.get("location")
    if location is None:
        return answer
    headers = {**answer.headers, "location": redirected(location, url=url, trial=trial)}
    return attrs.evolve(answer, headers=headers)


def _told(received: Received, url: str, tape: Tape) -> Response:
    """What the tape has recorded, or lets be asked."""
    request = request_of(received.method, url, headers=received.headers, content=received.content)
    if tape.lets_pass(url):
        return asked_for_real(received, url)
    question = tape.ask(request)
    if question.answer is not None:
        return question.answer
    with question:
        return question.tell(asked_for_real(received, url))


def refusal(status: int, code: str, message: str, *, final: bool = True) -> Response:
    """An answer of our own, in the form of the errors of OpenAI and of Anthropic at once.

    `final` ones are not asked for again; SDKs try 408, 409, 429 and all from 500 on once more, others some others.
    """
    headers = {"content-type": "application/json"}
    if final:
        headers["x-should-retry"] = "false"
    error: Json = {"type": code.lower(), "code": code, "message": message, "param": None}
    return Response(status=status, headers=headers, body={"type": "error", "error": error})
