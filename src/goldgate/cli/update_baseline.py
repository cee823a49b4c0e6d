"""`goldgate update-baseline`: which options, and what is printed?"""

import datetime as dt
import os

import click

from goldgate.cli.options import day_or_today, form_option, project_here, today_option, variant_option
from goldgate.cli.screen import tell
from goldgate.commands import update_baseline as command


@click.command(short_help="Accept what the last run observed.")
@click.option("--run", "run", metavar="RUN", help="The run to accept; the newest by default.")
@variant_option
@click.option("--case", "cases", multiple=True, metavar="ID", help="Only this case (ID or SUITE::ID). Repeatable.")
@click.option("--accept", "accept", multiple=True, metavar="ID", help="Accept a change that is refused. Repeatable.")
@click.option("--reason", "reason", metavar="TEXT", help="Why; kept as a note in the accepted lines.")
@click.option("--prune", is_flag=True, help="Drop the lines of cases that are no longer in the golden file.")
@click.option("--recount", is_flag=True, help="Take the counts of sampled cases of which nothing changed, too.")
@click.option(
    "--accept-drop", "accept_drop", multiple=True, metavar="SUITE", help="Accept that a sampled suite got worse."
)
@click.option("--yes", "yes", type=int, metavar="N", help="Confirm that exactly N existing lines change.")
@click.option("--dry-run", is_flag=True, help="Show what would be written, and write nothing.")
@today_option
@form_option
def update_baseline(
    *,
    run: str | None,
    cases: tuple[str, ...],
    accept: tuple[str, ...],
    reason: str | None,
    prune: bool,
    recount: bool,
    accept_drop: tuple[str, ...],
    yes: int | None,
    variant: str | None,
    dry_run: bool,
    today: dt.date | None,
    form: str,
) -> int:
    """Write what a finished run observed into the committed baseline; executes nothing.

    This is the only command that writes baselines. Look at the diff before you commit it.

    \b
    Exit codes:
      0  nothing was refused
      1  some cases were refused; the others are written
      2  the whole command was refused; nothing was written
    """  # noqa: D301 - \b is click's mark for a paragraph that stays as it is
    answer = command.update_baseline(
        project=project_here(),
        run=run,
        cases=cases,
        accept=accept,
        reason=reason,
        prune=prune,
        recount=recount,
        accept_drop=accept_drop,
        yes=yes,
        dry_run=dry_run,
        today=day_or_today(today),
        environ=os.environ,
        variant=variant,
    )
    return tell(answer, form=form)
