"""How does a run read in a comment on a pull request? Short: what is worse or stale and why, and what to do next.

Text of others stands in code spans, in which no mention, link, image or HTML does anything.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from goldgate.differ.show import inert
from goldgate.gate.groups import Group, group_changes
from goldgate.model.case_key import CaseKey, case_name
from goldgate.model.comparison import Severity
from goldgate.reports.handed import handed_lines
from goldgate.reports.line import plain_text
from goldgate.reports.material import Material, Refusal, ReportedCase
from goldgate.reports.pair import PairReport, contribution_lines, regression_text, title_of
from goldgate.reports.summarise import class_counts
from goldgate.reports.wording import BADGE, GATE, NOT_COMPARED, coded, counted, known_text

MARK: Final = "<!-- goldgate -->"
"""The first line, by which a comment is found again and replaced; that of another variant names it."""
MOST_ROWS: Final = 50
MOST_KNOWN: Final = 20
MOST_FINDINGS: Final = 4
MOST_NAMES: Final = 10
MOST_SAID: Final = 8
"""How many reasons, notices or problems are told."""
LONGEST: Final = 300
"""Characters of a text."""
ROOM: Final = 28_000
"""Bytes of all rows; with all that is around them, less than the 65,536 that GitHub takes."""
_KNOWN_ROOM: Final = 9_000
_BACKTICKS: Final = re.compile("`+")
_SHOWN: Final = (Severity.NO_JUDGEMENT, Severity.WORSE, Severity.STALE)


def markdown_report(material: Material) -> Iterator[str]:
    """The comment, in pieces."""
    decision = material.decision
    variant = material.variant
    mark, of = (MARK, "") if variant is None else (f"<!-- goldgate {variant} -->", f", variant {code(variant)}")
    yield f"{mark}\n### goldgate: {GATE[decision.exit_code]}{of}\n\n"
    if decision.reasons:
        yield f"**{_said(decision.reasons)}**\n\n"
    told = _Told(material)
    for case in material.cases():
        told.add(case)
    if material.paired is not None:
        yield from _contributions(material.paired)
    yield from told.table()
    yield f"{_figures(material)}\n\n"
    if decision.notices:
        yield f"Notice: {_said(decision.notices)}\n\n"
    if material.not_compared is not None:
        yield f"{NOT_COMPARED.capitalize()}: {code(material.not_compared)}\n\n"
    yield from told.known_failures()
    yield f"Next: {code(material.next_step)}\n"


def _contributions(report: PairReport) -> Iterator[str]:
    """What a paired run shows of each skill, the cases that are lost with it by name, and the regression gate."""
    for contribution in report.contributions:
        yield f"**{code(title_of(contribution))}**\n\n"
        yield from (f"- {code(plain_text([said]).strip())}\n" for said in contribution_lines(contribution))
        cases = contribution.contrast.cases
        if lost := [case_name(one.suite, one.id) for one in cases if one.difference is not None and one.difference < 0]:
            yield f"- lost: {_said(lost)}\n"
        yield "\n"
    yield from (f"- {code(plain_text([said]).strip())}\n" for said in handed_lines(report.handed))
    yield f"- {code(regression_text(report))}\n\n"


def markdown_refusal(refusal: Refusal) -> Iterator[str]:
    """A command that came to no judgement, with its problems."""
    yield f"{MARK}\n### goldgate: no judgement\n\n"
    for problem in refusal.problems[:MOST_SAID]:
        yield f"- {code(str(problem))} {problem.code}\n"
    if refusal.problems[MOST_SAID:]:
        yield f"- … and {len(refusal.problems) - MOST_SAID} more\n"


def code(text: str) -> str:
    """A text that does nothing, whatever it says: one line in a code span, cut where it is long."""
    shown = inert(text)
    shown = shown if len(shown) <= LONGEST else f"{shown[: LONGEST - 1]}…"
    fence = "`" * (max(map(len, _BACKTICKS.findall(shown)), default=0) + 1)
    return f"{fence} {shown} {fence}" if "`" in shown or not shown.strip() else f"{fence}{shown}{fence}"


def _cell(text: str) -> str:
    """As `code`; a bar would end the cell even in a code span, so it is written as an escape."""
    return code(text.replace("|", r"\u007c"))


def _said(sentences: Sequence[str]) -> str:
    left = len(sentences) - MOST_SAID
    return ", ".join(map(code, sentences[:MOST_SAID])) + (f" and {left} more" if left > 0 else "")


class _Told:
    """Rows of what is worse or stale, and the known failures, as many as there is room for; the others are counted."""

    def __init__(self, material: Material) -> None:
        shown = () if material.comparison is None else material.comparison.cases
        groups = group_changes(case for case in shown if case.ruling.severity in _SHOWN)
        self._group_of: dict[CaseKey, Group] = {key: group for group in groups for key in group.ids}
        self._told: set[int] = set()
        self._rows = {severity: _Bounded(most=MOST_ROWS) for severity in _SHOWN}
        self._known = _Bounded(most=MOST_KNOWN)

    def add(self, case: ReportedCase) -> None:
        """Take a case in; of a group only the first makes a row."""
        if case.is_known:
            self._known.add(_known_line(case))
        if case.severity not in self._rows:
            return
        group = self._group_of.get((case.suite, case.id))
        if group is None:
            self._rows[case.severity].add(_row(case))
        elif id(group) not in self._told:
            self._told.add(id(group))
            self._rows[case.severity].add(_group_row(group, case), cases=len(group.ids))

    def table(self) -> Iterator[str]:
        """The worst first; nothing where all is well."""
        rows = [row for severity in _SHOWN for row in self._rows[severity].rows]
        shown, left = _fitting(rows, room=ROOM)
        left += sum(bounded.left for bounded in self._rows.values())
        if not rows:
            return
        yield "| | case | why |\n|---|---|---|\n"
        yield from shown
        yield f"\n… and {counted(left, 'more case')}\n\n" if left else "\n"

    def known_failures(self) -> Iterator[str]:
        """Behind a line that opens them."""
        shown, left = _fitting(self._known.rows, room=_KNOWN_ROOM)
        if not self._known.rows:
            return
        total = len(self._known.rows) + self._known.left
        yield f"<details><summary>{counted(total, 'known failure')}</summary>\n\n"
        yield from shown
        if left := left + self._known.left:
            yield f"- … and {left} more\n"
        yield "\n</details>\n\n"


class _Bounded:
    """The first rows, each with the number of cases that it stands for; of the others only that number."""

    def __init__(self, *, most: int) -> None:
        self._most = most
        self.rows: list[tuple[str, int]] = []
        self.left = 0

    def add(self, row: str, *, cases: int = 1) -> None:
        """Keep a row, or count it."""
        if len(self.rows) < self._most:
            self.rows.append((row, cases))
        else:
            self.left += cases


def _fitting(rows: Iterable[tuple[str, int]], *, room: int) -> tuple[list[str], int]:
    """The rows, in their order, that have room in so many bytes, and how many cases the others stand for."""
    shown: list[str] = []
    left = 0
    for row, cases in rows:
        room -= len(row.encode())
        if room < 0:
            left += cases
        else:
            shown.append(row)
    return shown, left


def _row(case: ReportedCase) -> str:
    place = "" if case.file is None or case.line is None else f"<br>{_cell(f'{case.file}:{case.line}')}"
    findings = [_cell(finding) for finding in case.findings[:MOST_FINDINGS]]
    more = case.findings[MOST_FINDINGS:]
    findings += [f"… and {len(more)} more"] if more else []
    what = coded(f"**{BADGE[case.severity]}** {case.kind}", case.code)
    return f"| {what} | {_cell(case.name)}{place} | {'<br>'.join([case.meaning, *findings])} |\n"


def _group_row(group: Group, first: ReportedCase) -> str:
    names = [_cell(case_name(*key)) for key in group.ids[:MOST_NAMES]]
    left = len(group.ids) - MOST_NAMES
    names += [f"… and {left} more"] if left > 0 else []
    what = coded(f"**{BADGE[first.severity]}** {group.case_class.value}", first.code)
    why = f"{first.meaning}<br>{_cell(group.summary)} in {counted(len(group.ids), 'case')}"
    return f"| {what} | {'<br>'.join(names)} | {why} |\n"


def _known_line(case: ReportedCase) -> str:
    known = case.known_failure
    said = "" if known is None else f": {code(known_text(known))}"
    age = "" if case.age_days is None else f", marked {counted(case.age_days, 'day')} ago"
    until = "" if known is None or known.expires is None else f", until {known.expires}"
    return f"- {code(case.name)}{said}{age}{until}\n"


def _figures(material: Material) -> str:
    """How many of what, in a line."""
    compared = material.comparison
    tally = material.summary.overall
    if compared is None:
        ran = f"{material.header.trials} expected, {tally.trials} run, 0 compared, {tally.errors} errored"
        counts = f"passed {tally.passed}, failed {tally.failed}, masked {tally.masked}"
    else:
        ran = (
            f"{compared.expected} expected, {compared.ran} run, "
            f"{compared.compared} compared, {compared.errored} errored"
        )
        counts = ", ".join(f"{kind.value} {number}" for kind, number in class_counts(compared.counts)) or "no cases"
    left_out = f"; {material.not_selected} not selected" if material.not_selected else ""
    expired = f", expired {material.expired}" if material.expired else ""
    shard = f"; shard {material.header.shard}" if material.header.shard else ""
    return f"{ran}; {counts}; known {material.known}, expiring {material.expiring}{expired}{left_out}{shard}"
