"""What may be the id of a case? Any text that is not blank and can stand in one line of a file and of a terminal."""

import unicodedata
from typing import Final

_REFUSED_CATEGORIES: Final = {
    "Cc": "a control character",
    "Cs": "a lone surrogate",
    "Zl": "a line separator",
    "Zp": "a paragraph separator",
}


def id_fault(text: str) -> str | None:
    """Why a text can't be an id; None when it can."""
    if not text.strip():
        return f"an id must not be {'blank' if text else 'empty'}"
    if text.isprintable():
        return None
    for character in text:
        if what := _REFUSED_CATEGORIES.get(unicodedata.category(character)):
            return f"an id must not hold {what}, got U+{ord(character):04X}"
    return None


def folded(text: str) -> str:
    """The spelling under which ids of one suite must differ: file systems and readers take such ids for the same."""
    if text.isascii():
        return text.lower()
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", text).casefold())
