"""What is true of one case? The inputs of the table, found from two raw lines; most cases need no parsing."""

import datetime as dt
from collections.abc import Iterator
from typing import Final

import attrs

from goldgate.differ.divergence import first_divergence
from goldgate.differ.outcome import compare_outcomes, same_failure
from goldgate.formats.baseline import Entry
from goldgate.gate.classify import classify
from goldgate.gate.join import Joined, join, stray
from goldgate.gate.known_failures import marker_of
from goldgate.gate.sides import Sides
from goldgate.model.baseline import BaselineLine
from goldgate.model.comparison import CaseClass, CaseComparison, Divergence, Facts, Ruling, Severity
from goldgate.model.frozen import frozen
from goldgate.model.judgement import Verdict

SAME_VERDICT: Final = Ruling(case_class=CaseClass.DRIFTED, severity=Severity.STALE, row=17)
"""What is said of a case of which nothing but the verdict can be compared."""


@frozen(kw_only=True)
class Likeness:
    """How alike two lines are: S and F of the table, where they first differ, what only the observed one captured."""

    same_outcome: bool = False
    same_failure: bool = False
    divergence: Divergence | None = None
    uncaptured: tuple[str, ...] = ()


@frozen(kw_only=True)
class Examiner:
    """Looks at the cases of one suite; `today` is the date that expiry is judged by.

    Where the outcome settings changed (only an update of the baseline goes on then), nothing but verdicts and
    definitions can be compared.
    """

    sides: Sides
    today: dt.date

    def cases(self) -> Iterator[Joined]:
        """Every case that there is something to say about: a filtered run does not look for removed ones.

        Raises BadFile for an observed case that is not part of the run.
        """
        for case_id, now, then in join(self.sides.header.cases, self.sides.observed, self.sides.accepted):
            if now is not None and not self.sides.selects(case_id):
                raise stray(now)
            if case_id in self.sides.header.cases or not self.sides.filtered:
                yield case_id, now, then

    def at_a_glance(self, case_id: str, now: Entry | None, then: Entry | None) -> CaseClass | None:
        """NOT_SELECTED, or OK for equal lines of a passing case without a marker; None for all others: `examine`.

        Of a sampled suite every case is looked at, since its counts matter even where they are the same.
        """
        if not self.sides.selects(case_id):
            return CaseClass.NOT_SELECTED
        if self.sides.header.sampled or now is None or then is None or now.text != then.text:
            return None
        plain = case_id not in self.sides.known_failures and case_id not in self.sides.disagree
        return CaseClass.OK if plain and _passes(now) else None

    def examine(self, case_id: str, now: Entry | None, then: Entry | None) -> CaseComparison:
        """The case with its facts, ruling and first divergence; `now` or `then` None where there is no such line."""
        sides = self.sides
        actual = None if now is None else now.line()
        expected = None if then is None else then.line()
        known_failure = sides.marker_of(case_id, None if actual is None else actual.verdict)
        likeness = Likeness() if sides.settings_changed else _likeness(expected, actual)
        definition = actual.case if actual else sides.header.cases.get(case_id)
        facts = Facts(
            selected=sides.selects(case_id),
            in_golden=case_id in sides.header.cases,
            baseline=expected.verdict if expected else None,
            current=actual.verdict if actual else self._verdict_without_outcome(case_id),
            marker=marker_of(known_failure, self.today),
            disagree=case_id in sides.disagree,
            same_outcome=likeness.same_outcome,
            same_failure=likeness.same_failure,
            same_definition=expected is not None and expected.case == definition,
            has_expectations=case_id not in sides.header.unexpecting,
        )
        return CaseComparison(
            suite=sides.suite,
            id=case_id,
            ruling=_ruling_on_verdicts(facts) if sides.settings_changed else classify(facts),
            facts=facts,
            failed_checks=actual.failed if actual else (),
            divergence=likeness.divergence,
            uncaptured=likeness.uncaptured,
            known_failure=known_failure,
        )

    def _verdict_without_outcome(self, case_id: str) -> Verdict | None:
        """A case that should have run and left no outcome is in error."""
        return Verdict.ERROR if case_id in self.sides.header.cases and self.sides.selects(case_id) else None


def _likeness(expected: BaselineLine | None, actual: BaselineLine | None) -> Likeness:
    if expected is None or actual is None:
        return Likeness()
    sameness = compare_outcomes(expected.outcome, actual.outcome)
    return Likeness(
        same_outcome=sameness.equal,
        same_failure=same_failure(expected, actual),
        divergence=None if sameness.equal else first_divergence(expected.outcome, actual.outcome),
        uncaptured=sameness.uncaptured,
    )


def _ruling_on_verdicts(facts: Facts) -> Ruling:
    """What the table says when outcomes can't be compared: row 5 and F don't apply, the same verdict is a drift."""
    accepted = facts.baseline is not None
    ruling = classify(attrs.evolve(facts, has_expectations=True, same_failure=accepted))
    return SAME_VERDICT if ruling.case_class is CaseClass.KNOWN else ruling


def _passes(entry: Entry) -> bool:
    """Whether the text says so where our own lines say it; False only means: parse it.

    The id is looked for as it is, unescaped, so that no text of an agent's can pass for the verdict.
    """
    return entry.text.startswith(f'{{"id":"{entry.id}","verdict":"pass",')
