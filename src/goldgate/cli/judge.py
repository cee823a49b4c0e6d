"""`goldgate judge`: which options, and what is printed?"""

import datetime as dt
from collections.abc import Sequence
from pathlib import Path

import click

from goldgate.cli.limit_options import limit_options
from goldgate.cli.options import day_or_today, form_option, project_here, today_option
from goldgate.cli.output import kept_clean
from goldgate.cli.progress import watching
from goldgate.cli.screen import tell
from goldgate.commands import judge as command
from goldgate.config import Layer


@click.command(short_help="Judge the trials of an old run again.")
@click.argument("run", required=False, metavar="[RUN]")
@click.option("--fresh", is_flag=True, help="Ask the judge of the settings anew.")
@click.option(
    "--rubric",
    type=click.Path(path_type=Path),
    default=None,
    metavar="FILE",
    help="Judge by this rubric, instead of the one that the cases name.",
)
@click.option("--resume", is_flag=True, help="Go on with asking anew, which was stopped.")
@limit_options
@today_option
@form_option
def judge(
    *,
    run: str | None,
    fresh: bool,
    rubric: Path | None,
    resume: bool,
    limits: Sequence[Layer],
    today: dt.date | None,
    form: str,
) -> int:
    """Judge the trials of RUN, the newest by default, again, where cases expect a rubric; no agent runs.

    Without --fresh no model is asked: the answers that the run holds are read again, under the weights and thresholds
    of today. The result is a run of its own; RUN stays as it is.

    \b
    Exit codes:
      0  every case passed or is a live known failure
      1  some case fails without a live marker
      2  no judgement was possible
    """  # noqa: D301 - \b is click's mark for a paragraph that stays as it is
    project = project_here(*limits)
    with watching() as watch, kept_clean(form=form):
        answer = command.judge(
            project=project,
            run=run,
            fresh=fresh,
            resume=resume,
            rubric=rubric,
            today=day_or_today(today),
            watch=watch,
        )
    return tell(answer, form=form)
