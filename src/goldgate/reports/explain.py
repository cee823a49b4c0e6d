"""What does a code mean, and what is there to do? What the documentation says under its heading, for a terminal."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from goldgate.model.frozen import frozen
from goldgate.reports.line import Line, dim, line, strong

_SECTION: Final = re.compile(r"^#+ (GG\d{3})\n(.*?)(?=^#|\Z)", re.MULTILINE | re.DOTALL)
_REMEDY: Final = "→ "
_CODE: Final = re.compile(r"(`[^`]*`)")
_LINK: Final = re.compile(r"\[([^\]]*)\]\([^)]*\)")
_SENTENCE: Final = re.compile(r".*?[.](?=\s|$)")


@frozen(kw_only=True)
class Explanation:
    """What the documentation says of one code; `remedy` is empty where there is none, `page` has its anchor."""

    code: str
    meaning: str
    remedy: str
    page: str


def explanations(pages: Mapping[str, str]) -> Iterator[Explanation]:
    """All codes that pages (path → Markdown) have a heading of, in their order."""
    for path, text in pages.items():
        for code, said in _SECTION.findall(text):
            meaning, _, remedy = said.strip().partition(f"\n{_REMEDY}")
            yield Explanation(
                code=code, meaning=_spoken(meaning), remedy=_spoken(remedy), page=f"{path}#{code.casefold()}"
            )


def _spoken(markdown: str) -> str:
    """The text of a paragraph in one line: of a link its words; commands stay between backticks."""
    parts = _CODE.split(_LINK.sub(r"\1", " ".join(markdown.split())))
    return "".join(part if part.startswith("`") else part.replace("*", "") for part in parts)


def explanation_lines(found: Explanation) -> Iterator[Line]:
    """All of it."""
    yield line(strong(found.code), f"  {found.meaning}")
    if found.remedy:
        yield line(f"{_REMEDY}{found.remedy}")
    yield line(dim(found.page))


def code_lines(known: Sequence[Explanation]) -> Iterator[Line]:
    """Every code with the first sentence of what it means."""
    for one in known:
        sentence = _SENTENCE.match(one.meaning)
        yield line(strong(one.code), f"  {sentence[0] if sentence else one.meaning}")
    yield line("next: goldgate explain CODE")


def explanation_document(found: Sequence[Explanation]) -> Mapping[str, Any]:
    """The same for machines."""
    return {
        "goldgate": "explanation",
        "schema": 1,
        "exit_code": 0,
        "codes": [
            {"code": one.code, "meaning": one.meaning, "remedy": one.remedy or None, "page": one.page} for one in found
        ],
    }
