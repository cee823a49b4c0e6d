"""What is said when nothing answers a request? Which recording comes nearest, and where it first differs."""

from collections.abc import Sequence
from itertools import islice
from typing import Final

from goldgate.differ.request_key import request_differences
from goldgate.differ.show import inert, show, show_pair
from goldgate.differ.walk import ChangeKind, FieldChange
from goldgate.model.cassette import Exchange, ExchangeKind, Request
from goldgate.model.frozen import frozen
from goldgate.model.settings import MatchBy, RecordingSettings

_MOST_COMPARED: Final = 20
"""Recordings that are looked at: of thousands the nearest is likely among those that were to come next."""
_MOST_DIFFERENCES: Final = 20
_LONGEST_URL: Final = 120
_VALUE: Final = 80


@frozen(kw_only=True)
class Recording:
    """One recording: its line in the cassette, and whether something has used it."""

    line: int
    exchange: Exchange
    used: bool


@frozen(kw_only=True)
class _Near:
    recording: Recording
    differences: tuple[FieldChange, ...]


def miss_message(
    asked: Request, kind: ExchangeKind, recordings: Sequence[Recording], settings: RecordingSettings
) -> str:
    """One line. `asked` holds no secrets any more."""
    what = f"{request_name(asked, kind)} is not recorded"
    alike = [recording for recording in recordings if recording.exchange.kind is kind]
    if not alike:
        return f"{what}: the case has no recordings" + (" of this kind" if recordings else "")
    if settings.match is MatchBy.ORDER:
        return f"{what} so often: by order, all {len(alike)} recordings of this kind that fit are used"
    near = _near(asked, kind, alike, settings)
    if same := [str(one.recording.line) for one in near if not one.differences]:
        return f"{what} so often: the same request is in line{'s' * (len(same) > 1)} {', '.join(same)}, and used"
    nearest = min(near, key=lambda one: len(one.differences))
    line = nearest.recording.line
    return f"{what}; the nearest recording, in line {line}, differs first at {_said(nearest.differences[0])}"


def request_name(request: Request, kind: ExchangeKind) -> str:
    """`POST https://api.example.org/v1/chat/completions`, `the call of look_up`."""
    match kind:
        case ExchangeKind.HTTP:
            return f"{inert(request.method)} {_cut(inert(request.url))}"
        case ExchangeKind.FUNCTION:
            return f"the call of {_cut(inert(request.url))}"
        case ExchangeKind.MODEL:
            return "the request to context.model"


def _near(asked: Request, kind: ExchangeKind, alike: Sequence[Recording], settings: RecordingSettings) -> list[_Near]:
    """Those that are looked at, and how they differ; the ones that are not used come first."""
    place = [recording for recording in alike if _place(recording.exchange.request) == _place(asked)]
    compared = sorted(place or alike, key=lambda recording: recording.used)[:_MOST_COMPARED]
    return [
        _Near(
            recording=recording,
            differences=tuple(
                islice(
                    request_differences(recording.exchange.request, asked, kind=kind, settings=settings),
                    _MOST_DIFFERENCES,
                )
            ),
        )
        for recording in compared
    ]


def _place(request: Request) -> tuple[str, str]:
    return request.method, request.url


def _said(change: FieldChange) -> str:
    place = _cut(inert(change.pointer))
    match change.kind:
        case ChangeKind.CHANGED:
            return f"{place}: {' → '.join(show_pair(change.expected, change.actual, limit=_VALUE))}"
        case ChangeKind.REMOVED:
            return f"{place}: {show(change.expected, limit=_VALUE)} is gone"
        case ChangeKind.ADDED:
            return f"{place}: {show(change.actual, limit=_VALUE)} is new"


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST_URL else f"{text[:_LONGEST_URL]}…"
