"""How much room does a text take in a terminal, and how is it put into less?"""

import unicodedata
from typing import Final

_CUT: Final = "…"


def columns(text: str) -> int:
    """How many columns of a terminal a text takes: East Asian letters two, marks on a letter none."""
    return len(text) if text.isascii() else sum(map(_columns_of, text))


def fitted(text: str, width: int) -> str:
    """The text in exactly so many columns: filled up with blanks, or cut at the end, and then that shows."""
    room = columns(text)
    if room <= width:
        return text + " " * (width - room)
    kept, taken = "", 0
    for character in text:
        taken += _columns_of(character)
        if taken > width - 1:
            break
        kept += character
    return fitted(f"{kept}{_CUT}", width)


def _columns_of(character: str) -> int:
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
