"""What does the agent's process get to know of a case? Id, request, tags, world; never the expectation."""

from typing import Any

from goldgate.formats.world import load_world, write_world
from goldgate.model.case import Case, CaseView, Turn
from goldgate.model.value import Json


def write_request(value: str | tuple[Turn, ...]) -> Json:
    """The JSON of a request: a text, or the turns of a conversation."""
    return value if isinstance(value, str) else [{"role": turn.role, "content": turn.content} for turn in value]


def write_view(case: Case) -> dict[str, Json]:
    """What crosses over to the worker."""
    document: dict[str, Json] = {"id": case.id, "request": write_request(case.request)}
    if case.tags:
        document["tags"] = list(case.tags)
    if world := write_world(case.world):
        document["world"] = world
    return document


def read_view(document: dict[str, Any]) -> CaseView:
    """A view from what `write_view` wrote; anything else is a fault of goldgate."""
    request = document["request"]
    return CaseView(
        id=document["id"],
        request=request if isinstance(request, str) else tuple([Turn(**turn) for turn in request]),
        tags=tuple(document.get("tags", ())),
        world=load_world(document.get("world", {})),
    )
