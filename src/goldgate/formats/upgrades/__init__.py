"""How do files of older goldgates become today's? A staircase of small steps, each from one schema number to the next.

A new schema is one new file here with a function from plain dict to plain dict, one row in `UPGRADES`,
and a saved old file in `tests/old_formats`.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeAlias

from goldgate.differ.nearest import brief
from goldgate.model.value import Json

Upgrade: TypeAlias = Callable[[dict[str, Json]], dict[str, Json]]
Staircase: TypeAlias = Sequence[Upgrade]

UPGRADES: Final[Mapping[str, Staircase]] = {
    "baseline": (),
    "cassette": (),
    "run": (),
}
"""Per format, the upgrades of its lines in order: the first leads from schema 1 to 2. As yet every schema is 1."""


class SchemaRefused(ValueError):
    """A schema number that this goldgate can't read; the message says what to do."""


def upgrades_from(schema: Json, staircase: Staircase) -> Staircase:
    """The steps that lead a file of a schema up to today's; none for a file of today.

    Raises SchemaRefused for what is no schema number, or is a newer one than ours.
    """
    newest = len(staircase) + 1
    if type(schema) is not int or schema < 1:
        raise SchemaRefused(f"expected a schema number from 1 to {newest}")
    if schema > newest:
        raise SchemaRefused(
            f"schema {brief(schema)} is newer than {newest}, which this goldgate knows; upgrade goldgate"
        )
    return staircase[schema - 1 :]


def climb(document: dict[str, Json], steps: Staircase) -> dict[str, Json]:
    """Lead one line of an old file up the steps."""
    for step in steps:
        document = step(document)
    return document
