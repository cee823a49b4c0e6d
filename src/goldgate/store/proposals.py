"""What would the baseline say of this run? One line a case, from all its trials."""

from collections.abc import Sequence

import attrs

from goldgate.differ.outcome import observe
from goldgate.formats.baseline import write_line
from goldgate.judge.trials import case_verdict, trials_disagree
from goldgate.model.baseline import BaselineLine
from goldgate.model.judgement import Verdict
from goldgate.model.result import Result
from goldgate.model.settings import OutcomeSettings


@attrs.frozen(kw_only=True)
class Proposal:
    """The observed outcome of a case (None: a trial is in ERROR), and whether its trials disagree."""

    line: BaselineLine | None
    disagree: bool


def propose(trials: Sequence[Result], *, definition: str, settings: OutcomeSettings) -> Proposal:
    """What came of all trials of one case; the first trial that has the verdict of the case speaks for it.

    `definition` is the digest of the case, `settings` are those of its suite.
    """
    lines = [_observed(trial, definition=definition, settings=settings) for trial in trials]
    verdict = case_verdict([trial.verdict for trial in trials])
    speaker = next(line for line in lines if line.verdict is verdict)
    return Proposal(line=None if verdict is Verdict.ERROR else speaker, disagree=_disagree(lines))


def _observed(trial: Result, *, definition: str, settings: OutcomeSettings) -> BaselineLine:
    return BaselineLine(
        id=trial.id,
        verdict=trial.verdict,
        failed=tuple(sorted(set(trial.failed))),
        case=definition,
        outcome=observe(trial.trace, settings),
    )


def _disagree(lines: Sequence[BaselineLine]) -> bool:
    """Whether verdicts or outcomes differ; by their spelling, since `==` takes 1 and 1.0 and True for the same."""
    if len(lines) == 1:
        return False
    return trials_disagree((line.verdict, write_line(attrs.evolve(line, failed=()))) for line in lines)
