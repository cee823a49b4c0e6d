"""`goldgate compare`: which options, and what is printed?"""

import datetime as dt
from decimal import Decimal
from typing import Final

import click

from goldgate.cli.exact_number import ExactNumber, share_of
from goldgate.cli.options import day_or_today, form_option, project_here, today_option, variant_option
from goldgate.cli.report_options import Reports, report_options
from goldgate.cli.screen import tell
from goldgate.commands import compare as command
from goldgate.commands.answer import Answer
from goldgate.commands.compare_runs import compare_runs
from goldgate.errors import UsageError

_BOTH: Final = 2


@click.command(short_help="Hold the last run against the committed baseline.")
@click.option(
    "--run",
    "runs",
    metavar="RUN[:VARIANT]",
    multiple=True,
    help="The run to compare, the newest by default. Twice: hold the second against the first, and no baseline.",
)
@click.option(
    "--margin",
    type=ExactNumber(),
    metavar="POINTS",
    help="With two runs: the second must be shown to be worse by less than so many points of 100.",
)
@variant_option
@click.option("--all", "every", is_flag=True, help="List the cases that are fine, too.")
@report_options
@today_option
@form_option
def compare(
    *,
    runs: tuple[str, ...],
    margin: Decimal | None,
    every: bool,
    variant: str | None,
    reports: Reports,
    today: dt.date | None,
    form: str,
) -> int:
    """Hold a finished run against the committed baseline; runs nothing, writes nothing.

    With --run twice: two runs of the same cases side by side, the second held against the first. RUN:VARIANT names one
    variant of a run, and :VARIANT one of the newest.

    \b
    Exit codes:
      0  nothing is worse, and the baseline describes the agent
         two runs: the second is not significantly worse, or is within the margin
      1  something is worse, or the baseline is stale
         two runs: the second is significantly worse, or not shown to be within the margin
      2  no judgement: no finished run, a run made from other files than those on disk,
         a missing baseline, a case in ERROR, two runs that were not asked the same
    """  # noqa: D301 - \b is click's mark for a paragraph that stays as it is
    if len(runs) >= _BOTH and reports.texts:
        raise UsageError("--report tells of one run and its baseline; of two runs --format json does")
    if len(runs) >= _BOTH and variant is not None:
        raise UsageError(
            "--variant is for one run and its baselines; each of two runs names its own: --run RUN:VARIANT"
        )
    if len(runs) == _BOTH:
        return tell(_of_two(runs[0], runs[1], margin=margin, every=every), form=form)
    if runs[_BOTH:]:
        raise UsageError(f"--run names one run or two, got {len(runs)}")
    if margin is not None:
        raise UsageError("--margin is for two runs: --run A --run B")
    run = next(iter(runs), None)
    project = project_here()
    with reports.telling(project, form=form) as told:
        return told(command.compare(project=project, run=run, every=every, today=day_or_today(today), variant=variant))


def _of_two(reference: str, candidate: str, *, margin: Decimal | None, every: bool) -> Answer:
    return compare_runs(
        project=project_here(),
        reference=reference,
        candidate=candidate,
        margin=None if margin is None else share_of(margin, option="--margin"),
        every=every,
    )
