"""What does a maintainer say to each change? Asked by single keys; nothing is written while it is asked."""

import datetime as dt
import shutil
from collections.abc import Callable, Collection, Mapping
from typing import Final

import attrs
import click

from goldgate.cli.screen import print_lines
from goldgate.commands import review as command
from goldgate.errors import GoldgateError, Interrupted
from goldgate.gate.review import Decisions, Question, Subject
from goldgate.model.case_key import CaseKey
from goldgate.model.known_failure import KnownFailure
from goldgate.reports.line import Line, bad, dim, line, strong
from goldgate.reports.material import ReportedCase
from goldgate.reports.review import Place, question_lines
from goldgate.reports.wording import counted

_KEYS: Final[Mapping[str, str]] = {
    "a": "accept",
    "r": "reject",
    "s": "skip",
    "g": "accept all that changed alike",
    "k": "mark as known failure",
    "u": "unmark, it passes",
    "o": "open in the report",
    "q": "stop here",
}


_NOTHING_WRITTEN: Final = "interrupted; nothing was written"


class _Stopped(Exception):
    """The maintainer wants to decide no more."""


@attrs.define(kw_only=True)
class Session:
    """One walk through a review; `accepted`, `marked` and `rejected` are what was decided so far."""

    review: command.Review
    accepted: dict[CaseKey, str | None] = attrs.field(factory=dict)
    marked: dict[CaseKey, KnownFailure] = attrs.field(factory=dict)
    unmarked: set[CaseKey] = attrs.field(factory=set)
    rejected: set[CaseKey] = attrs.field(factory=set)
    _reported: Mapping[CaseKey, ReportedCase] = attrs.field(factory=dict)

    def decisions(self) -> Decisions:
        """Ask about everything that waits, then whether to write it; none where it is not to be written."""
        self._reported = self.review.reported()
        try:
            for number, subject in enumerate(self.review.waiting, start=1):
                self._ask_about(subject, number)
        except _Stopped:
            pass
        decisions = command.decisions_for(
            self.review,
            self.accepted,
            rejected=frozenset(self.rejected),
            marked=self.marked,
            unmarked=frozenset(self.unmarked),
        )
        return decisions if self._is_confirmed(decisions) else Decisions()

    def _ask_about(self, subject: Subject, number: int) -> None:
        left = list(subject.questions)
        while left:
            question = left[0]
            place = Place(number=number, of=len(self.review.waiting), alike=tuple(other.name for other in left[1:]))
            self._show(question, place)
            taken = self._decide(question, left)
            left = [other for other in left if other.key not in taken]

    def _show(self, question: Question, place: Place) -> None:
        width = shutil.get_terminal_size().columns
        print_lines([line(dim("─" * min(width, 80)))])
        print_lines(question_lines(question, self._reported[question.key], place, width=width))

    def _decide(self, question: Question, left: list[Question]) -> frozenset[CaseKey]:
        """The cases that one key decides about; asked again until there are any."""
        ways: Mapping[str, Callable[[], frozenset[CaseKey]]] = {
            "a": lambda: self._accept([question]),
            "g": lambda: self._accept([other for other in left if other.can_be_accepted]),
            "r": lambda: self._reject(question),
            "s": lambda: frozenset({question.key}),
            "k": lambda: self._mark(question),
            "u": lambda: self._unmark(question),
            "o": lambda: self._open(question),
            "q": _stop,
        }
        while True:
            key = _key(_offered(question, left))
            try:
                taken = ways[key]() if key in ways else frozenset()
            except Interrupted:
                raise
            except GoldgateError as error:
                print_lines(line(bad(str(problem))) for problem in error.problems)
                continue
            if taken:
                return taken

    def _accept(self, questions: list[Question]) -> frozenset[CaseKey]:
        """Accept these; one reason serves for all of them that need one."""
        reason = _said("reason, kept in the baseline") if any(one.needs_reason for one in questions) else ""
        if reason is None:
            return frozenset()
        wanted = {one.key: reason if one.needs_reason else None for one in questions}
        command.decisions_for(self.review, wanted)
        self.accepted |= wanted
        return frozenset(wanted)

    def _reject(self, question: Question) -> frozenset[CaseKey]:
        self.rejected.add(question.key)
        return frozenset({question.key})

    def _mark(self, question: Question) -> frozenset[CaseKey]:
        if not question.can_be_marked:
            print_lines([line(bad("only a case that fails, and has no marker yet, can be marked"))])
            return frozenset()
        if (reason := _said("why does it fail")) is None or (issue := _said("issue, where that is tracked")) is None:
            return frozenset()
        marker = KnownFailure(
            reason=reason,
            issue=issue,
            expires=_day("last day on which it may fail, as 2027-03-01; empty for none"),
            since=self.review.today,
        )
        command.require_allowed(self.review, marker)
        self.marked[question.key] = marker
        return frozenset({question.key})

    def _unmark(self, question: Question) -> frozenset[CaseKey]:
        if not question.can_be_unmarked:
            print_lines([line(bad("only a case that passes, and has a marker, can be unmarked"))])
            return frozenset()
        self.unmarked.add(question.key)
        return frozenset({question.key})

    def _open(self, question: Question) -> frozenset[CaseKey]:
        address = command.page_at(self.review, question)
        click.launch(address)
        print_lines([line(f"opened {address}")])
        return frozenset()

    def _is_confirmed(self, decisions: Decisions) -> bool:
        """Whether what was decided is to be written; what changes nothing needs no yes."""
        print_lines([line(dim("─" * 20)), _summary(decisions, of=len(self.review.questions))])
        return not decisions.written or _key("write it? [y]es [n]o", keys=("y", "n")) == "y"


def _summary(decisions: Decisions, *, of: int) -> Line:
    counts = {
        "accepted": len(decisions.accepted),
        "marked as known": len(decisions.marked),
        "unmarked": len(decisions.unmarked),
        "rejected": len(decisions.rejected),
    }
    told = ", ".join(f"{number} {what}" for what, number in counts.items() if number)
    return line(strong(told or "nothing decided"), f", {of - sum(counts.values())} left open of {counted(of, 'case')}")


def _offered(question: Question, left: list[Question]) -> str:
    """The keys that make sense now."""
    offered = {
        "a": question.can_be_accepted,
        "g": sum(other.can_be_accepted for other in left) > 1,
        "k": question.can_be_marked,
        "u": question.can_be_unmarked,
    }
    return " ".join(f"[{key}]{_rest(key, text)}" for key, text in _KEYS.items() if offered.get(key, True))


def _rest(key: str, text: str) -> str:
    """`[a]ccept`, `[k] mark as known failure`."""
    return text[1:] if text.startswith(key) else f" {text}"


def _key(prompt: str, *, keys: Collection[str] = _KEYS) -> str:
    """The next key of those that mean something."""
    click.echo(f"{prompt} ", nl=False)
    while True:
        try:
            key = click.getchar().lower()
        except (EOFError, KeyboardInterrupt):
            click.echo()
            raise Interrupted(_NOTHING_WRITTEN) from None
        if key in keys:
            click.echo(key)
            return key


def _stop() -> frozenset[CaseKey]:
    raise _Stopped


def _said(prompt: str) -> str | None:
    """A text that says something; None leads back to the keys."""
    return _line(f"{prompt}; empty to go back") or None


def _line(prompt: str) -> str:
    """What is typed, without blanks around it. Raises Interrupted."""
    try:
        text: str = click.prompt(prompt, default="", show_default=False)
    except click.Abort:
        raise Interrupted(_NOTHING_WRITTEN) from None
    return text.strip()


def _day(prompt: str) -> dt.date | None:
    while True:
        text = _line(prompt)
        try:
            return dt.date.fromisoformat(text) if text else None
        except ValueError:
            print_lines([line(bad(f"{text!r} is no date"))])
