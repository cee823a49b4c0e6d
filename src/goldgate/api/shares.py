"""Is a number a difference of rates? From 0 to 1, exactly as it is spelled."""

from decimal import Decimal
from fractions import Fraction
from typing import TypeAlias

from goldgate.errors import UsageError

Share: TypeAlias = Fraction | Decimal | float


def share(number: Share, *, name: str, zero: bool = True) -> Fraction:
    """The difference of rates as a fraction; of a float as it is spelled, so that 0.1 is a tenth.

    Raises UsageError outside of 0 to 1, and for 0 where that makes no sense: `zero` says whether it does.
    """
    try:
        exact = Fraction(str(number))
    except ValueError:
        exact = None
    if exact is None or exact > 1 or exact < 0 or (exact == 0 and not zero):
        lowest = "from 0" if zero else "above 0"
        raise UsageError(f"{name} is a difference of rates {lowest} and up to 1, got {number}")
    return exact
