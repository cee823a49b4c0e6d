"""`goldgate report`: which options, and what is printed?"""

import datetime as dt

import click

from goldgate.cli.options import day_or_today, form_option, project_here, today_option, variant_option
from goldgate.cli.report_options import Reports, report_options
from goldgate.commands import report as command


@click.command(short_help="Write reports on a run that has ended.")
@click.argument("run", required=False, metavar="[RUN]")
@variant_option
@click.option("--all", "every", is_flag=True, help="List the cases that are fine, too.")
@report_options
@today_option
@form_option
def report(
    *, run: str | None, every: bool, variant: str | None, reports: Reports, today: dt.date | None, form: str
) -> int:
    """Tell of RUN, the newest complete one by default, and write the reports that --report asks for; runs nothing.

    It is held against the committed baseline, as `goldgate compare` does it. A run of other variants of
    which none is named, or of a suite without a baseline, is told of by its results alone.

    \b
    Exit codes:
      0  the gate is open: as `compare` says, without a baseline as `run` says
      1  the gate is closed
      2  no judgement: a run made from other files than those on disk,
         a case in ERROR, a report that could not be written
    """  # noqa: D301 - \b is click's mark for a paragraph that stays as it is
    project = project_here()
    with reports.telling(project, form=form) as told:
        return told(command.report(project=project, run=run, every=every, today=day_or_today(today), variant=variant))
