"""Does a value satisfy a JSON Schema? The only door to jsonschema, which is loaded when a `$schema` is met.

References are resolved inside the schema alone; nothing is ever fetched.
"""

from typing import TYPE_CHECKING, Any

from goldgate.differ.show import inert
from goldgate.errors import BadMatcher
from goldgate.model.frozen import frozen
from goldgate.model.value import Json

if TYPE_CHECKING:
    from jsonschema.protocols import Validator

_NO_SCHEMA = "$schema takes a JSON Schema, an object"
_MISSING = "$schema needs the package jsonschema: pip install 'goldgate[schema]'"


def schema_problem(schema: Json) -> str | None:
    """Why this is no usable JSON Schema (draft 2020-12 unless its own `$schema` names another); None when it is."""
    if not isinstance(schema, dict):
        return _NO_SCHEMA
    try:
        import jsonschema  # noqa: PLC0415 - heavy, and an extra
    except ModuleNotFoundError:
        return _MISSING
    try:
        _validator(schema).check_schema(schema)
    except jsonschema.SchemaError as error:
        return f"no valid JSON Schema: {inert(error.message)}"
    return None


@frozen(kw_only=True)
class Violation:
    """The first part of a value that a schema does not allow: the path to it, the rule of the schema, the part."""

    path: list[str | int]
    rule: Json
    found: Json


def first_violation(schema: Json, value: Json) -> Violation | None:
    """Where in the value the schema is first violated, and how; None when it is satisfied.

    The words of JSON Schema hold, so 1.0 is an integer here (it is none for `$type`).
    Raises BadMatcher when jsonschema is not installed.
    """
    if not isinstance(schema, dict):
        raise BadMatcher(_NO_SCHEMA)
    error = next(_validator(schema).iter_errors(value), None)
    if error is None:
        return None
    # The schema `false` allows nothing, and has no word.
    rule: Any = {error.validator: error.validator_value} if error.validator else error.schema
    found: Any = error.instance
    return Violation(path=[*error.absolute_path], rule=rule, found=found)


def _validator(schema: dict[str, Json]) -> "Validator":
    try:
        import jsonschema  # noqa: PLC0415 - heavy, and an extra
        import referencing  # noqa: PLC0415 - comes with jsonschema
    except ModuleNotFoundError:
        raise BadMatcher(_MISSING) from None
    made = jsonschema.validators.validator_for(schema, default=jsonschema.Draft202012Validator)
    # Its own registry: the default one would fetch a `$ref` to another document from the network.
    return made(schema, registry=referencing.Registry())
