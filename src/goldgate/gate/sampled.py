"""How does a case of a sampled suite stand? By how often it was solved; what of that is chance, statistics say."""

import datetime as dt
from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import floor

import attrs

from goldgate.errors import BadFile, InternalFault, Problem
from goldgate.formats.baseline import Entry
from goldgate.gate.classify import classify
from goldgate.gate.facts import SAME_VERDICT, Examiner
from goldgate.gate.sides import Sides
from goldgate.model.baseline import BaselineLine
from goldgate.model.comparison import CaseClass, CaseComparison, Facts, Marker, Ruling
from goldgate.model.frozen import frozen
from goldgate.model.judgement import Verdict
from goldgate.model.sampling import Broken, CaseCounts, Counts, Sampling


def examiner_of(sides: Sides, *, today: dt.date) -> Examiner:
    """Who looks at the cases of a suite, sampled or not. Raises BadFile for an accepted line that counts no trials."""
    if not sides.header.sampled:
        return Examiner(sides=sides, today=today)
    sides = attrs.evolve(sides, observed=tuple(sides.observed), accepted=tuple(sides.accepted))
    counts = () if sides.settings_changed else tuple(_counts(Examiner(sides=sides, today=today)))
    if sides.weigh is None:
        raise InternalFault(f"nobody weighs the trials of the sampled suite {sides.suite!r}")
    sampling = sides.weigh(counts)
    broken = {one.id: one for one in sampling.broken}
    return SampledExaminer(sides=sides, today=today, sampling=sampling, broken=broken)


@frozen(kw_only=True)
class SampledExaminer(Examiner):
    """Looks at the cases of a sampled suite, of which `sampling` says what is more than chance; `broken` are by id."""

    sampling: Sampling
    broken: Mapping[str, Broken]

    def examine(self, case_id: str, now: Entry | None, then: Entry | None) -> CaseComparison:
        """The case with its counts, and the ruling by these; in words why it is said to have broken."""
        case = super().examine(case_id, now, then)
        actual, expected = _trials(now), _trials(then)
        broken = self.broken.get(case_id)
        return attrs.evolve(
            case,
            ruling=self._ruling(case, actual),
            then=expected,
            now=actual,
            reasons=() if broken is None else (broken_text(broken),),
        )

    def _ruling(self, case: CaseComparison, now: Counts | None) -> Ruling:
        """What the table says, where C = FAIL means that the case broke, or fails under a marker as it is known to."""
        facts = case.facts
        if now is None or not facts.in_golden:
            return classify(facts)
        accepted = facts.baseline is not None
        broke, well = self._changes(case.id, facts, now)
        if facts.marker is Marker.NONE:
            before, current = Verdict.PASS, Verdict.FAIL if broke else Verdict.PASS
        else:
            before, current = Verdict.PASS if broke else Verdict.FAIL, Verdict.PASS if well else Verdict.FAIL
        changed = self.sides.settings_changed
        ruling = classify(
            attrs.evolve(
                facts,
                baseline=before if accepted else None,
                current=current,
                disagree=False,
                same_outcome=accepted and not changed,
                same_failure=accepted,
                has_expectations=True,
            )
        )
        return SAME_VERDICT if changed and ruling.case_class is CaseClass.KNOWN else ruling

    def _changes(self, case_id: str, facts: Facts, now: Counts) -> tuple[bool, bool]:
        """Whether the case certainly broke, and whether every trial solves it by more than luck.

        Without counts to hold it against, what never happens and what always does must do.
        """
        every = now.solved == now.total
        if facts.baseline is None:
            return False, every
        if self.sides.settings_changed:
            was_well = facts.baseline is Verdict.PASS
            return was_well and not now.solved, was_well and every
        return case_id in self.broken, case_id in self.sampling.mended


def broken_text(broken: Broken) -> str:
    """`solved 5 of 5 times as accepted, 0 of 5 now; by chance at most 1 in 1,024`."""
    return f"solved {broken.then} of {broken.then} times as accepted, 0 of {broken.now} now; {by_chance(broken.chance)}"


def by_chance(chance: Fraction) -> str:
    """`by chance at most 1 in 1,024`."""
    return f"by chance at most 1 in {floor(1 / chance):,}"


def _counts(examiner: Examiner) -> Iterator[CaseCounts]:
    """The cases that both sides count, and those that nobody can count now: a trial is in ERROR, or did not run."""
    for case_id, now, then in examiner.cases():
        if then is None or not examiner.sides.selects(case_id) or case_id not in examiner.sides.header.cases:
            continue
        accepted = then.line()
        if accepted.trials is None:
            raise _misfit(then, accepted)
        yield CaseCounts(id=case_id, then=accepted.trials, now=None if now is None else now.line().trials)


def _trials(entry: Entry | None) -> Counts | None:
    return None if entry is None else entry.line().trials


def _misfit(entry: Entry, line: BaselineLine) -> BadFile:
    message = f"the suite is sampled, and the line of {line.id!r} counts no trials; take the edit back"
    return BadFile(Problem(code=BadFile.code, message=message, file=entry.file, line=entry.number))
