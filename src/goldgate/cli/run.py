"""`goldgate run`: which options, and what is printed?"""

import datetime as dt

import click

from goldgate.cli.options import (
    day_or_today,
    form_option,
    running_options,
    selection_options,
    split_option,
    today_option,
)
from goldgate.cli.output import kept_clean
from goldgate.cli.progress import watching
from goldgate.cli.report_options import Reports, report_options
from goldgate.cli.shard_option import shard_option
from goldgate.commands import run as command
from goldgate.commands.project import Project
from goldgate.model.case import Split
from goldgate.suite.select import Selection


@click.command(short_help="Replay the golden cases and judge them.")
@selection_options
@shard_option
@running_options
@click.option(
    "--variant", "variants", multiple=True, metavar="NAME", help="Measure this variant, or selector. Repeatable."
)
@split_option("--select-by", help="Name the variant that does best on this part of the data set.")
@click.option("--live", is_flag=True, help="Ask models and other hosts for real, record nothing.")
@click.option("--check-determinism", is_flag=True, help="Do every trial twice, with all else varied.")
@click.option("--resume", "resume", is_flag=True, help="Go on with the last run that was interrupted.")
@report_options
@today_option
@form_option
def run(
    *,
    selection: Selection,
    last_failed: bool,
    project: Project,
    in_process: bool,
    live: bool,
    resume: bool,
    check_determinism: bool,
    variants: tuple[str, ...],
    select_by: str | None,
    reports: Reports,
    today: dt.date | None,
    form: str,
) -> int:
    """Replay the golden cases against the agent and judge every trial.

    Reads no baseline and writes nothing that is committed; the results go to .goldgate/runs/.

    \b
    Exit codes:
      0  every case passed or is a live known failure
      1  some case fails without a live marker
      2  no judgement was possible
    """  # noqa: D301 - \b is click's mark for a paragraph that stays as it is
    with reports.telling(project, form=form) as told:
        with watching() as watch, kept_clean(form=form):
            answer = command.run(
                project=project,
                selection=selection,
                last_failed=last_failed,
                in_process=in_process,
                resume=resume,
                check_determinism=check_determinism,
                live=live,
                variants=variants,
                select_by=None if select_by is None else Split(select_by),
                today=day_or_today(today),
                watch=watch,
            )
        return told(answer)
