"""How is a value said that must not be taken for a matcher or marker? In `$literal`."""

from goldgate.model.value import Json


def literal(value: Json, *, inside: bool = False) -> Json:
    """The value with sorted keys, and the outermost objects that have a `$` key in `$literal`; `inside` one already."""
    if isinstance(value, list):
        return [literal(item, inside=inside) for item in value]
    if not isinstance(value, dict):
        return value
    wrap = not inside and any(key.startswith("$") for key in value)
    made = {key: literal(value[key], inside=inside or wrap) for key in sorted(value)}
    return {"$literal": made} if wrap else made
