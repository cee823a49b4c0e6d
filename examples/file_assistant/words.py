"""How is a request cut into pieces? Quoted texts, dates, names of files, and plain words without their particles."""

import dataclasses
import datetime as dt
import re
import unicodedata
from enum import Enum
from typing import Final

INVISIBLE: Final = dict.fromkeys(
    [0x00AD, 0x061C, 0x200B, 0x200E, 0x200F, 0x2060, 0xFEFF, *range(0x202A, 0x202F), *range(0x2066, 0x206A)]
)
"""What is pasted by accident and seen by nobody; joiners stay, they hold emoji and Persian words together."""

PARTICLES: Final = (
    "에서는", "이라고", "에서", "으로", "부터", "까지", "이랑", "하고", "라고",
    "을", "를", "은", "는", "이", "가", "에", "로", "의", "와", "과", "도", "만",
)  # fmt: skip
"""What Korean hangs on a noun; the longer ones first."""

_QUOTED: Final = r'"(?P<a>[^"]*)"|“(?P<b>[^”]*)”|(?<!\w)\'(?P<c>[^\']+)\'|\u2018(?P<d>[^’]*)’|「(?P<e>[^」]*)」'
_PIECE: Final = re.compile(rf"(?:{_QUOTED})(?P<tail>[가-힣]*)|(?P<chunk>[^\s\"“\u2018「]+)")
_KOREAN_DATE: Final = re.compile(r"(\d{4})년\s*(\d{1,2})월\s*(\d{1,2})일", re.ASCII)
_DATE: Final = re.compile(r"(?:19|20)\d{2}-\d{2}-\d{2}", re.ASCII)
_NAME: Final = re.compile(r"(?:.*[/\\*].*|\.?[^.].*\.[a-z][a-z0-9]{0,4}|\.[a-z]\w+)", re.IGNORECASE)


class Kind(Enum):
    """What a piece is."""

    WORD = "word"
    NAME = "name"
    DATE = "date"
    QUOTE = "quote"


@dataclasses.dataclass(frozen=True, kw_only=True)
class Piece:
    """One piece of a request; `particle` is what Korean hung on it (`으로`), else empty."""

    kind: Kind
    text: str
    particle: str = ""

    @property
    def word(self) -> str:
        """The piece as the tables of words know it: compatibility form, case folded, its particle back in place."""
        return unicodedata.normalize("NFKC", self.text + self.particle).casefold()


def clean(request: str) -> str:
    """Compose decomposed Hangul and accents, drop invisible characters, say Korean dates as ISO."""
    text = unicodedata.normalize("NFC", request).translate(INVISIBLE)
    return _KOREAN_DATE.sub(lambda date: f"{date[1]}-{date[2]:0>2}-{date[3]:0>2}", text)


def cut(request: str) -> list[Piece]:
    """Cut a clean request into its pieces, in order."""
    pieces = []
    for found in _PIECE.finditer(request):
        chunk = found["chunk"]
        piece = _quote(found) if chunk is None else _piece(chunk)
        if piece.text:
            pieces.append(piece)
    return pieces


def _quote(found: re.Match[str]) -> Piece:
    text = next(found[group] for group in "abcde" if found[group] is not None)
    kind = Kind.NAME if _NAME.fullmatch(text) else Kind.QUOTE
    return Piece(kind=kind, text=text, particle=found["tail"])


def _piece(chunk: str) -> Piece:
    text, particle = _without_particle(chunk.strip("()[]<>").rstrip(",.!?;:…。\uff1f\uff01"))
    if _is_date(text):
        return Piece(kind=Kind.DATE, text=text, particle=particle)
    if _NAME.fullmatch(text):
        return Piece(kind=Kind.NAME, text=text, particle=particle)
    return Piece(kind=Kind.WORD, text=text, particle=particle)


def _without_particle(chunk: str) -> tuple[str, str]:
    """Split off a particle; a Korean noun keeps two syllables, so that 회의 stays 회의."""
    for particle in PARTICLES:
        stem = chunk.removesuffix(particle)
        if stem != chunk and (stem[-1:].isascii() or len(stem) > 1) and stem:
            return stem, particle
    return chunk, ""


def _is_date(text: str) -> bool:
    if not _DATE.fullmatch(text):
        return False
    try:
        dt.date.fromisoformat(text)
    except ValueError:
        return False
    return True
