"""What would the baseline say of this run? One line a case, from all its trials."""

import json
from collections.abc import Sequence
from decimal import Decimal

from goldgate.differ.canonical import spell
from goldgate.differ.outcome import observe
from goldgate.formats.baseline import read_line, write_line
from goldgate.judge.trials import case_verdict, is_solved, trials_disagree
from goldgate.model.baseline import BaselineLine
from goldgate.model.frozen import frozen
from goldgate.model.judgement import Verdict
from goldgate.model.result import Figures, Result
from goldgate.model.sampling import Counts
from goldgate.model.settings import OutcomeSettings


@frozen(kw_only=True)
class Observed:
    """What came of one trial: the verdict, and the line of the baseline that would say it."""

    verdict: Verdict
    text: str


@frozen(kw_only=True)
class Proposal:
    """The line of the baseline that would speak for a case (None: a trial is in ERROR); whether its trials disagree."""

    text: str | None
    disagree: bool

    @property
    def line(self) -> BaselineLine | None:
        """What the text says."""
        return None if self.text is None else read_line(self.text)


def observed(trial: Result, *, definition: str, settings: OutcomeSettings) -> Observed:
    """What came of one trial. `definition` is the digest of its case, `settings` are those of its suite."""
    failed = trial.failed
    line = BaselineLine(
        id=trial.id,
        verdict=trial.verdict,
        failed=tuple(sorted(set(failed))) if failed else (),
        case=definition,
        outcome=observe(trial.trace, settings),
    )
    return Observed(verdict=trial.verdict, text=write_line(line))


def propose(trials: Sequence[Observed]) -> Proposal:
    """What came of all trials of one case; the first trial that has the verdict of the case speaks for it."""
    if len(trials) == 1:
        return Proposal(text=None if trials[0].verdict is Verdict.ERROR else trials[0].text, disagree=False)
    verdict = case_verdict([trial.verdict for trial in trials])
    speaker = next(trial.text for trial in trials if trial.verdict is verdict)
    return Proposal(
        text=None if verdict is Verdict.ERROR else speaker,
        disagree=trials_disagree((trial.verdict, _without_failed(trial.text)) for trial in trials),
    )


def count(case: str, trials: Sequence[Figures], *, definition: str, solved_score: Decimal | None) -> Proposal:
    """What came of all trials of one case of a sampled suite; they may differ as they like.

    A trial is solved when it passes; one with a score from `solved_score` on, where that is given.
    """
    ends = [is_solved(figures, solved_score) for figures in trials]
    if None in ends:
        return Proposal(text=None, disagree=False)
    counts = Counts(solved=ends.count(True), total=len(ends))
    verdict = Verdict.PASS if counts.solved == counts.total else Verdict.FAIL
    return Proposal(
        text=write_line(BaselineLine(id=case, verdict=verdict, case=definition, trials=counts)), disagree=False
    )


def _without_failed(text: str) -> str:
    """Verdicts and outcomes are held against each other by their spelling: `==` takes 1, 1.0 and True for the same."""
    document = json.loads(text)
    document.pop("failed", None)
    return spell(document)
