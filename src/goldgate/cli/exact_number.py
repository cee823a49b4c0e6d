"""How does a number come in from the command line? Exactly, as it was written."""

from decimal import Decimal, InvalidOperation
from fractions import Fraction
from typing import Any

import click

from goldgate.errors import UsageError


class ExactNumber(click.ParamType[Decimal]):
    """A number such as 69.99, as it was written."""

    name = "NUMBER"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Decimal:  # noqa: ANN401 - click's signature
        """Read a decimal."""
        try:
            number = Decimal(value)
        except InvalidOperation:
            self.fail(f"{value!r} is no number; write it as 69.99", param, ctx)
        if not number.is_finite():
            self.fail(f"{value!r} is no number; write it as 69.99", param, ctx)
        return number


def share_of(points: Decimal, *, option: str, least: Decimal | int | None = None) -> Fraction:
    """Points of 100 as a share. Raises UsageError unless they are above 0, or from `least` on, and at most 100."""
    share = Fraction(points) / 100
    if share > 1 or (share <= 0 if least is None else points < least):
        lowest = "above 0" if least is None else f"from {least}"
        raise UsageError(f"{option} is a number of points {lowest} and up to 100, got {points}")
    return share
