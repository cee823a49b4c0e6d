"""`goldgate show`: which options, and what is printed?"""

import datetime as dt

import click

from goldgate.cli.options import day_or_today, form_option, project_here, today_option, variant_option
from goldgate.cli.screen import tell
from goldgate.commands import show as command


@click.command(short_help="Show one case.")
@click.argument("case", metavar="CASE")
@click.option("--run", "run", metavar="RUN", help="The run to look at; the newest by default.")
@variant_option
@today_option
@form_option
def show(*, case: str, run: str | None, variant: str | None, today: dt.date | None, form: str) -> int:
    """Show one case: request, expectation, baseline, last trace, first divergence, and the row that decided.

    CASE is an id, or SUITE::ID where several suites have it.

    \b
    Exit codes:
      0  the case was shown
      2  there is no such case
    """  # noqa: D301 - \b is click's mark for a paragraph that stays as it is
    answer = command.show(project=project_here(), case=case, run=run, today=day_or_today(today), variant=variant)
    return tell(answer, form=form)
