"""Which words give a role to the words beside them, and which mean nothing here? English words, Korean beginnings."""

from typing import Final

ARTICLES: Final = frozenset({"the", "a", "an", "my", "our", "this", "that"})

PLACE_WORDS: Final = frozenset({"in", "from", "inside", "under"})
"""Stand before a folder."""
FOLDER_WORDS: Final = ("folder", "directory", "폴더", "디렉터리")
"""Stand behind one."""

TARGET_WORDS: Final = frozenset({"to", "into", "as"})
"""Stand before the place where something goes."""
TARGET_PARTICLES: Final = frozenset({"으로", "로"})
"""Hang on it."""

ABOUT_WORDS: Final = frozenset({"about", "mention", "mentions", "mentioning", "contain", "contains", "containing"})
"""Stand before what a file must mention."""
ABOUT_STEMS: Final = ("들어간", "들어있는", "포함", "언급", "적힌", "관련", "관한", "대한")
"""Stand behind it."""

DATE_WORDS: Final = {
    "since": "since",
    "after": "since",
    "from": "since",
    "before": "before",
    "until": "until",
    "to": "until",
}
"""Stand before a day."""
DATE_STEMS: Final = {"이후": "since", "부터": "since", "이전": "before", "까지": "until"}
"""Stand behind a day, or hang on it."""

IT_WORDS: Final = frozenset({"it", "그거", "그것", "그걸"})
"""Point to what was named before."""

# fmt: off
POLITE_WORDS: Final = frozenset({
    "please", "pls", "hi", "hello", "hey", "thanks", "thank", "let", "let's", "can", "could", "would", "will", "want",
    "need", "like", "i", "i'd", "i'm", "me", "us", "we", "you",
    "좀", "제발", "줘", "주세요", "해줘", "안녕", "안녕하세요", "싶어",
})
SMALL_WORDS: Final = frozenset({
    "your", "its", "these", "those", "is", "are", "was", "were", "be", "been", "do", "does", "did", "has", "have",
    "had", "and", "or", "of", "for", "with", "so", "then", "than", "at", "by", "up", "out", "on", "not", "no", "don't",
    "just", "only", "first", "all", "any", "every", "most", "there", "here", "called", "named", "word", "one", "ones",
    "live", "lives",
    "그", "이", "저", "내", "제", "우리", "모든", "다", "전부", "것", "거", "안에", "안에서", "안의", "제목", "그리고",
    "후에", "말고", "먼저", "중", "중에서", "가장", "제일",
})
# fmt: on

NOISE: Final = (
    ARTICLES
    | PLACE_WORDS
    | TARGET_WORDS
    | ABOUT_WORDS
    | POLITE_WORDS
    | SMALL_WORDS
    | frozenset(DATE_WORDS)
    | frozenset(FOLDER_WORDS)
)
"""Neither hint at a tool nor name a thing."""
NOISE_STEMS: Final = ("있", "없", "주세", *ABOUT_STEMS, *DATE_STEMS)
"""The same, by the beginning of a Korean word."""
