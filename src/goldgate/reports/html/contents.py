"""What does the page say, and in which order? Gathered from the cases of a run, each looked at once."""

import datetime as dt
import json
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

import attrs

from goldgate.differ.canonical import digest
from goldgate.differ.listing import listed
from goldgate.differ.show import inert
from goldgate.exit_codes import ExitCode
from goldgate.model.frozen import frozen
from goldgate.model.result import RunHeader
from goldgate.model.value import Json
from goldgate.reports.handed import handed_lines
from goldgate.reports.html.case import (
    WORST_FIRST,
    details_document,
    fall_of,
    index_document,
    line_of,
    look_of,
)
from goldgate.reports.html.charts import Chart, class_chart, score_chart, share_of_scale, trend_chart, variant_chart
from goldgate.reports.line import plain_text
from goldgate.reports.material import Material, ReportedCase
from goldgate.reports.pair import PairReport, contribution_lines, delta_text, regression_text, title_of
from goldgate.reports.sampled import sampled_lines
from goldgate.reports.wording import GATE, NOT_COMPARED, coded, counted

CHUNK: Final = 50
"""How many cases' details are read at once by the page."""
MOST_PLAIN: Final = 200
"""How many cases the page lists where no script runs."""
_LISTED: Final = ("error", "bad", "warn")
"""The looks of the cases that are listed there."""


@frozen(kw_only=True)
class Fact:
    """Something that is known of the whole run; `code` is written as code."""

    name: str
    text: str
    code: bool = False


@frozen(kw_only=True)
class PlainCase:
    """A case as it is listed where no script runs."""

    name: str
    kind: str
    look: str
    meaning: str
    """With the code of its class."""
    reasons: tuple[str, ...]


@frozen(kw_only=True)
class Counted:
    """A class that occurs; the meaning ends with its code."""

    name: str
    look: str
    meaning: str
    number: int


@frozen(kw_only=True)
class Shown:
    """What a paired run shows of some skills, a sentence each."""

    title: str
    sentences: tuple[str, ...]


@frozen(kw_only=True)
class Contents:
    """All that the template puts into the page; `sampled` is what the terminal says of sampled suites.

    `shown` are the contributions of a paired run, the last part what else is said of it; nothing for all other runs.
    `chunks` are the details of the cases, as JSON, in the index' order.
    """

    title: str
    gate: str
    look: str
    sentence: str
    facts: tuple[Fact, ...]
    figures: str
    notices: tuple[str, ...]
    sampled: str
    shown: tuple[Shown, ...]
    classes: tuple[Counted, ...]
    charts: Mapping[str, Chart]
    plain: tuple[PlainCase, ...]
    plain_left_out: int
    index: Mapping[str, Any]
    chunks: Sequence[Sequence[str]]


@frozen(kw_only=True)
class _Made:
    """What is made of one case, so that the case itself need not be kept; the worst has the lowest `rank`."""

    rank: tuple[int, Fraction]
    index: Mapping[str, Any]
    details: str
    counted: Counted
    plain: PlainCase | None
    shares: tuple[float, ...]


def contents_of(material: Material) -> Contents:
    """Look at every case once, and bring the worst to the top; among equals the order of suite and id stays."""
    names = _Names()
    made = sorted((_made(one, names, today=material.today) for one in material.cases()), key=lambda one: one.rank)
    plain = [one.plain for one in made if one.plain is not None]
    classes = _classes(made)
    of = "" if material.variant is None else f"{material.variant} · "
    title = f"{GATE[material.decision.exit_code]} · goldgate · {of}{material.header.run}"
    return Contents(
        title=title,
        gate=GATE[material.decision.exit_code].capitalize(),
        look={ExitCode.OPEN: "open", ExitCode.CLOSED: "closed"}.get(material.decision.exit_code, "none"),
        sentence="; ".join(material.decision.reasons) or _in_short(material.paired),
        facts=tuple(_facts(material)),
        figures=", ".join(_figures(material)),
        notices=tuple(_notices(material)),
        sampled="" if material.comparison is None else plain_text(sampled_lines(material.comparison.sampled)),
        shown=() if material.paired is None else tuple(_shown(material.paired)),
        classes=classes,
        charts=dict(_charts(material, classes, made)),
        plain=tuple(plain[:MOST_PLAIN]),
        plain_left_out=max(0, len(plain) - MOST_PLAIN),
        index={
            "title": title,
            "chunk": CHUNK,
            "classes": {one.name: {"look": one.look, "meaning": one.meaning} for one in classes},
            "suites": names.suites,
            "tags": names.tags,
            "cases": [one.index for one in made],
        },
        chunks=[[one.details for one in made[start : start + CHUNK]] for start in range(0, len(made), CHUNK)],
    )


def _in_short(report: PairReport | None) -> str:
    """What an open gate has to say first of a paired run: each difference in words."""
    if report is None:
        return ""
    return "; ".join(f"{title_of(one)}: {delta_text(one)}" for one in report.contributions)


def _shown(report: PairReport) -> Iterator[Shown]:
    for one in report.contributions:
        yield Shown(title=title_of(one), sentences=tuple(plain_text(contribution_lines(one)).splitlines()))
    rest = (*plain_text(handed_lines(report.handed)).splitlines(), regression_text(report))
    yield Shown(title="the half with", sentences=rest)


class _Names:
    """Suites and tags, each said once and then known by its number."""

    def __init__(self) -> None:
        self._suites: dict[str, int] = {}
        self._tags: dict[str, int] = {}

    def suite(self, name: str) -> int:
        """The number of a suite."""
        return self._suites.setdefault(inert(name), len(self._suites))

    def tag(self, name: str) -> int:
        """The number of a tag."""
        return self._tags.setdefault(inert(name), len(self._tags))

    @property
    def suites(self) -> list[str]:
        """All of them, in the order of their numbers."""
        return [*self._suites]

    @property
    def tags(self) -> list[str]:
        """All of them, in the order of their numbers."""
        return [*self._tags]


def _made(reported: ReportedCase, names: _Names, *, today: dt.date) -> _Made:
    tags = () if reported.case is None else reported.case.tags
    look = look_of(reported)
    index = index_document(reported, suite=names.suite(reported.suite), tags=[*map(names.tag, tags)])
    details = details_document(reported, today=today)
    scored = [result.scores for result in reported.results if result.scores is not None]
    return _Made(
        rank=(WORST_FIRST.index(look), -fall_of(reported)),
        index=index,
        details=json.dumps(details, ensure_ascii=False, separators=(",", ":")),
        counted=Counted(name=reported.kind, look=look, meaning=coded(reported.meaning, reported.code), number=1),
        plain=_plain(reported, look) if look in _LISTED else None,
        shares=tuple(share_of_scale(one.weighted, one.scale) for one in scored),
    )


def _plain(reported: ReportedCase, look: str) -> PlainCase:
    return PlainCase(
        name=reported.name,
        kind=reported.kind.replace("_", " "),
        look=look,
        meaning=coded(reported.meaning, reported.code),
        reasons=reported.reasons or (line_of(reported),),
    )


def _classes(made: Sequence[_Made]) -> tuple[Counted, ...]:
    """The classes that occur, the worst first."""
    found: dict[str, Counted] = {}
    for one in made:
        before = found.get(one.counted.name)
        found[one.counted.name] = attrs.evolve(before, number=before.number + 1) if before else one.counted
    return tuple(found.values())


def _charts(material: Material, classes: Sequence[Counted], made: Sequence[_Made]) -> Iterator[tuple[str, Chart]]:
    counts, looks = {one.name: one.number for one in classes}, {one.name: one.look for one in classes}
    charts = {
        "classes": class_chart(counts, looks),
        "trend": trend_chart(material.history()),
        "scores": score_chart([share for one in made for share in one.shares]),
        "variants": variant_chart(material.summary.variants),
    }
    return ((name, chart) for name, chart in charts.items() if chart is not None)


def _figures(material: Material) -> Iterator[str]:
    """What the terminal says under the cases: how many were expected, ran and were compared."""
    overall, compared = material.summary.overall, material.comparison
    if compared is not None:
        yield f"{compared.expected:,} expected, {compared.ran:,} run, {compared.compared:,} compared"
        yield f"{compared.errored:,} errored"
    else:
        yield f"{counted(overall.cases, 'case')} in {counted(overall.trials, 'trial')}"
        yield f"{overall.passed:,} passed, {overall.failed:,} failed, {overall.errors:,} errored"
    yield f"{overall.masked:,} masked"
    yield f"known {material.known:,}, expiring {material.expiring:,}, expired {material.expired:,}"
    if material.not_selected:
        yield f"{material.not_selected:,} not selected"


def _notices(material: Material) -> Iterator[str]:
    yield from material.decision.notices
    if material.comparison is None and material.paired is None:
        why = f": {material.not_compared}" if material.not_compared else ""
        yield f"{NOT_COMPARED}{why}"
    if material.suites_left_out:
        yield f"suites left out: {listed(material.suites_left_out)}"
    for guard in material.header.guards_off:
        yield f"without {guard}"


def _facts(material: Material) -> Iterator[Fact]:
    header = material.header
    yield Fact(name="exit code", text=str(int(material.decision.exit_code)))
    yield Fact(name="run", text=header.run, code=True)
    if material.variant is not None:
        yield Fact(name="variant", text=material.variant, code=True)
    yield Fact(name="finished", text=_moment(material.finished))
    yield Fact(name="expiry judged by", text=material.today.isoformat())
    yield Fact(name="git revision", text=_revision(header), code=header.revision is not None)
    yield from (Fact(name=f"agent of {suite}", text=text, code=True) for suite, text in _agents(header))
    if header.project_files:
        files: dict[str, Json] = {**header.project_files}
        yield Fact(name="agent's files", text=f"{counted(len(files), 'file')}, digest {digest(files)}")
    if header.selection:
        yield Fact(name="selection", text=header.selection, code=True)
    yield Fact(name="outside world", text=header.mode.value)
    yield Fact(name="goldgate", text=header.goldgate)


def _moment(text: str) -> str:
    """`2026-11-30 16:05:53 UTC`, of the time as it stands in the run."""
    return f"{dt.datetime.fromisoformat(text).astimezone(dt.UTC):%Y-%m-%d %H:%M:%S} UTC" if text else "unknown"


def _revision(header: RunHeader) -> str:
    if header.revision is None:
        return "unknown"
    return f"{header.revision[:12]} with uncommitted changes" if header.dirty else header.revision[:12]


def _agents(header: RunHeader) -> Iterator[tuple[str, str]]:
    """Each suite's agent, and the digests of what it was given."""
    for name, suite in header.suites.items():
        given = [f"{one.name} {one.digest}" for one in suite.variants.values() if one.digest]
        yield name, ", ".join([suite.agent, *given])
