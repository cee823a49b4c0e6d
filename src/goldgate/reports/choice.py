"""Which variant did best on a split? The one that solved most trials; none where that is not certain."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any

import attrs

from goldgate.judge.trials import is_solved
from goldgate.model.case import Split
from goldgate.model.case_key import CaseKey
from goldgate.model.frozen import frozen
from goldgate.model.plan import TrialKey
from goldgate.model.result import Figures
from goldgate.reports.line import Line, dim, line, strong


@frozen(kw_only=True)
class Standing:
    """How many trials of a variant were solved, out of all; an error may stand for either."""

    solved: int = 0
    errors: int = 0
    trials: int = 0

    @property
    def rate(self) -> Fraction:
        """The part that is known to be solved."""
        return Fraction(self.solved, self.trials)


@frozen(kw_only=True)
class Choice:
    """What the trials of one split say of the variants: the best, None where there is no single one."""

    split: Split
    standings: Mapping[str, Standing]
    variant: str | None
    why: str = ""


def choose(
    trials: Mapping[TrialKey, Figures], cases: Collection[CaseKey], *, split: Split, solved_score: Decimal | None
) -> Choice:
    """The variant that solved the largest part of its trials of these cases, which are those of the split."""
    standings = defaultdict[str, Standing](Standing)
    for (suite, case, variant, _), figures in sorted(trials.items()):
        if (suite, case) in cases:
            before = standings[variant]
            solved = is_solved(figures, solved_score)
            standings[variant] = attrs.evolve(
                before,
                solved=before.solved + (solved is True),
                errors=before.errors + (solved is None),
                trials=before.trials + 1,
            )
    return _chosen(split, dict(standings))


def _chosen(split: Split, standings: Mapping[str, Standing]) -> Choice:
    if errors := sum(standing.errors for standing in standings.values()):
        why = f"{errors} of its trials have no judgement"
        return Choice(split=split, standings=standings, variant=None, why=why)
    most = max(standing.rate for standing in standings.values())
    best = [name for name, standing in standings.items() if standing.rate == most]
    if len(best) > 1:
        return Choice(split=split, standings=standings, variant=None, why=f"{' and '.join(best)} are equal")
    return Choice(split=split, standings=standings, variant=best[0])


def choice_lines(choice: Choice | None) -> Iterator[Line]:
    """What was chosen, or why nothing was."""
    if choice is None:
        return
    scores = ", ".join(f"{name} {standing.solved}/{standing.trials}" for name, standing in choice.standings.items())
    if choice.variant is None:
        yield line(f"no choice by {choice.split}: {choice.why}", dim(f"  ({scores})"))
    else:
        yield line(f"best by {choice.split}: ", strong(choice.variant), dim(f"  ({scores})"))


def choice_document(choice: Choice | None) -> Mapping[str, Any] | None:
    """The same for machines."""
    if choice is None:
        return None
    return {
        "by": choice.split.value,
        "variant": choice.variant,
        "why": choice.why,
        "standings": {
            name: {"solved": one.solved, "errors": one.errors, "trials": one.trials}
            for name, one in choice.standings.items()
        },
    }
