"""How is an exact rate written down? As a fraction, and as the number that it nearly is, for whoever only draws it."""

import re
from fractions import Fraction
from typing import Final

from goldgate.formats.converter import Misfit
from goldgate.formats.text import described
from goldgate.model.value import Json

_FRACTION: Final = re.compile(r"-?\d{1,40}(?:/[1-9]\d{0,40})?")


def write_fraction(number: Fraction) -> dict[str, Json]:
    """`{"fraction": "3/4", "value": 0.75}`."""
    return {"fraction": str(number), "value": float(number)}


def read_fraction(value: object) -> Fraction:
    """The exact number of what `write_fraction` wrote. Raises Misfit."""
    text = value.get("fraction") if isinstance(value, dict) else None
    if not isinstance(text, str) or not _FRACTION.fullmatch(text):
        raise Misfit(f'expected an object with a "fraction" such as "3/4", got {described(value)}')
    return Fraction(text)


def read_rate(value: object) -> Fraction:
    """The same, from 0 to 1. Raises Misfit."""
    rate = read_fraction(value)
    if not 0 <= rate <= 1:
        raise Misfit(f"expected a rate from 0 to 1, got {rate}")
    return rate
