"""How is it said what a run may take, and what an agent or a judge tells of each call?"""

from typing import Final

from goldgate.formats.converter import Form, Misfit, Read, list_of, whole_from, word_of, words
from goldgate.formats.decimals import decimal_above
from goldgate.formats.text import described
from goldgate.model.limits import LimitSettings, Meter, Unmetered

_NO_LIMIT: Final = "a run that may spend nothing does nothing, and without this key there is no limit"
_WHOLE: Final = whole_from(0)


def _tokens(value: object) -> int:
    number = _WHOLE(value)
    if number == 0:
        raise Misfit(f"expected int from 1 on, got {described(value)}; {_NO_LIMIT}")
    return number


METERED: Final[Read[tuple[Meter, ...]]] = list_of(word_of(Meter))
"""Reads `metered`."""
LIMITS: Final = Form(
    LimitSettings,
    {
        "usd": decimal_above(0, without=_NO_LIMIT),
        "tokens": _tokens,
        "minutes": decimal_above(0, without=_NO_LIMIT),
        "unmetered": word_of(Unmetered),
        "stop_file": words,
    },
)
"""Reads `[tool.goldgate.limits]`."""
