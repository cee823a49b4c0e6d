"""What did somebody mean who wrote a word that is not known?"""

import difflib
from collections.abc import Iterable
from typing import Final

from goldgate.differ import listing

LONGEST_BRIEF: Final = 60
"""Characters of a value that stand in a sentence."""

_LONGEST_MEANT: Final = 200
"""Characters of a word that somebody may have meant another one by: looking takes long, and nobody names a key so."""
_MOST_NAMED: Final = 20


def brief(value: object) -> str:
    """The repr of a text or number, cut in the middle when it is long."""
    text = repr(value)
    half = LONGEST_BRIEF // 2
    return text if len(text) <= LONGEST_BRIEF else f"{text[:half]}…{text[-half:]}"


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known word that somebody who wrote `word` most likely meant."""
    if len(word) > _LONGEST_MEANT:
        return None
    by_folded = {name.casefold(): name for name in reversed([*known])}
    found = difflib.get_close_matches(word.casefold(), by_folded, n=1)
    return by_folded[found[0]] if found else None


def unknown(what: str, word: str, known: Iterable[str], *, listed: Iterable[str] | None = None) -> str:
    """The sentence for a word that is not known: `unknown key 'expct', did you mean 'expect'?`.

    Where none of the known ones is near they are listed; where a thing has several names, `listed` has one of each.
    """
    words = list(map(str, known))
    said = f"unknown {what} {brief(word)}"
    if (meant := nearest(word, words)) is not None:
        return f"{said}, did you mean {meant!r}?"
    if not words:
        return f"{said}; there is none"
    words = words if listed is None else list(dict.fromkeys(listed))
    return f"{said}; known are {listing.listed(words, most=_MOST_NAMED)}"
