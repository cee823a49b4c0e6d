"""How does a run read on GitHub? As annotations on the lines of the golden file, in the few that GitHub shows.

Annotations are workflow commands, lines that begin with `::`. What others wrote stands in them escaped, so that it can
neither end one nor begin another.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final

from goldgate.differ.show import inert
from goldgate.model.comparison import Severity
from goldgate.reports.material import Material, Refusal, ReportedCase
from goldgate.reports.wording import GATE, coded, counted

MOST: Final = 10
"""How many errors, and how many warnings, GitHub shows of one step."""
_LONGEST: Final = 1_000
_IN_MESSAGES: Final = {"%": "%25", "\r": "%0D", "\n": "%0A"}
_IN_PROPERTIES: Final = {**_IN_MESSAGES, ":": "%3A", ",": "%2C"}
_SHOWN: Final = {Severity.NO_JUDGEMENT, Severity.WORSE, Severity.STALE}

Place = Callable[[str], str]
"""Gives the path of a file, as the user knows it, as GitHub does: from the top of the repository."""


def github_report(material: Material, *, place: Place = str) -> Iterator[str]:
    """A line for each case that is worse, stale or without a judgement, the last one for those that are not shown."""
    errors, warnings = _Few("error"), _Few("warning")
    for case in material.cases():
        if case.severity in _SHOWN:
            few = errors if material.closes(case) else warnings
            few.add(_of_case(few.kind, case, place=place))
    yield from errors.lines()
    yield from warnings.lines()
    if not material.decision.open and errors.is_empty:
        reasons = "; ".join(material.decision.reasons)
        yield _command("error", reasons, {"title": f"goldgate: {GATE[material.decision.exit_code]}"})


def github_refusal(refusal: Refusal, *, place: Place = str) -> Iterator[str]:
    """A line for each problem of a command that came to no judgement."""
    errors = _Few("error")
    for problem in refusal.problems:
        where = {} if problem.file is None else _where(problem.file, problem.line, place=place)
        told = f"{problem.message} @ {problem.pointer}" if problem.pointer else problem.message
        message = "\n".join(map(inert, told.split("\n")))
        errors.add(_command("error", message, {**where, "title": f"goldgate: {problem.code}"}))
    yield from errors.lines()


class _Few:
    """The first commands of a kind; the others are counted."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self._lines: list[str] = []
        self._left = 0

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing of that kind."""
        return not self._lines

    def add(self, line: str) -> None:
        """Keep a command while GitHub would show it."""
        if len(self._lines) < MOST:
            self._lines.append(line)
        else:
            self._left += 1

    def lines(self) -> Iterable[str]:
        """All that are shown; with more than fit, one says how many."""
        if not self._left:
            return self._lines
        more = f"{counted(self._left + 1, 'more case')}, which GitHub would not show; the report has all"
        return [*self._lines[:-1], _command(self.kind, more, {"title": "goldgate"})]


def _of_case(kind: str, case: ReportedCase, *, place: Place) -> str:
    where = {} if case.file is None else _where(case.file, case.line, place=place)
    message = "\n".join(map(inert, (case.meaning, *case.findings)))
    return _command(kind, message, {**where, "title": coded(f"goldgate: {case.kind} {case.name}", case.code)})


def _where(file: str, line: int | None, *, place: Place) -> dict[str, str]:
    return {"file": place(file)} | ({} if line is None else {"line": str(line)})


def _command(kind: str, message: str, properties: Mapping[str, str]) -> str:
    said = message if len(message) <= _LONGEST else f"{message[:_LONGEST]}…"
    shown = ",".join(f"{name}={_escaped(inert(value), _IN_PROPERTIES)}" for name, value in properties.items())
    return f"::{kind} {shown}::{_escaped(said, _IN_MESSAGES)}\n"


def _escaped(text: str, escapes: Mapping[str, str]) -> str:
    return "".join(escapes.get(char, char) for char in text)
