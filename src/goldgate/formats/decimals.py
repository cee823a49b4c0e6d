"""How do exact numbers come in and go out? As decimals, as they were written; what has no end is cut, not raised."""

import math
from decimal import ROUND_DOWN, Context, Decimal
from fractions import Fraction
from typing import Final

from goldgate.formats.converter import Misfit, Read
from goldgate.formats.text import described

MOST_PLACES: Final = 100
"""Digits after the point of a number that is read."""
LARGEST: Final = 10**9
"""What no score and no threshold is above."""
_KEPT: Final = Context(prec=50, rounding=ROUND_DOWN)
_SHOWN_PLACES: Final = 6


def decimal_from(least: Decimal | int, most: Decimal | int | None = None, *, whole: bool = False) -> Read[Decimal]:
    """A finite number that is not below `least`, nor above `most`; with `whole` an int."""
    called = f"{'int' if whole else 'a number'} from {least} {'on' if most is None else f'to {most}'}"

    def read(value: object) -> Decimal:
        number = Decimal(repr(value)) if type(value) is float else value
        if type(number) is int or (type(number) is Decimal and not whole and number.is_finite()):
            taken = Decimal(number)
            if least <= taken and (most is None or taken <= most):
                return _not_too_fine(taken)
        raise Misfit(f"expected {called}, got {described(value)}")

    return read


def decimal_above(lowest: Decimal | int, *, without: str) -> Read[Decimal]:
    """A finite number above `lowest`; `without` says what whoever writes that number itself may have meant."""
    read_from = decimal_from(lowest)

    def read(value: object) -> Decimal:
        number = read_from(value)
        if number == lowest:
            raise Misfit(f"expected a number above {lowest}, got {described(value)}; {without}")
        return number

    return read


def _not_too_fine(number: Decimal) -> Decimal:
    exponent = number.as_tuple().exponent
    if isinstance(exponent, int) and exponent < -MOST_PLACES:
        raise Misfit(f"expected at most {MOST_PLACES} digits after the point, got {described(number)}")
    return number


def as_decimal(number: Fraction) -> Decimal:
    """The decimal that is equal to a fraction; where none is, its first 50 digits."""
    return _KEPT.divide(Decimal(number.numerator), Decimal(number.denominator))


def json_number(number: Decimal) -> int | float:
    """A number for a JSON document, spelled as the decimal; where a double can't be, the next one below."""
    if number == number.to_integral_value():
        return int(number)
    near = float(number)
    return math.nextafter(near, -math.inf) if Decimal(repr(near)) > number else near


def brief_decimal(number: Decimal) -> str:
    """A number for people: `4.04525`, `87.666666…`; cut and not rounded, for 69.9999999 has not reached 70."""
    cut = number.quantize(Decimal(1).scaleb(-_SHOWN_PLACES), rounding=ROUND_DOWN, context=Context(prec=99))
    text = f"{cut:f}".rstrip("0").rstrip(".")
    return text if cut == number else f"{cut:f}…"
