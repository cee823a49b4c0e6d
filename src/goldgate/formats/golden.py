"""What do the golden cases of a suite say? One line a case, written by people; every error is told, with its place."""

import datetime as dt
import gc
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Final

import attrs

from goldgate.differ.canonical import digest, digest_bytes
from goldgate.errors import BadFile, Problem
from goldgate.formats.expectation import write_expectation
from goldgate.formats.golden_lines import GoldenReading
from goldgate.formats.known_failure import write_known_failure
from goldgate.formats.view import write_request
from goldgate.formats.world import write_world
from goldgate.model.case import Case, Expectation, ExpectedGroup, ExpectedStep, Match, Stub
from goldgate.model.settings import KnownFailureSettings
from goldgate.model.value import NOT_CAPTURED, Json

_WARNING: Final = "GG014"
_UNSAID: Final = Expectation()


@attrs.frozen(kw_only=True)
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
    for key in ("trials", "timeout", "stream"):
        if (value := getattr(case, key)) is not None:
            document[key] = value
    return document


def golden_warnings(cases: Iterable[Case], *, file: str | None = None) -> tuple[Problem, ...]:
    """What the author of the cases should look at again; never a reason to refuse them."""
    return tuple(
        Problem(code=_WARNING, message=message, file=file, line=case.line, pointer=pointer)
        for case in cases
        for pointer, message in (*_of_expectation(case.expect), *_of_files(case), *_of_stubs(case.world.tools))
    )


def _of_expectation(expect: Expectation) -> Iterator[tuple[str, str]]:
    for key, items, match_key in (
        ("calls", expect.calls, "match"),
        ("plan", expect.plan, "plan_match"),
        ("steps", expect.steps, "steps_match"),
    ):
        match = getattr(expect, match_key)
        if items == () and match is Match.SUPERSET:
            yield f"$.expect.{key}", "an empty list matched as superset expects nothing"
        if items is None and match is not getattr(_UNSAID, match_key):
            yield f"$.expect.{match_key}", f"says nothing without {key!r}"
    for tool in sorted(_names(expect).intersection(expect.forbid)):
        yield "$.expect.forbid", f"the tool {tool!r} is expected and forbidden"


def _of_files(case: Case) -> Iterator[tuple[str, str]]:
    if case.expect.files is not None and case.world.files is None:
        yield "$.expect.files", "always fails: only world.files gives a trial a folder; {} is an empty one"


def _names(expect: Expectation) -> set[str]:
    names: set[str] = set()
    for item in (expect.calls or ()) + (expect.steps or ()):
        match item:
            case ExpectedGroup(calls=calls):
                names.update(call.name for call in calls if call.name)
            case ExpectedStep(name=str(name)):
                names.add(name)
    return names


def _of_stubs(stubs: Iterable[Stub]) -> Iterator[tuple[str, str]]:
    """Stubs that stand behind one that answers every call of the tool."""
    answered: dict[str, int] = {}
    for index, stub in enumerate(stubs):
        if stub.tool in answered:
            first = f"$.world.tools[{answered[stub.tool]}]"
            yield f"$.world.tools[{index}]", f"never answers: {first} answers every call of {stub.tool!r}"
        elif stub.args is NOT_CAPTURED and stub.times is None and stub.returns_each is None:
            answered[stub.tool] = index
