"""What does the agent's process get to know of a case? Id, request, tags, world; never the expectation."""

from typing import Final

from goldgate.formats.converter import Form, Misfit, list_of, text, words
from goldgate.formats.text import described
from goldgate.formats.world import WORLD, write_world
from goldgate.model.case import Case, CaseView, Turn
from goldgate.model.value import Json

_TURN: Final = Form(Turn, {"role": words, "content": text})
_turns: Final = list_of(_TURN)


def request(value: object) -> str | tuple[Turn, ...]:
    """A request: a text, or turns of a conversation."""
    if isinstance(value, str):
        return value
    if not isinstance(value, list):
        raise Misfit(f"expected a text or a list of turns, got {described(value)}")
    if not value:
        raise Misfit("expected at least one turn")
    return _turns(value)


def write_request(value: str | tuple[Turn, ...]) -> Json:
    """The JSON of a request."""
    return value if isinstance(value, str) else [{"role": turn.role, "content": turn.content} for turn in value]


_VIEW: Final = Form(CaseView, {"id": text, "request": request, "tags": list_of(text), "world": WORLD})


def write_view(case: Case) -> dict[str, Json]:
    """What crosses over to the worker."""
    document: dict[str, Json] = {"id": case.id, "request": write_request(case.request)}
    if case.tags:
        document["tags"] = list(case.tags)
    if world := write_world(case.world):
        document["world"] = world
    return document


def read_view(value: dict[str, Json]) -> CaseView:
    """A view from what `write_view` wrote; anything else is a fault of goldgate and raises Misfit."""
    return _VIEW(value)
