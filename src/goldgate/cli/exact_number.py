"""How does a number come in from the command line? Exactly, as it was written."""

from decimal import Decimal, InvalidOperation
from typing import Any

import click


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
