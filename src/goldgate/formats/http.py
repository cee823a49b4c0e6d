"""How are the settings of an agent behind a URL said? Read as people write them, and written for our own processes."""

import re
from collections.abc import Mapping
from typing import Final

import attrs

from goldgate.differ.canonical import plain
from goldgate.differ.json_path import json_path_problem
from goldgate.differ.nearest import unknown
from goldgate.errors import NotJson
from goldgate.formats.converter import Form, Misfit, list_of, mapping_of, text, word_of, words
from goldgate.formats.text import TextFault, described, member
from goldgate.model.http import HttpSettings, Method, Placeholder, ResponsePaths, StepPaths
from goldgate.model.trace import OverallStatus
from goldgate.model.value import Json

_HEADER_NAME: Final = re.compile(r"[A-Za-z0-9!#$%&'*+.^_`|~-]+")
_VARIABLE: Final = re.compile(r"\$\{([A-Za-z_][A-Za-z0-9_]*)\}")

_PLACEHOLDERS: Final = tuple(placeholder.value for placeholder in Placeholder)


def _path(value: object) -> str:
    path = text(value)
    if problem := json_path_problem(path):
        raise Misfit(problem)
    return path


def _header_name(value: object) -> str:
    name = text(value)
    if not _HEADER_NAME.fullmatch(name):
        raise Misfit(f"{described(name)} is no name of a header")
    return name


def _header(value: object) -> str:
    header = text(value)
    if not header.isprintable():
        raise Misfit("a header has no control characters")
    if "${" in _VARIABLE.sub("", header):
        raise Misfit(f"{described(header)} names no environment variable as in 'Bearer ${{TOKEN}}'")
    return header


def variables_of(header: str) -> tuple[str, ...]:
    """The environment variables that the value of a header names."""
    return tuple(_VARIABLE.findall(header))


def with_variables(header: str, values: Mapping[str, str]) -> str:
    """The value of a header with those of its variables."""
    return _VARIABLE.sub(lambda found: values[found[1]], header)


def _body(value: object) -> Json:
    try:
        body = plain(value)
    except NotJson as error:
        raise Misfit(error.problems[0].message) from None
    if faults := [*_placeholder_faults(body, "")]:
        raise Misfit(*faults)
    return body


def _placeholder_faults(value: Json, pointer: str) -> list[TextFault]:
    match value:
        case dict():
            return [fault for key, item in value.items() for fault in _placeholder_faults(item, member(pointer, key))]
        case list():
            return [
                fault for index, item in enumerate(value) for fault in _placeholder_faults(item, f"{pointer}[{index}]")
            ]
        case str() if value.startswith("$") and not value.startswith("$$") and value not in _PLACEHOLDERS:
            message = f"{unknown('placeholder', value, _PLACEHOLDERS)} (a text that begins with $ is written with $$)"
            return [TextFault(message=message, pointer=pointer)]
    return []


HTTP: Final = Form(
    HttpSettings,
    {
        "method": word_of(Method),
        "headers": mapping_of(_header, name=_header_name),
        "body": _body,
        "hosts": list_of(words),
        "response": Form(ResponsePaths, {field.name: _path for field in attrs.fields(ResponsePaths)}),
        "step": Form(StepPaths, {field.name: _path for field in attrs.fields(StepPaths)}),
        "statuses": mapping_of(word_of(OverallStatus)),
    },
)
"""Reads the settings, and what `write_http` wrote."""


def write_http(settings: HttpSettings) -> dict[str, Json]:
    """The settings in JSON, what is the default left out."""
    given: dict[str, Json] = {
        "method": None if settings.method is Method.POST else settings.method.value,
        "headers": dict(settings.headers) or None,
        "body": settings.body,
        "hosts": list(settings.hosts) or None,
        "response": None if settings.response is None else _written(settings.response),
        "step": None if settings.step is None else _written(settings.step),
        "statuses": {word: status.value for word, status in settings.statuses.items()} or None,
    }
    return {key: value for key, value in given.items() if value is not None}


def is_url(agent: str) -> bool:
    """Whether the name of an agent is a URL."""
    return agent.startswith(("http://", "https://"))


def _written(paths: ResponsePaths | StepPaths) -> dict[str, Json]:
    return {field.name: path for field in attrs.fields(type(paths)) if (path := getattr(paths, field.name)) is not None}
