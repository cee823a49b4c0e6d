"""How does a case become the body of a request, and a response a trace? As the settings map them."""

from typing import Final

import attrs

from goldgate.differ.json_path import value_at
from goldgate.errors import BadTrace
from goldgate.formats.text import described
from goldgate.formats.view import write_request
from goldgate.model.case import CaseView
from goldgate.model.frozen import frozen
from goldgate.model.http import HttpSettings, Placeholder, ResponsePaths, StepPaths
from goldgate.model.trace import OverallStatus, StepStatus
from goldgate.model.value import NOT_CAPTURED, Json, NotCaptured
from goldgate.model.variant import PLAIN, ResolvedVariant

_ALL_OF_THE_CASE: Final[dict[str, Json]] = {
    "id": Placeholder.ID,
    "request": Placeholder.REQUEST,
    "tags": Placeholder.TAGS,
    "state": Placeholder.STATE,
    "folder": Placeholder.FOLDER,
}
_AND_OF_THE_VARIANT: Final[Json] = {
    **_ALL_OF_THE_CASE,
    "variant": Placeholder.VARIANT,
    "adapter": Placeholder.ADAPTER,
    "skills": Placeholder.SKILLS,
}
_USAGE: Final = ("input_tokens", "output_tokens", "cost_usd")


def request_body(
    case: CaseView, *, folder: str | None, settings: HttpSettings, variant: ResolvedVariant = PLAIN
) -> Json:
    """The body with the case in its places; a key for which it has nothing is left out, elsewhere that is null."""
    everything = _ALL_OF_THE_CASE if variant == PLAIN else _AND_OF_THE_VARIANT
    template = everything if settings.body is None else settings.body
    return _filled(template, _values_of(case, folder=folder, variant=variant))


def has_place_for(what: Placeholder, settings: HttpSettings) -> bool:
    """Whether the body of a request says what that stands for."""
    return settings.body is None or _holds(settings.body, what)


def _holds(template: Json, what: Placeholder) -> bool:
    match template:
        case dict():
            return any(_holds(item, what) for item in template.values())
        case list():
            return any(_holds(item, what) for item in template)
    return template == what


def _values_of(case: CaseView, *, folder: str | None, variant: ResolvedVariant) -> dict[str, Json]:
    request = write_request(case.request)
    values: dict[str, Json] = {
        Placeholder.ID: case.id,
        Placeholder.REQUEST: request,
        Placeholder.MESSAGES: [{"role": "user", "content": request}] if isinstance(request, str) else request,
        Placeholder.TAGS: list(case.tags),
        Placeholder.VARIANT: variant.name,
    }
    if case.world.state is not NOT_CAPTURED:
        values[Placeholder.STATE] = case.world.state
    if folder is not None:
        values[Placeholder.FOLDER] = folder
    if variant.folder is not None:
        values[Placeholder.ADAPTER] = str(variant.folder)
    if variant.skills:
        values[Placeholder.SKILLS] = [{"name": skill.name, "folder": str(skill.folder)} for skill in variant.skills]
    return values


def _filled(template: Json, values: dict[str, Json]) -> Json:
    match template:
        case dict():
            return {key: _filled(item, values) for key, item in template.items() if not _is_nothing(item, values)}
        case list():
            return [_filled(item, values) for item in template]
        case str() if template.startswith("$$"):
            return template[1:]
        case str() if template.startswith("$"):
            return values.get(template)
    return template


def _is_nothing(item: Json, values: dict[str, Json]) -> bool:
    return isinstance(item, str) and item in [*Placeholder] and item not in values


@frozen(kw_only=True)
class Answered:
    """What a response says: a trace for `read_trace`, and the state of the world afterwards."""

    trace: Json
    state: Json | NotCaptured = NOT_CAPTURED


def answered(body: Json, *, settings: HttpSettings) -> Answered:
    """What the body of a response says. Raises BadTrace for a status that is no word of anybody's."""
    paths = settings.response
    if paths is None:
        return Answered(trace=body)
    trace = _picked(body, paths, ("plan", "answer"))
    steps = _at(body, paths.steps)
    if isinstance(steps, list) and settings.step is not None:
        steps = [_step(item, settings.step) for item in steps]
    if steps is not NOT_CAPTURED and steps is not None:
        trace["steps"] = steps
    status = _at(body, paths.status)
    if status is not NOT_CAPTURED:
        trace["status"] = _status(status, settings)
    if usage := _picked(body, paths, _USAGE):
        trace["usage"] = usage
    return Answered(trace=trace, state=_at(body, paths.state))


def _picked(value: Json, paths: ResponsePaths | StepPaths, names: tuple[str, ...]) -> dict[str, Json]:
    """What stands where these paths lead; what isn't there is left out."""
    found = {name: _at(value, getattr(paths, name)) for name in names}
    return {name: item for name, item in found.items() if item is not NOT_CAPTURED}


def _at(value: Json, path: str | None) -> Json | NotCaptured:
    return NOT_CAPTURED if path is None else value_at(path, value)


def _step(item: Json, paths: StepPaths) -> Json:
    step = _picked(item, paths, tuple(field.name for field in attrs.fields(StepPaths)))
    if isinstance(step.get("status"), bool):
        step["status"] = StepStatus.OK if step["status"] else StepStatus.ERROR
    return step


def _status(said: Json, settings: HttpSettings) -> Json:
    """The overall status that the service's own word, or whether it went well, stands for."""
    if isinstance(said, bool):
        return OverallStatus.SUCCESS if said else OverallStatus.FAILURE
    if isinstance(said, str) and said in settings.statuses:
        return settings.statuses[said]
    if said in [*OverallStatus]:
        return said
    raise BadTrace(
        f"the response has the status {described(said)}; say in `statuses` of [tool.goldgate.http] which of "
        f"{', '.join(OverallStatus)} that is"
    )
