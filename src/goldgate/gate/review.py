"""What is there to decide about a run? Every change that waits for a maintainer, worst first, like ones together."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

import attrs

from goldgate.gate.fates import Action
from goldgate.gate.groups import group_changes
from goldgate.gate.promotion import Promotion, Refusal, Write
from goldgate.gate.update_request import UpdateRequest
from goldgate.model.case_key import CaseKey, case_name
from goldgate.model.comparison import CaseComparison, Marker, Severity
from goldgate.model.frozen import frozen
from goldgate.model.judgement import Verdict
from goldgate.model.known_failure import KnownFailure

_WORST_FIRST: Final = (Severity.NO_JUDGEMENT, Severity.WORSE, Severity.STALE)
_ACCEPTABLE: Final = (Action.WRITE, Action.ACCEPT, Action.PRUNE)


@frozen(kw_only=True)
class Question:
    """One case that waits: what an update would do with it, and for one that it refuses why."""

    case: CaseComparison
    action: Action
    why: str = ""

    @property
    def key(self) -> CaseKey:
        """Suite and id."""
        return (self.case.suite, self.case.id)

    @property
    def name(self) -> str:
        """`files::search-by-name`."""
        return case_name(*self.key)

    @property
    def can_be_accepted(self) -> bool:
        """Whether its line can be written, or dropped, when somebody asks for it."""
        return self.action in _ACCEPTABLE

    @property
    def needs_reason(self) -> bool:
        """Whether accepting it needs a reason, which is kept in its line."""
        return self.action is Action.ACCEPT

    @property
    def is_removal(self) -> bool:
        """Whether accepting it drops its line."""
        return self.action is Action.PRUNE

    @property
    def can_be_marked(self) -> bool:
        """Whether it can become a known failure: it fails now, and carries no marker."""
        facts = self.case.facts
        return facts.current is Verdict.FAIL and facts.marker is Marker.NONE

    @property
    def can_be_unmarked(self) -> bool:
        """Whether its marker is all that stands in the way: it passes now."""
        facts = self.case.facts
        return facts.current is Verdict.PASS and facts.marker is not Marker.NONE


@frozen(kw_only=True)
class Subject:
    """One thing to look at: a case, or several whose outcomes changed in the same way, which `summary` says."""

    questions: tuple[Question, ...]
    summary: str | None = None

    @property
    def severity(self) -> Severity:
        """That of its cases, which have one class."""
        return self.questions[0].case.ruling.severity


@frozen(kw_only=True)
class Decisions:
    """What a maintainer said: cases accepted, with a reason where one is needed; marked or unmarked, and then accepted.

    `rejected` are those that stay as they are. `prune` says that lines of removed cases are among the accepted.
    """

    accepted: Mapping[CaseKey, str | None] = attrs.field(factory=dict)
    marked: Mapping[CaseKey, KnownFailure] = attrs.field(factory=dict)
    unmarked: frozenset[CaseKey] = frozenset()
    rejected: frozenset[CaseKey] = frozenset()
    prune: bool = False

    @property
    def written(self) -> frozenset[CaseKey]:
        """The cases whose lines are to change."""
        return frozenset((*self.accepted, *self.marked, *self.unmarked))

    def reason(self, key: CaseKey) -> str | None:
        """Why a change that is refused by default is to be written; that of a marker says it for its case."""
        return self.marked[key].reason if key in self.marked else self.accepted.get(key)


def subjects(promotions: Sequence[Promotion]) -> tuple[Subject, ...]:
    """All that waits, worst first; of one severity the biggest groups first, then cases by suite and id."""
    waiting = {question.key: question for promotion in promotions for question in _questions(promotion)}
    groups = group_changes(question.case for question in waiting.values())
    found = [Subject(questions=tuple(waiting.pop(key) for key in group.ids), summary=group.summary) for group in groups]
    found += [Subject(questions=(question,)) for question in waiting.values()]
    return tuple(sorted(found, key=lambda subject: _WORST_FIRST.index(subject.severity)))


def _questions(promotion: Promotion) -> Iterator[Question]:
    changes: Iterable[Write | Refusal] = sorted((*promotion.writes, *promotion.refused), key=lambda one: one.id)
    for change in changes:
        if change.case.ruling.severity not in _WORST_FIRST:
            continue
        match change:
            case Write():
                yield Question(case=change.case, action=Action.WRITE)
            case Refusal():
                yield Question(case=change.case, action=change.action, why=change.why)


def narrow_request(decisions: Decisions) -> UpdateRequest:
    """The update of just the cases that were decided for; those that need a reason are refused by it still."""
    return UpdateRequest(only=frozenset(case_name(*key) for key in decisions.written), prune=decisions.prune)


def request_of(decisions: Decisions, refused: Iterable[Refusal]) -> UpdateRequest:
    """The same, with a reason for each case that `narrow_request` was refused."""
    asking = {(refusal.case.suite, refusal.id) for refusal in refused if refusal.action is Action.ACCEPT}
    reasons = {case_name(*key): reason for key in asking if (reason := decisions.reason(key))}
    return attrs.evolve(narrow_request(decisions), accept=frozenset(reasons), reasons=reasons)
