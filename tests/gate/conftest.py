"""Builders for the two sides of a suite."""

from collections.abc import Callable, Iterable, Mapping, Sequence

import pytest

from goldgate.formats.baseline import entry_of
from goldgate.gate.sides import Sides
from goldgate.model.baseline import BaselineLine, Outcome
from goldgate.model.judgement import Verdict
from goldgate.model.known_failure import KnownFailure
from goldgate.model.result import SuiteHeader
from goldgate.model.value import NOT_CAPTURED, Json, NotCaptured

DEFINITION = "d1"
SETTINGS = "s1"


def _line(
    case_id: str,
    verdict: Verdict = Verdict.PASS,
    *,
    tool: str = "file_search",
    answer: Json | NotCaptured = NOT_CAPTURED,
    failed: Sequence[str] = ("calls",),
    case: str = DEFINITION,
    note: str | None = None,
) -> BaselineLine:
    return BaselineLine(
        id=case_id,
        verdict=verdict,
        case=case,
        outcome=Outcome(steps=({"tool": tool},), answer=answer, status="success"),
        failed=tuple(failed) if verdict is Verdict.FAIL else (),
        note=note,
    )


def _sides(
    *,
    now: Iterable[BaselineLine] = (),
    then: Iterable[BaselineLine] | None = (),
    golden: Mapping[str, str] | Iterable[str] | None = None,
    selected: Iterable[str] | None = None,
    known: Mapping[str, KnownFailure] | None = None,
    disagree: Iterable[str] = (),
    unexpecting: Iterable[str] = (),
    accepted_outcome: str = SETTINGS,
) -> Sides:
    """The golden file has the observed cases, unless it is given; `then` None is a missing baseline."""
    observed = list(now)
    ids = {line.id: line.case for line in observed} if golden is None else golden
    return Sides(
        suite="files",
        header=SuiteHeader(
            golden="g1",
            outcome=SETTINGS,
            agent="agent:agent",
            cases=dict(ids) if isinstance(ids, Mapping) else dict.fromkeys(ids, DEFINITION),
            selected=None if selected is None else frozenset(selected),
            unexpecting=frozenset(unexpecting),
        ),
        observed=[entry_of(line) for line in observed],
        accepted=[entry_of(line) for line in then or ()],
        accepted_outcome=None if then is None else accepted_outcome,
        known_failures=known or {},
        disagree=frozenset(disagree),
    )


@pytest.fixture(scope="session")
def line() -> Callable[..., BaselineLine]:
    """Make a line, one call of `file_search` that passes by default."""
    return _line


@pytest.fixture(scope="session")
def sides() -> Callable[..., Sides]:
    """Make the sides of the suite `files`."""
    return _sides
