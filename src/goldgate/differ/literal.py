"""How is a value said that must not be taken for a matcher or marker? In `$literal`."""

from goldgate.model.value import Json


def literal(value: Json) -> Json:
    """The value with the outermost objects that have a `$` key in `$literal`."""
    if isinstance(value, list):
        return [literal(item) for item in value]
    if not isinstance(value, dict):
        return value
    for key in value:
        if key.startswith("$"):
            return {"$literal": value}
    return {key: literal(item) for key, item in value.items()}
