"""`goldgate config`: which settings hold, and where does each come from?"""

import json
from collections.abc import Iterator, Mapping
from decimal import Decimal
from enum import Enum
from typing import Any

import attrs

from goldgate.commands.answer import Answer
from goldgate.commands.project import Project
from goldgate.exit_codes import ExitCode
from goldgate.formats.decimals import json_number
from goldgate.model.variant import Selector, VariantSettings
from goldgate.reports.line import Line, dim, line


def config(*, project: Project) -> Answer:
    """Every setting with its value and its source, in the order of the reference."""
    values = dict(_flat(project.settings))
    return Answer(
        exit_code=ExitCode.OPEN,
        lines=lambda: _lines(project, values),
        document=lambda: _document(project, values),
    )


def _lines(project: Project, values: Mapping[str, Any]) -> Iterator[Line]:
    yield line("root ", str(project.root))
    width = max(map(len, values))
    for key, value in values.items():
        yield line(f"{key:<{width}} = {json.dumps(value, ensure_ascii=False)}  ", dim(f"({_source(project, key)})"))


def _document(project: Project, values: Mapping[str, Any]) -> Mapping[str, Any]:
    settings = {key: {"value": value, "source": _source(project, key)} for key, value in values.items()}
    return {"goldgate": "config", "schema": 1, "exit_code": 0, "root": str(project.root), "settings": settings}


def _source(project: Project, key: str) -> str:
    """Where a value comes from; a variant of which nothing but its selector is said may be a text or a table."""
    return project.sources.get(key) or project.sources.get(f"{key}.selector", "default")


def _flat(settings: Any, prefix: str = "") -> Iterator[tuple[str, Any]]:  # noqa: ANN401 - any attrs class of the settings
    for field in attrs.fields(type(settings)):
        value = getattr(settings, field.name)
        key = f"{prefix}{field.name}"
        if attrs.has(type(value)) and not isinstance(value, Selector):
            yield from _flat(value, f"{key}.")
        elif isinstance(value, Mapping):
            for name, item in value.items():
                part = item.selector if isinstance(item, VariantSettings) and item.sampled is None else item
                if attrs.has(type(part)) and not isinstance(part, Selector):
                    yield from ((k, v) for k, v in _flat(part, f"{key}.{name}.") if v is not None)
                else:
                    yield f"{key}.{name}", _plain(part)
        else:
            yield key, _plain(value)


def _plain(value: Any) -> Any:  # noqa: ANN401 - a setting's value
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Selector):
        return str(value)
    if isinstance(value, Decimal):
        return json_number(value)
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    if attrs.has(type(value)):
        given = {field.name.rstrip("_"): _plain(getattr(value, field.name)) for field in attrs.fields(type(value))}
        return {name: part for name, part in given.items() if part not in (None, False, "")}
    return value
