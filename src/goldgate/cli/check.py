"""`goldgate check`: which options, and what is printed?"""

import datetime as dt

import click

from goldgate.cli.options import (
    day_or_today,
    form_option,
    running_options,
    selection_options,
    today_option,
    variant_option,
)
from goldgate.cli.output import kept_clean
from goldgate.cli.progress import watching
from goldgate.cli.report_options import Reports, report_options
from goldgate.cli.shard_option import shard_option
from goldgate.commands import check as command
from goldgate.commands.project import Project
from goldgate.model.plan import DEFAULT_VARIANT
from goldgate.suite.select import Selection


@click.command(short_help="Run and compare in one go, for hooks and CI.")
@selection_options
@shard_option
@running_options
@variant_option
@click.option("--all", "every", is_flag=True, help="List the cases that are fine, too.")
@report_options
@today_option
@form_option
def check(
    *,
    selection: Selection,
    last_failed: bool,
    project: Project,
    in_process: bool,
    every: bool,
    variant: str | None,
    reports: Reports,
    today: dt.date | None,
    form: str,
) -> int:
    """Run the golden cases and hold the run against the committed baseline.

    Writes nothing that is committed. Use it as a commit hook and in CI.

    \b
    Exit codes:
      0  nothing is worse, and the baseline describes the agent
      1  something is worse, or the baseline is stale
      2  no judgement was possible
    """  # noqa: D301 - \b is click's mark for a paragraph that stays as it is
    with reports.telling(project, form=form) as told:
        with watching() as watch, kept_clean(form=form):
            answer = command.check(
                project=project,
                selection=selection,
                last_failed=last_failed,
                in_process=in_process,
                every=every,
                today=day_or_today(today),
                watch=watch,
                variant=DEFAULT_VARIANT if variant is None else variant,
            )
        return told(answer)
