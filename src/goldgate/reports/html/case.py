"""What does a page hold of one case? A line of the index, by which it is found, and all its details."""

import datetime as dt
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Final

from goldgate.differ.listing import listed
from goldgate.differ.show import inert
from goldgate.formats.golden import plain_case
from goldgate.model.comparison import CaseClass, Marker, Severity
from goldgate.model.judgement import STEP_ERRORS
from goldgate.model.known_failure import KnownFailure
from goldgate.model.plan import DEFAULT_VARIANT
from goldgate.model.value import Json
from goldgate.reports.case import FACT_NAMES, telling_facts
from goldgate.reports.halves import Contest, halves_text
from goldgate.reports.html.legible import in_lines, legible
from goldgate.reports.html.steps import Document, comparison_document
from goldgate.reports.html.trials import variant_documents
from goldgate.reports.material import ReportedCase
from goldgate.reports.next_step import show_command
from goldgate.reports.sampled import counts_text
from goldgate.reports.terminal import divergence_text
from goldgate.reports.wording import counted

LOOK: Final[Mapping[Severity, str]] = {
    Severity.NO_JUDGEMENT: "error",
    Severity.WORSE: "bad",
    Severity.STALE: "warn",
    Severity.FINE: "good",
    Severity.NONE: "none",
}
"""How a class looks; a sign of another shape goes with each."""
WORST_FIRST: Final = ("error", "bad", "warn", "known", "none", "good")
"""The order of the list."""
_KNOWN_LOOK: Final = "known"
_LOOK_OF_CONTEST: Final = {Contest.WON: "good", Contest.LOST: "bad", Contest.TIED: "none"}
_LINE: Final = 240
_LINKS: Final = ("https://", "http://")


def look_of(reported: ReportedCase) -> str:
    """The look of a case: a known failure is fine for the gate, and still not what passes."""
    if reported.contest is not None:
        return _LOOK_OF_CONTEST[reported.contest]
    return _KNOWN_LOOK if reported.kind == CaseClass.KNOWN else LOOK[reported.severity]


def index_document(reported: ReportedCase, *, suite: int, tags: list[int]) -> Document:
    """What the list of cases shows, and what is searched."""
    request = " ".join(turn["text"] for turn in _request(reported))
    return {
        "suite": suite,
        "id": inert(reported.id),
        "class": reported.kind,
        "tags": tags,
        "line": line_of(reported),
        "request": request[:_LINE],
        **({"masked": True} if reported.masked else {}),
    }


def line_of(reported: ReportedCase) -> str:
    """One line that says the most: how halves or trials did, why it failed, what differs, else what was asked."""
    said = halves_text(reported.results) or _solved(reported) or next(iter(reported.reasons), "")
    if not said and reported.comparison is not None and reported.comparison.divergence is not None:
        said = divergence_text(reported.comparison.divergence)
    if not said:
        said = " ".join(turn["text"] for turn in _request(reported)) or reported.meaning
    return inert(" ".join(said.split()))[:_LINE]


def details_document(reported: ReportedCase, *, today: dt.date) -> Document:
    """All that is known of a case."""
    compared = reported.comparison
    return {
        "meaning": reported.meaning,
        **({} if reported.code is None else {"code": reported.code}),
        "reasons": [*map(legible, reported.reasons)],
        "notices": [*_notices(reported)],
        "command": inert(show_command(reported.suite, reported.id, variant=reported.variant or DEFAULT_VARIANT)),
        "request": [*_request(reported)],
        **_expected(reported),
        **({"masked": _masked(reported)} if reported.masked else {}),
        **({} if reported.known_failure is None else {"known": _known(reported, reported.known_failure, today)}),
        **(
            {}
            if compared is None or compared.divergence is None
            else {"divergence": divergence_text(compared.divergence)}
        ),
        **_against_baseline(reported),
        "variants": variant_documents(reported.results),
        **({"halves": halves} if (halves := halves_text(reported.results)) else {}),
        **_ruling(reported),
    }


def _request(reported: ReportedCase) -> Iterator[dict[str, str]]:
    if reported.case is None:
        return
    request = reported.case.request
    if isinstance(request, str):
        yield {"text": legible(request)}
        return
    for turn in request:
        yield {"role": inert(turn.role), "text": legible(turn.content)}


def _expected(reported: ReportedCase) -> Document:
    if reported.case is None:
        return {}
    plain: dict[str, Json] = plain_case(reported.case)
    expected = {"expect": legible(in_lines(plain["expect"]))} if "expect" in plain else {"unexpecting": True}
    notes = reported.case.notes
    return {**expected, **({"note": legible(notes)} if notes else {})}


def _notices(reported: ReportedCase) -> Iterator[str]:
    if reported.file is not None:
        yield f"defined in {inert(reported.file)}" + (f", line {reported.line}" if reported.line else "")
    elif reported.case is None:
        yield "the golden file has no such case any more, or another one of that id"
    if solved := _solved(reported):
        yield solved
    if reported.accepted is not None and reported.accepted.note:
        yield f"accepted with the note: {inert(reported.accepted.note)}"
    if reported.comparison is not None and reported.comparison.uncaptured:
        yield f"not compared, since the baseline does not hold it: {inert(listed(reported.comparison.uncaptured))}"


def _solved(reported: ReportedCase) -> str:
    """How often a case of a sampled suite was solved, as accepted and now; empty for all others."""
    compared = reported.comparison
    return "" if compared is None or compared.now is None else counts_text(compared.then, compared.now)


def fall_of(reported: ReportedCase) -> Fraction:
    """By how much a case of a sampled suite is solved less often than was accepted; 0 for all others."""
    compared = reported.comparison
    if compared is None or compared.then is None or compared.now is None:
        return Fraction(0)
    return compared.then.rate - compared.now.rate


def _masked(reported: ReportedCase) -> Document:
    """Both layers of the first trial in which they disagree."""
    result = next(one for one in reported.results if one.masked)
    findings = [legible(check.why) for check in result.checks if check.name == STEP_ERRORS and not check.passed]
    return {"says": result.trace.status.value, "steps": findings}


def _known(reported: ReportedCase, known: KnownFailure, today: dt.date) -> Document:
    return {
        "reason": legible(known.reason),
        "issue": inert(known.issue),
        "link": known.issue.lower().startswith(_LINKS),
        "facts": [*_marker_facts(reported, known, today)],
    }


def _marker_facts(reported: ReportedCase, known: KnownFailure, today: dt.date) -> Iterator[str]:
    yield "expired" if reported.marker is Marker.EXPIRED else "excused today"
    if reported.age_days is None:
        yield "age unknown"
    else:
        yield f"{counted(reported.age_days, 'day')} old, since {known.since}"
    yield _expiry(known.expires, today)
    if known.owner:
        yield f"owner {inert(known.owner)}"


def _expiry(expires: dt.date | None, today: dt.date) -> str:
    if expires is None:
        return "never expires"
    days = (expires - today).days
    if days < 0:
        return f"expired on {expires}, {counted(-days, 'day')} ago"
    return f"expires on {expires}, " + (f"in {counted(days, 'day')}" if days else "today is the last day")


def _against_baseline(reported: ReportedCase) -> Document:
    if reported.accepted is None or reported.observed is None or reported.comparison is None:
        return {}
    if reported.observed.trials is not None:
        return {}
    if reported.accepted.outcome == reported.observed.outcome:
        return {"comparison": {"same": True}}
    return {"comparison": comparison_document(reported.accepted, reported.observed)}


def _ruling(reported: ReportedCase) -> Document:
    if reported.comparison is None:
        return {}
    facts = telling_facts(reported.comparison).items()
    return {
        "row": reported.comparison.ruling.row,
        "facts": [[f"{FACT_NAMES[letter]} ({letter})", value] for letter, value in facts],
    }
