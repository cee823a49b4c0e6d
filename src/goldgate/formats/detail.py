"""How is the detail of a trial written down? As an object, what is empty left out; by goldgate for goldgate."""

from typing import Any, Final

import attrs

from goldgate.model.detail import NO_DETAIL, Detail
from goldgate.model.value import Json

_KEYS: Final = tuple(field.name for field in attrs.fields(Detail))


def write_detail(detail: Detail) -> dict[str, Json]:
    """The object of a detail; empty when there is nothing to say."""
    if detail is NO_DETAIL:
        return {}
    written = attrs.asdict(detail)
    return {key: list(value) if isinstance(value, tuple) else value for key, value in written.items() if value}


def load_detail(document: dict[str, Any]) -> Detail:
    """A detail from an object that holds what `write_detail` wrote, other keys passed over."""
    if not document:
        return NO_DETAIL
    given: dict[str, Any] = {key: document[key] for key in _KEYS if key in document}
    if not given:
        return NO_DETAIL
    lists = {key: tuple(value) for key, value in given.items() if isinstance(value, list)}
    return Detail(**{**given, **lists})
