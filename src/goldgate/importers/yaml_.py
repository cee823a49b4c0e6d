"""What does a YAML text say? The only door to PyYAML, which is loaded when a file in YAML is imported.

The text is somebody else's: what stands for more than it says, or for itself, is refused before values are made of it.
"""

import re
from collections.abc import Iterator
from types import ModuleType
from typing import Any, Final

from goldgate.errors import BadFile, Problem, UsageError
from goldgate.formats.text import MACHINE_DEPTH, conflict_marker

_MISSING = "reading YAML needs the package PyYAML: pip install 'goldgate[import]'"
_MOST_VALUES: Final = 1_000_000
"""Values that aliases may make of those that are written, which are never too many by themselves."""
_UNPRINTABLE: Final = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_TOO_LONG: Final = "an integer of more than 4300 digits is too long"
_MERGE: Final = "tag:yaml.org,2002:merge"


class _Refused(Exception):
    """What a text says is not taken; at which node, and why."""

    def __init__(self, why: str, node: Any) -> None:  # noqa: ANN401 - PyYAML's nodes have no class of their own here
        super().__init__(why)
        self.line = node.start_mark.line + 1


def read_yaml(text: str, *, file: str) -> object:
    """The plain value that the text stands for; no class of the file's choice is ever made. JSON is YAML, too.

    Raises BadFile, UsageError when PyYAML is missing.
    """
    try:
        import yaml  # noqa: PLC0415 - an extra
    except ModuleNotFoundError:
        raise UsageError(_MISSING) from None
    if found := _UNPRINTABLE.search(text):
        why = f"it can't hold the character U+{ord(found[0]):04X}"
        raise _bad(why, file=file, line=text.count("\n", 0, found.start()) + 1)
    try:
        return _value(yaml, text)
    except _Refused as refused:
        raise BadFile(Problem(code=BadFile.code, message=str(refused), file=file, line=refused.line)) from None
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        line = None if mark is None else mark.line + 1
        raise _unread(error.problem or error.context, text, file=file, line=line) from None
    except (yaml.YAMLError, RecursionError) as error:
        raise _unread(str(error), text, file=file, line=None) from None


def _value(yaml: ModuleType, text: str) -> object:
    class Loader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):  # type: ignore[misc]  # both loaders are safe
        """Tells where a value stands that can't be made, such as the 13th month."""

        def construct_object(self, node: Any, deep: bool = False) -> object:  # noqa: ANN401, FBT001, FBT002 - as there
            try:
                return super().construct_object(node, deep)
            except ValueError as error:
                why = _TOO_LONG if str(error).startswith("Exceeds") else str(error)
                raise yaml.constructor.ConstructorError(None, None, why, node.start_mark) from None

    loader = Loader(text)
    try:
        node = loader.get_single_node()
        if node is None:
            return None
        _measured(node, {}, MACHINE_DEPTH)
        return loader.construct_document(node)
    finally:
        loader.dispose()


def _measured(node: Any, known: dict[int, int], room: int) -> int:  # noqa: ANN401 - a node
    """How many values a node comes to, those behind its aliases included. Raises _Refused."""
    if isinstance(node.value, str):
        return 1
    if room == 0:
        raise _Refused(f"nested deeper than {MACHINE_DEPTH} levels", node)
    if (size := known.get(id(node))) is None:
        known[id(node)] = 0
        size = 1 + sum(_measured(inner, known, room - 1) for inner in _inside(node))
        known[id(node)] = size
    if size == 0:
        raise _Refused("a value can't hold itself", node)
    if size > _MOST_VALUES:
        raise _Refused(f"its aliases stand for more than {_MOST_VALUES:,} values", node)
    return size


def _inside(node: Any) -> Iterator[Any]:  # noqa: ANN401 - a node
    """The nodes in a list or an object, of which no key may stand twice."""
    seen: set[tuple[str, str]] = set()
    for item in node.value:
        key, *rest = item if isinstance(item, tuple) else (item,)
        if rest and isinstance(key.value, str) and key.tag != _MERGE:
            if (key.tag, key.value) in seen:
                raise _Refused(f"key {key.value!r} stands twice in one object", key)
            seen.add((key.tag, key.value))
        yield from (key, *rest)


def _unread(why: str | None, text: str, *, file: str, line: int | None) -> BadFile:
    """The error for what is no YAML, or the marker of a merge that made it none."""
    for number, said in enumerate(text.split("\n"), 1):
        if marker := conflict_marker(said):
            message = f"conflict marker {marker!r} of an unfinished merge"
            return BadFile(Problem(code=BadFile.code, message=message, file=file, line=number))
    return _bad(why, file=file, line=line)


def _bad(why: str | None, *, file: str, line: int | None) -> BadFile:
    message = f"not valid YAML: {why}"
    return BadFile(Problem(code=BadFile.code, message=message, file=file, line=line))
