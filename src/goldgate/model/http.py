"""How is an agent behind a URL asked, and where in its response does what it did stand?"""

from collections.abc import Mapping
from enum import StrEnum

import attrs

from goldgate.model.frozen import frozen
from goldgate.model.trace import OverallStatus
from goldgate.model.value import Json


class Method(StrEnum):
    """The methods of HTTP that carry a body."""

    POST = "POST"
    PUT = "PUT"
    PATCH = "PATCH"


class Placeholder(StrEnum):
    """What of a case can stand in the body of a request."""

    ID = "$id"
    REQUEST = "$request"
    """A text, or a list of turns."""
    MESSAGES = "$messages"
    """The request as a list of turns, also where it is a text: that of a user."""
    TAGS = "$tags"
    STATE = "$state"
    """The state of the world, where it has one."""
    FOLDER = "$folder"
    """The folder with the files of the world, where it has some."""
    VARIANT = "$variant"
    """The name of the configuration that is measured."""
    ADAPTER = "$adapter"
    """The folder that goes with it, where there is one."""
    SKILLS = "$skills"
    """The skills that are linked, each an object with `name` and `folder`, where there are some."""


@frozen(kw_only=True)
class ResponsePaths:
    """Where the parts of a trace stand in a response, as JSON paths; None: nowhere."""

    plan: str | None = None
    steps: str | None = None
    answer: str | None = None
    status: str | None = None
    state: str | None = None
    input_tokens: str | None = None
    output_tokens: str | None = None
    cost_usd: str | None = None


@frozen(kw_only=True)
class StepPaths:
    """Where the parts of a step stand in an item of the steps, as JSON paths; None: nowhere."""

    kind: str | None = None
    tool: str | None = None
    name: str | None = None
    args: str | None = None
    status: str | None = None
    error_code: str | None = None
    observation: str | None = None
    group: str | None = None


@frozen(kw_only=True)
class HttpSettings:
    """`[tool.goldgate.http]`.

    `body` is JSON in which texts that are a Placeholder stand for that of the case; None: all of the case.
    `headers` may name environment variables: `Bearer ${TOKEN}`. `hosts` may be asked beside this machine.
    Without `response` the response is a trace as goldgate spells it, and so is a step without `step`.
    `statuses` says what the service's words for the overall status mean.
    """

    method: Method = Method.POST
    headers: Mapping[str, str] = attrs.field(factory=dict)
    body: Json = None
    hosts: tuple[str, ...] = ()
    response: ResponsePaths | None = None
    step: StepPaths | None = None
    statuses: Mapping[str, OverallStatus] = attrs.field(factory=dict)
