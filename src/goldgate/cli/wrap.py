"""How does a line that is wider than the terminal go on? On rows of its own, indented, broken between words."""

import re
from collections.abc import Iterator
from itertools import accumulate, pairwise
from typing import Final

from goldgate.reports.columns import columns
from goldgate.reports.line import Line, Span, Style

_HANGING: Final = 2
_BLANKS: Final = re.compile(r"(?<=\S)\s+")


def wrapped(line: Line, *, width: int) -> Iterator[Line]:
    """The rows of a line, each at most `width` columns wide.

    Rows after the first are indented two columns more than the line itself. Words that are wider, and strong spans,
    such as a command to copy, are not broken: the terminal may do that.
    """
    text = "".join(span.text for span in line)
    if columns(text) <= width:
        yield line
        return
    indent = Span(" " * (len(text) - len(text.lstrip()) + _HANGING))
    start, room = 0, width
    for end, further in _steps(line, text):
        if columns(text[start:further].rstrip()) > room:
            yield _row(line, start, end, indent=indent)
            start, room = end, width - len(indent.text)
    yield _row(line, start, len(text), indent=indent)


def _steps(line: Line, text: str) -> Iterator[tuple[int, int]]:
    """Each place where a row may end, with the next one after it."""
    ends = accumulate(len(span.text) for span in line)
    strong = [range(end - len(span.text) + 1, end) for span, end in zip(line, ends, strict=True) if _is_whole(span)]
    places = [match.end() for match in _BLANKS.finditer(text)]
    free = [place for place in places if not any(place in whole for whole in strong)]
    return pairwise((*free, len(text)))


def _is_whole(span: Span) -> bool:
    return span.style is Style.STRONG


def _row(line: Line, start: int, end: int, *, indent: Span) -> Line:
    """What stands from `start` to `end`, without the blanks at its end."""
    spans: list[Span] = [indent] if start else []
    offset = 0
    for span in line:
        text = span.text[max(start - offset, 0) : max(end - offset, 0)]
        offset += len(span.text)
        if kept := text.rstrip() if offset >= end else text:
            spans.append(Span(kept, span.style))
    return tuple(spans)
