"""How are expected arguments said? As an object of values and matchers, or as JSON text of one."""

from goldgate.formats.converter import Misfit
from goldgate.formats.text import JsonTextError, described, loads
from goldgate.model.value import Json


def expected_args(value: object) -> Json:
    """Expected arguments; text is read as JSON, as the arguments of a call are."""
    if isinstance(value, dict):
        return value
    if not isinstance(value, str):
        raise Misfit(f"expected an object, got {described(value)}")
    try:
        args = loads(value)
    except JsonTextError as error:
        raise Misfit(f"expected an object or JSON text of one: {error}") from None
    if not isinstance(args, dict):
        raise Misfit(f"expected an object or JSON text of one, got text of {described(args)}")
    return args
