"""How is the detail of a trial written down? As an object, what is empty left out; by goldgate for goldgate."""

from collections.abc import Mapping
from typing import Any, Final

import attrs

from goldgate.formats.converter import Read, list_of, text, whole_from
from goldgate.model.detail import NO_DETAIL, Detail
from goldgate.model.value import Json

_texts: Final = list_of(text)
_READERS: Final[Mapping[str, Read[Any]]] = {
    "raised": _texts,
    "idle_stubs": list_of(whole_from(0)),
    "bypassed": _texts,
    "printed": text,
    "handed_skills": _texts,
    "opened_skills": _texts,
}


def write_detail(detail: Detail) -> dict[str, Json]:
    """The object of a detail; empty when there is nothing to say."""
    if detail is NO_DETAIL:
        return {}
    written = attrs.asdict(detail)
    return {key: list(value) if isinstance(value, tuple) else value for key, value in written.items() if value}


def load_detail(document: dict[str, Any]) -> Detail:
    """A detail from an object that holds what `write_detail` wrote, other keys passed over. Raises Misfit."""
    if not document:
        return NO_DETAIL
    given: dict[str, Any] = {key: document[key] for key in _READERS if key in document}
    if not given:
        return NO_DETAIL
    return Detail(**{key: _READERS[key](value) for key, value in given.items()})
