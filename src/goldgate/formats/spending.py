"""How is it written down what a run has spent? A line after each call; by goldgate for goldgate."""

import json
from decimal import Decimal, InvalidOperation
from typing import Final

import attrs

from goldgate.differ.nearest import brief
from goldgate.errors import BadFile, Problem
from goldgate.formats.converter import Form, Misfit, number_from, text, whole_from
from goldgate.model.spending import Spent


def _usd(value: object) -> Decimal:
    """An exact sum, which is written as text."""
    try:
        usd = Decimal(text(value))
    except InvalidOperation:
        usd = Decimal("NaN")
    if not (usd.is_finite() and usd >= 0):
        raise Misfit("expected a sum of money as text")
    return usd


_SPENT: Final = Form(
    Spent,
    {
        "calls": whole_from(0),
        "usd": _usd,
        "unknown_usd": whole_from(0),
        "tokens": whole_from(0),
        "unknown_tokens": whole_from(0),
        "seconds": number_from(0),
    },
)


def write_spent(spent: Spent) -> str:
    """All that was spent, as a line without its end."""
    return json.dumps({**attrs.asdict(spent), "usd": str(spent.usd)})


def read_spent(line: bytes) -> Spent:
    """What `write_spent` wrote. Raises BadFile."""
    try:
        return _SPENT(json.loads(line.decode()))
    except (ValueError, RecursionError):
        message = f"not what a run has spent: {brief(line.decode(errors='replace'))}"
        raise BadFile(Problem(code=BadFile.code, message=message)) from None
