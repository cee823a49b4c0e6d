"""`goldgate merge`: which arguments, and what is printed?"""

import datetime as dt

import click

from goldgate.cli.options import day_or_today, form_option, project_here, today_option
from goldgate.cli.screen import tell
from goldgate.commands import merge as command


@click.command(short_help="Make one run of the runs of all shards.")
@click.argument("runs", nargs=-1, required=True, metavar="RUN...")
@today_option
@form_option
def merge(*, runs: tuple[str, ...], today: dt.date | None, form: str) -> int:
    """Make one run of the runs of all shards, which goldgate run --shard I/N made.

    RUN is the name of a run, or a folder that came from another machine: that of a run, or one in which runs lie. The
    result is the run that was not sharded, and everything takes it as that.

    \b
    Exit codes:
      0  merged, whatever the verdicts are
      2  shards are missing, or were not made alike: nothing was written
    """  # noqa: D301 - \b is click's mark for a paragraph that stays as it is
    return tell(command.merge(project=project_here(), runs=runs, today=day_or_today(today)), form=form)
