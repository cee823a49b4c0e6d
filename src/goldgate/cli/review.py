"""`goldgate review`: which options, and what is printed?"""

import datetime as dt
import os
import sys

import click

from goldgate.cli.options import day_or_today, form_option, project_here, today_option, variant_option
from goldgate.cli.review_session import Session
from goldgate.cli.screen import tell
from goldgate.commands import review as command
from goldgate.commands.update_baseline import require_a_person
from goldgate.errors import UsageError


@click.command(short_help="Decide about changes one by one: accept, reject, mark as known.")
@click.option("--run", "run", metavar="RUN", help="The run to review; the newest by default.")
@variant_option
@click.option("--list", "only_list", is_flag=True, help="List what waits, and ask nothing.")
@click.option("--accept", "accept", multiple=True, metavar="ID", help="Accept the change of this case. Repeatable.")
@click.option("--reject", "reject", multiple=True, metavar="ID", help="Leave this case as it is. Repeatable.")
@click.option("--reason", "reason", metavar="TEXT", help="Why, for accepted cases that need one; kept in their lines.")
@today_option
@form_option
def review(
    *,
    run: str | None,
    only_list: bool,
    accept: tuple[str, ...],
    reject: tuple[str, ...],
    reason: str | None,
    variant: str | None,
    today: dt.date | None,
    form: str,
) -> int:
    """Go through what changed, worst first, and decide: accept it, reject it, or mark it as a known failure.

    Everything is written once, at the end, as update-baseline writes it, and what that refuses is refused.
    Without a terminal use --list, --accept and --reject.

    \b
    Exit codes:
      0  nothing is left to review
      1  something is left: rejected, not decided, or refused
      2  nothing can be reviewed or written
    """  # noqa: D301 - \b is click's mark for a paragraph that stays as it is
    waiting = command.open_review(project=project_here(), run=run, today=day_or_today(today), variant=variant)
    if only_list:
        if accept or reject:
            raise UsageError("--list only lists; leave out --accept and --reject")
        return tell(command.listed(waiting), form=form)
    if accept or reject:
        decisions = command.named_decisions(waiting, accept=accept, reject=reject, reason=reason)
        return tell(command.carry_out(waiting, decisions, environ=os.environ), form=form)
    if not waiting.waiting:
        return tell(command.listed(waiting), form=form)
    if form == "json" or not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise UsageError("there is no terminal to ask in: --list says what waits; then --accept ID, --reject ID")
    require_a_person(os.environ)
    return tell(command.carry_out(waiting, Session(review=waiting).decisions(), environ=os.environ), form=form)
