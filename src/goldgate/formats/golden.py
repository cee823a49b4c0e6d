"""What do the golden cases of a suite say? One line a case, written by people; every error is told, with its place."""

import datetime as dt
import gc
from collections.abc import Iterator
from contextlib import contextmanager

from goldgate.differ.canonical import digest, digest_bytes
from goldgate.errors import BadFile
from goldgate.formats.expectation import write_expectation
from goldgate.formats.golden_lines import GoldenReading
from goldgate.formats.known_failure import write_known_failure
from goldgate.formats.view import write_request
from goldgate.formats.world import write_world
from goldgate.model.case import Case
from goldgate.model.frozen import frozen
from goldgate.model.settings import KnownFailureSettings
from goldgate.model.value import Json


@frozen(kw_only=True)
class Golden:
    """A golden file: its cases in their order, and the digest of its bytes."""

    cases: tuple[Case, ...]
    digest: str


def read_golden(
    data: bytes,
    *,
    file: str,
    known_failures: KnownFailureSettings = KnownFailureSettings(),  # noqa: B008 - frozen
    today: dt.date | None = None,
) -> Golden:
    """Read and validate a golden file. Raises BadFile with all its problems.

    `known_failures` and `today` say which markers are allowed; without `today` no marker is too long.
    """
    reading = GoldenReading(file=file, known_failures=known_failures, today=today)
    with _collecting_nothing():
        reading.read(data)
    if reading.problems:
        raise BadFile(*sorted(reading.problems, key=lambda problem: problem.line or 0))
    return Golden(cases=tuple(reading.cases), digest=digest_bytes(data))


@contextmanager
def _collecting_nothing() -> Iterator[None]:
    """Python's search for cycles of garbage stands still: thousands of cases hold none, and it takes a third longer."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def plain_case(case: Case) -> dict[str, Json]:
    """The JSON object of a case, what is the default left out; reading it gives the case."""
    document: dict[str, Json] = {"id": case.id, "request": write_request(case.request)}
    if case.tags:
        document["tags"] = list(case.tags)
    if case.notes is not None:
        document["notes"] = case.notes
    if case.split is not None:
        document["split"] = case.split.value
    if case.known_failure is not None:
        document["known_failure"] = write_known_failure(case.known_failure)
    return document | _definition(case)


def case_digest(case: Case) -> str:
    """The digest of what is run and expected: of the case without its marker, tags, notes and split.

    A case made in Python has the digest of the line that says the same, whatever defaults that line spells out.
    """
    return digest({"id": case.id, "request": write_request(case.request), **_definition(case)})


def _definition(case: Case) -> dict[str, Json]:
    document: dict[str, Json] = {}
    if world := write_world(case.world):
        document["world"] = world
    if expect := write_expectation(case.expect):
        document["expect"] = expect
    for key in ("trials", "timeout", "stream", "window"):
        if (value := getattr(case, key)) is not None:
            document[key] = value
    return document
