"""Which half of which run is meant, and how did its cases end? A finished run, or one variant of it."""

from decimal import Decimal
from fractions import Fraction

from goldgate.commands.project import Project
from goldgate.errors import UsageError
from goldgate.model.frozen import frozen
from goldgate.model.result import Result
from goldgate.reports.sides import case_sides as sides_of
from goldgate.reports.sides import ends
from goldgate.statistics.contrast import CaseSides
from goldgate.statistics.trials import mean_pass_hat_k
from goldgate.store.runs import FinishedRun, open_run, results_of


@frozen(kw_only=True)
class Half:
    """The trials of one variant of a finished run."""

    run: FinishedRun
    variant: str

    @property
    def name(self) -> str:
        """What the half is called: that of its run, with the variant where the run has several."""
        return f"{self.run.name}:{self.variant}" if len(self.run.header.variants) > 1 else self.run.name


def half_named(project: Project, text: str) -> Half:
    """The half that `RUN` or `RUN:VARIANT` names; without RUN, the newest.

    Raises UsageError for a variant that the run lacks, or where it has several and none is named; NoRun, IncompleteRun.
    """
    name, _, variant = text.partition(":")
    run = open_run(project.root, name or None)
    there = run.header.variants
    if variant and variant not in there:
        raise UsageError(f"the run {run.name} has no variant {variant!r}; it has {', '.join(map(repr, there))}")
    if not variant and len(there) > 1:
        raise UsageError(f"the run {run.name} has the variants {', '.join(there)}; say which: {run.name}:{there[0]}")
    return Half(run=run, variant=variant or there[0])


def case_sides(reference: Half, candidate: Half, *, solved_score: Decimal | None) -> tuple[CaseSides, ...]:
    """Both sides of all cases, in plan order; the halves were asked the same."""
    return sides_of(_trials(reference), _trials(candidate), solved_score=solved_score)


def rate_of(half: Half, *, solved_score: Decimal | None) -> Fraction | None:
    """The mean of the solve rates of a half's cases; None with errors."""
    found = mean_pass_hat_k((ends(trials, solved_score) for trials in _trials(half).values()), 1)
    return None if found is None else found.value


def _trials(half: Half) -> dict[tuple[str, str], list[Result]]:
    suites = half.run.header.suites.items()
    results = results_of(half.run, {(suite, case) for suite, header in suites for case in header.cases})
    return {key: [one for one in of_case if one.variant == half.variant] for key, of_case in results.items()}
