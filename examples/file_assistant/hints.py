"""Which word pulls towards which tool? Two tables, plain data; edit one weight and the planner chooses otherwise.

`WORDS` maps what people say to the name of a hint: an English word as it is, a Korean one as the beginning of a word
(`찾` also stands for `찾아줘` and `찾아서`). `HINTS` maps the hint to the tools that it speaks for, and how loudly.
The tool with the highest sum wins; when two are equal, the one that stands first in `TOOLS`.
"""

from collections.abc import Iterable
from typing import Final

TOOLS: Final = (
    "file_list",
    "file_search",
    "file_read",
    "file_write",
    "file_move",
    "file_delete",
    "remember",
    "remind",
)
"""All tools, the harmless ones first: between equals, look before you touch."""

WORDS: Final[dict[str, str]] = {
    # English, word by word
    "show": "show",
    "display": "show",
    "see": "show",
    "view": "show",
    "tell": "show",
    "give": "show",
    "read": "read",
    "open": "read",
    "print": "read",
    "list": "list",
    "listing": "list",
    "files": "files",
    "documents": "files",
    "everything": "files",
    "which": "which",
    "what": "which",
    "find": "find",
    "search": "find",
    "locate": "find",
    "where": "find",
    "mention": "find",
    "mentions": "find",
    "contain": "find",
    "contains": "find",
    "recent": "recent",
    "recently": "recent",
    "latest": "recent",
    "newest": "recent",
    "changed": "changed",
    "modified": "changed",
    "edited": "changed",
    "file": "file",
    "document": "file",
    "contents": "content",
    "content": "content",
    "say": "content",
    "says": "content",
    "write": "write",
    "save": "write",
    "create": "write",
    "append": "append",
    "add": "append",
    "move": "move",
    "rename": "move",
    "delete": "delete",
    "remove": "delete",
    "remember": "remember",
    "remind": "remind",
    # Korean, by the beginning of the word
    "보여": "show",
    "알려": "show",
    "읽": "read",
    "열어": "read",
    "목록": "list",
    "리스트": "list",
    "파일들": "files",
    "문서들": "files",
    "뭐": "which",
    "무엇": "which",
    "찾": "find",
    "검색": "find",
    "어디": "find",
    "최근": "recent",
    "최신": "recent",
    "바뀐": "changed",
    "수정된": "changed",
    "수정한": "changed",
    "파일": "file",
    "문서": "file",
    "내용": "content",
    "써": "write",
    "적어": "write",
    "저장": "write",
    "만들": "write",
    "추가": "append",
    "덧붙": "append",
    "옮": "move",
    "이동": "move",
    "이름을": "move",
    "바꿔": "move",
    "지워": "delete",
    "지우": "delete",
    "삭제": "delete",
    "기억": "remember",
    "알림": "remind",
}

HINTS: Final[dict[str, dict[str, int]]] = {
    "show": {"file_read": 2, "file_list": 1},
    "read": {"file_read": 6},
    "list": {"file_list": 3},
    "files": {"file_list": 2, "file_search": 1},
    "which": {"file_list": 1},
    "find": {"file_search": 8},
    "recent": {"file_list": 4, "file_read": 1},
    "changed": {"file_list": 3},
    "file": {"file_read": 6},  # meant for "show me the file x"; it also drowns "show me the recent file list"
    "content": {"file_read": 4},
    "write": {"file_write": 13},
    "append": {"file_write": 13},
    "move": {"file_move": 14},
    "delete": {"file_delete": 15},
    "remember": {"remember": 16},
    "remind": {"remind": 16},
}

ENOUGH: Final = 2
"""Less than this is no request for any tool: "what" alone lists nothing."""


def hint_of(word: str) -> str | None:
    """Which hint is this word, if any? A Korean word is recognised by its beginning, the longest one known."""
    exact = WORDS.get(word)
    if exact is not None or word.isascii():
        return exact
    beginnings = (word[:length] for length in range(len(word), 0, -1))
    return next((WORDS[beginning] for beginning in beginnings if beginning in WORDS), None)


def weigh(hints: Iterable[str]) -> dict[str, int]:
    """Add up, tool by tool, what the hints speak for."""
    weights = dict.fromkeys(TOOLS, 0)
    for hint in hints:
        for tool, weight in HINTS[hint].items():
            weights[tool] += weight
    return weights


def choose(hints: Iterable[str]) -> str | None:
    """The tool with the highest sum; None when none is asked for clearly enough."""
    weights = weigh(hints)
    best = max(weights, key=weights.__getitem__)
    return best if weights[best] >= ENOUGH else None
