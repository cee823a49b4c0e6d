"""What was recorded for a case, and how is it replaced? One file a case, read and written whole."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Final

import attrs

from goldgate.differ.request_key import request_key
from goldgate.differ.secrets import NamedSecrets, find_secrets
from goldgate.errors import Problem, SecretFound
from goldgate.formats import cassette as text
from goldgate.model.case_key import composed
from goldgate.model.cassette import Cassette, Exchange
from goldgate.model.settings import RecordingSettings, Settings
from goldgate.store.case_names import case_name
from goldgate.store.files import make_folder, read_if_there, remove_file, shown, sweep, telling, write_atomic
from goldgate.store.locks import lock
from goldgate.store.own_folder import lock_file
from goldgate.store.suite_files import CASSETTES, SUFFIX

FOLDER: Final = CASSETTES
"""Lies among the golden files, in it a folder for each suite."""
_MOST_SECRETS: Final = 10


def cassette_path(root: Path, settings: Settings, suite: str, case_id: str) -> Path:
    """Where the cassette of a case lies, or would lie."""
    return _folder(root, settings) / suite / f"{case_name(case_id)}{SUFFIX}"


def load_cassette(root: Path, settings: Settings, suite: str, case_id: str) -> Cassette:
    """What was recorded for a case, its keys made by today's settings; empty when nothing was.

    Raises BadFile, UnreadableFile.
    """
    path = cassette_path(root, settings, suite, case_id)
    data = read_if_there(path)
    if data is None:
        return Cassette()
    recording = settings.recording_of(suite)
    return Cassette(
        exchanges=tuple(
            _keyed(exchange, recording) for exchange in text.read_cassette(data, file=shown(path)).exchanges
        )
    )


def write_cassette(
    root: Path, settings: Settings, suite: str, case_id: str, cassette: Cassette, *, named: NamedSecrets
) -> bool:
    """Put a cassette in the place of what was recorded for a case; an empty one takes the file away.

    False, and the file untouched, when it says the same already. Raises SecretFound, LockHeld, UnreadableFile; then
    what was there before is there still.
    """
    with _writing(root):
        return _replace(cassette_path(root, settings, suite, case_id), cassette, named)


def add_exchanges(
    root: Path, settings: Settings, suite: str, case_id: str, made: Sequence[Exchange], *, named: NamedSecrets
) -> bool:
    """Put exchanges behind those that were recorded for a case. As `write_cassette`; raises BadFile, too."""
    with _writing(root):
        before = load_cassette(root, settings, suite, case_id)
        cassette = Cassette(exchanges=(*before.exchanges, *made))
        return _replace(cassette_path(root, settings, suite, case_id), cassette, named)


def prune_cassette(
    root: Path, settings: Settings, suite: str, case_id: str, *, used: Collection[int], named: NamedSecrets
) -> int:
    """Drop the exchanges whose index nothing used, and say how many these were. As `add_exchanges`."""
    with _writing(root):
        before = load_cassette(root, settings, suite, case_id).exchanges
        kept = tuple(exchange for index, exchange in enumerate(before) if index in used)
        _replace(cassette_path(root, settings, suite, case_id), Cassette(exchanges=kept), named)
        return len(before) - len(kept)


def unused_cassettes(root: Path, settings: Settings, cases: Mapping[str, Iterable[str]]) -> tuple[Path, ...]:
    """The cassettes that belong to no case, sorted; `cases` are the ids of every suite. Raises UnreadableFile."""
    folder = _folder(root, settings)
    known = {(suite, case_name(case_id)) for suite, ids in cases.items() for case_id in ids}
    return tuple(
        sorted(path for path in _files(folder) if (composed(path.parent.name), composed(path.stem)) not in known)
    )


def _folder(root: Path, settings: Settings) -> Path:
    return root / settings.golden / FOLDER


def _files(folder: Path) -> Iterator[Path]:
    with telling(folder, "read"):
        yield from (path for path in folder.glob(f"*/*{SUFFIX}") if not path.name.startswith("."))


def _keyed(exchange: Exchange, recording: RecordingSettings) -> Exchange:
    return attrs.evolve(exchange, key=request_key(exchange.request, kind=exchange.kind, settings=recording))


def _writing(root: Path) -> AbstractContextManager[None]:
    return lock(lock_file(root, "cassettes"), what="the cassettes")


def _replace(path: Path, cassette: Cassette, named: NamedSecrets) -> bool:
    data = text.write_cassette(cassette) if cassette.exchanges else None
    if data == read_if_there(path):
        return False
    if data is None:
        remove_file(path)
        return True
    if problems := list(_secrets_in(data, named, file=shown(path))):
        raise SecretFound(*problems[:_MOST_SECRETS])
    make_folder(path.parent)
    sweep(path.parent)
    write_atomic(path, data)
    return True


def _secrets_in(data: bytes, named: NamedSecrets, *, file: str) -> Iterator[Problem]:
    for number, line in enumerate(data.decode().split("\n"), 1):
        for found in find_secrets(line, named):
            message = f"would hold {found.what} (column {found.place + 1}); nothing was written"
            yield Problem(code=SecretFound.code, message=message, file=file, line=number)
