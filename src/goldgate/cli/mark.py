"""`goldgate mark`: which options, and what is printed?"""

import datetime as dt

import click

from goldgate.cli.options import Day, day_or_today, form_option, project_here, today_option
from goldgate.cli.screen import tell
from goldgate.commands import mark as command


@click.command(short_help="Mark a case as a known failure.")
@click.argument("case", metavar="CASE")
@click.option("--reason", metavar="TEXT", help="Why it fails; required for a new marker.")
@click.option("--issue", metavar="TEXT", help="Where that is tracked: a URL or number; required for a new marker.")
@click.option("--expires", type=Day(), help="The last day on which it may fail (UTC).")
@click.option("--since", type=Day(), help="Since when it fails; today for a new marker.")
@click.option("--owner", metavar="NAME", help="Who sees to it.")
@today_option
@form_option
def mark(
    *,
    case: str,
    reason: str | None,
    issue: str | None,
    expires: dt.date | None,
    since: dt.date | None,
    owner: str | None,
    today: dt.date | None,
    form: str,
) -> int:
    """Mark CASE (ID or SUITE::ID) as a known failure in its golden file.

    On a case that has a marker, the fields given here change and the others stay.
    Every other byte of the file stays as it is.

    \b
    Exit codes:
      0  marked
      2  no such case, a field is missing, or a file can't be read or written
    """  # noqa: D301 - \b is click's mark for a paragraph that stays as it is
    marking = command.Marking(reason=reason, issue=issue, expires=expires, since=since, owner=owner)
    answer = command.mark(project=project_here(), case=case, marking=marking, today=day_or_today(today))
    return tell(answer, form=form)
