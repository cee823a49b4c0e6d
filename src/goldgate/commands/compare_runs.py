"""`goldgate compare --run A --run B`: is the second of two finished runs better or worse than the first?"""

from fractions import Fraction

from goldgate.commands.answer import Answer
from goldgate.commands.project import Project
from goldgate.commands.sides import case_sides, half_named
from goldgate.errors import UsageError
from goldgate.gate.same_question import require_same_question
from goldgate.reports.contrast import contrast_document, contrast_lines
from goldgate.statistics.contrast import contrast, decide


def compare_runs(*, project: Project, reference: str, candidate: str, margin: Fraction | None, every: bool) -> Answer:
    """Hold one run against another, each named as `RUN` or `RUN:VARIANT`; runs nothing, writes nothing.

    `margin` is a difference of rates from 0 to 1. No baseline is read, and neither run need be of what is on disk now.
    Raises IncomparableRuns for runs that were not asked the same, NoRun, IncompleteRun, UsageError also without scipy.
    """
    before, after = half_named(project, reference), half_named(project, candidate)
    if before.name == after.name:
        raise UsageError(f"both sides are the run {before.name}; name two")
    require_same_question(before.run.header, after.run.header)
    sides = case_sides(before, after, solved_score=project.settings.solved_score)
    found = contrast(sides, margin=margin)
    decision = decide(found)
    names = (before.name, after.name)
    return Answer(
        exit_code=decision.exit_code,
        lines=lambda: contrast_lines(found, decision, names=names, every=every),
        document=lambda: contrast_document(found, decision, names=names),
    )
