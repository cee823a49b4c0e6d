"""What is a line for people? Pieces of text with a meaning; the terminal decides what the meaning looks like."""

from collections.abc import Iterable
from enum import StrEnum
from typing import TypeAlias

from goldgate.model.frozen import frozen


class Style(StrEnum):
    """What a piece of text means. Never the only carrier of that meaning: the words say it too."""

    PLAIN = "plain"
    GOOD = "good"
    BAD = "bad"
    WARN = "warn"
    DIM = "dim"
    STRONG = "strong"


@frozen
class Span:
    """A piece of text with one meaning."""

    text: str
    style: Style = Style.PLAIN


Line: TypeAlias = tuple[Span, ...]
"""One line, without its end; it may be longer than the terminal is wide."""


def line(*parts: str | Span) -> Line:
    """A line of texts and spans."""
    return tuple(Span(part) if isinstance(part, str) else part for part in parts)


def plain_text(lines: Iterable[Line]) -> str:
    """The lines as text without styles, each with its end."""
    return "".join("".join(span.text for span in spans) + "\n" for spans in lines)


def good(text: str) -> Span:
    """A text that means: as it should be."""
    return Span(text, Style.GOOD)


def bad(text: str) -> Span:
    """A text that means: against the change."""
    return Span(text, Style.BAD)


def warn(text: str) -> Span:
    """A text that means: needs attention."""
    return Span(text, Style.WARN)


def dim(text: str) -> Span:
    """A text that can be passed over."""
    return Span(text, Style.DIM)


def strong(text: str) -> Span:
    """A text that the eye should find first."""
    return Span(text, Style.STRONG)
