"""`goldgate compare`: which options, and what is printed?"""

import datetime as dt

import click

from goldgate.cli.options import day_or_today, form_option, project_here, today_option
from goldgate.cli.screen import tell
from goldgate.commands import compare as command


@click.command(short_help="Hold the last run against the committed baseline.")
@click.option("--run", "run", metavar="RUN", help="The run to compare; the newest by default.")
@click.option("--all", "every", is_flag=True, help="List the cases that are fine, too.")
@today_option
@form_option
def compare(*, run: str | None, every: bool, today: dt.date | None, form: str) -> int:
    """Hold a finished run against the committed baseline; runs nothing, writes nothing.

    \b
    Exit codes:
      0  nothing is worse, and the baseline describes the agent
      1  something is worse, or the baseline is stale
      2  no judgement: no finished run, a run made from other files than those on disk,
         a missing baseline, a case in ERROR
    """  # noqa: D301 - \b is click's mark for a paragraph that stays as it is
    answer = command.compare(project=project_here(), run=run, every=every, today=day_or_today(today))
    return tell(answer, form=form)
