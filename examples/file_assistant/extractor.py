"""What does a request ask for? The text in English or Korean becomes a task: hints, names, texts, days, a topic."""

import dataclasses
import datetime as dt
import re
from collections.abc import Sequence
from enum import Enum
from typing import Final

from examples.file_assistant.hints import hint_of
from examples.file_assistant.vocabulary import (
    ABOUT_STEMS,
    ABOUT_WORDS,
    ARTICLES,
    DATE_STEMS,
    DATE_WORDS,
    FOLDER_WORDS,
    IT_WORDS,
    NOISE,
    NOISE_STEMS,
    PLACE_WORDS,
    TARGET_PARTICLES,
    TARGET_WORDS,
)
from examples.file_assistant.words import Kind, Piece, clean, cut

_COUNT: Final = re.compile(r"\d{1,3}개?", re.ASCII)


class Role(Enum):
    """What a piece of the request is there for."""

    HINT = "hint"
    NAME = "name"
    TEXT = "text"
    FOLDER = "folder"
    TARGET = "target"
    ABOUT = "about"
    SINCE = "since"
    BEFORE = "before"
    UNTIL = "until"
    ON = "on"
    COUNT = "count"
    IT = "it"
    TOPIC = "topic"
    NOISE = "noise"


@dataclasses.dataclass(frozen=True, kw_only=True)
class Task:
    """What a request asks for.

    `said` is the request itself, cleaned; `hints` are the names of the hints found, `names` the files named outright,
    `texts` what stood in quotes; `folder` and `target` say where to look and where to put, `about` what a file must
    mention, `since` and `before` are ISO days (the first inclusive, the second exclusive), `count` is how many,
    `topic` the words left over, `recent` the word that said so (None when the request asks for nothing recent).
    """

    said: str = ""
    hints: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()
    folder: str | None = None
    target: str | None = None
    about: str | None = None
    since: str | None = None
    before: str | None = None
    count: int | None = None
    topic: str = ""
    recent: str | None = None
    korean: bool = False


class TaskExtractor:
    """Turns texts into tasks, by rules alone."""

    def extract(self, request: str, *, earlier: Sequence[str] = ()) -> Task:
        """The task of a request; `earlier` are the user's requests before it, to which "it" may point."""
        text = clean(request)
        pieces = cut(text)
        roles = [(_role(pieces, place), piece) for place, piece in enumerate(pieces)]
        task = _task(text, roles)
        if not task.names and any(role is Role.IT for role, _ in roles):
            return dataclasses.replace(task, names=self._last_names(earlier))
        return task

    def _last_names(self, earlier: Sequence[str]) -> tuple[str, ...]:
        tasks = (self.extract(request) for request in reversed(earlier))
        return next((task.names for task in tasks if task.names), ())


def _task(said: str, roles: Sequence[tuple[Role, Piece]]) -> Task:
    def texts(wanted: Role) -> tuple[str, ...]:
        return tuple(piece.text for role, piece in roles if role is wanted)

    def first(*wanted: Role) -> str | None:
        return next((piece.text for role, piece in roles if role in wanted), None)

    count, until = first(Role.COUNT), first(Role.UNTIL, Role.ON)
    hints = [(hint_of(piece.word), piece.text) for role, piece in roles if role is Role.HINT]
    return Task(
        said=said,
        hints=tuple(hint for hint, _ in hints if hint is not None),
        names=tuple(dict.fromkeys(texts(Role.NAME))),
        texts=texts(Role.TEXT),
        folder=first(Role.FOLDER),
        target=first(Role.TARGET),
        about=first(Role.ABOUT),
        since=first(Role.SINCE, Role.ON),
        before=first(Role.BEFORE) or (_day_after(until) if until else None),
        count=int(count.removesuffix("개")) if count else None,
        topic=" ".join(texts(Role.TOPIC)),
        recent=next((spoken for hint, spoken in hints if hint == "recent"), None),
        korean=any("가" <= letter <= "힣" for letter in said),
    )


def _day_after(day: str) -> str:
    return (dt.date.fromisoformat(day) + dt.timedelta(days=1)).isoformat()


def _role(pieces: Sequence[Piece], place: int) -> Role:
    piece, before, after = pieces[place], _word_before(pieces, place), _word_after(pieces, place)
    match piece.kind:
        case Kind.DATE:
            return _role_of_date(piece, before, after)
        case Kind.NAME:
            return _role_of_name(piece, before, after)
        case Kind.QUOTE:
            return _role_by_neighbours(piece, before, after) or Role.TEXT
        case Kind.WORD:
            return _role_of_word(piece, before, after)


def _word_before(pieces: Sequence[Piece], place: int) -> str:
    words = (piece.word for piece in reversed(pieces[:place]))
    return next((word for word in words if word not in ARTICLES), "")


def _word_after(pieces: Sequence[Piece], place: int) -> str:
    return pieces[place + 1].word if place + 1 < len(pieces) else ""


def _role_of_date(piece: Piece, before: str, after: str) -> Role:
    behind = piece.particle or after
    korean = (role for stem, role in DATE_STEMS.items() if behind.startswith(stem))
    return Role(DATE_WORDS.get(before) or next(korean, "on"))


def _role_of_name(piece: Piece, before: str, after: str) -> Role:
    role = _role_by_neighbours(piece, before, after)
    is_file = "." in piece.text.rpartition("/")[2]
    return Role.NAME if role is None or (role is Role.FOLDER and is_file) else role


def _role_of_word(piece: Piece, before: str, after: str) -> Role:
    beside = _role_by_neighbours(piece, before, after)
    if beside is Role.ABOUT:
        return beside
    if hint_of(piece.word) is not None:
        return Role.HINT
    if beside is not None:
        return beside
    if _COUNT.fullmatch(piece.text):
        return Role.COUNT
    if _is_one_of(piece, IT_WORDS):
        return Role.IT
    return Role.NOISE if _is_noise(piece) else Role.TOPIC


def _role_by_neighbours(piece: Piece, before: str, after: str) -> Role | None:
    """The role that a preposition, a particle or the next word gives to a piece; None when none of them does."""
    if piece.kind is Kind.WORD and _is_noise(piece):
        return None
    if before in ABOUT_WORDS or after.startswith(ABOUT_STEMS):
        return Role.ABOUT
    if before in TARGET_WORDS or piece.particle in TARGET_PARTICLES:
        return Role.TARGET
    located = piece.particle == "에서" or (piece.particle == "에" and after.startswith("있"))
    if located or before in PLACE_WORDS or after.startswith(FOLDER_WORDS):
        return Role.FOLDER
    return None


def _is_one_of(piece: Piece, words: frozenset[str]) -> bool:
    return piece.word in words or piece.text.casefold() in words


def _is_noise(piece: Piece) -> bool:
    return _is_one_of(piece, NOISE) or piece.word.startswith(NOISE_STEMS)
