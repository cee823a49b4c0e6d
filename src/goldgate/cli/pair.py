"""`goldgate pair`: which options, and what is printed?"""

import datetime as dt
from collections.abc import Iterable
from decimal import Decimal
from functools import partial
from pathlib import Path

import click

from goldgate.cli.exact_number import ExactNumber, share_of
from goldgate.cli.options import day_or_today, form_option, running_options, selection_options, today_option
from goldgate.cli.output import kept_clean
from goldgate.cli.progress import watching
from goldgate.cli.report_options import Reports, report_options
from goldgate.cli.screen import print_lines
from goldgate.commands.pair import Question
from goldgate.commands.pair import pair as command
from goldgate.commands.project import Project
from goldgate.model.evidence import PairMode
from goldgate.model.pairing import Order
from goldgate.reports.line import Line, plain_text
from goldgate.suite.select import Selection


@click.command(short_help="Measure what skills contribute: the same cases with and without them.")
@click.option(
    "--linked",
    multiple=True,
    type=click.Path(path_type=Path),
    metavar="SKILL",
    help="The folder of a skill, with a SKILL.md. Repeatable.",
)
@click.argument("more", nargs=-1, type=click.Path(path_type=Path), metavar="[SKILL]...")
@click.option(
    "--mode",
    type=click.Choice([mode.value for mode in PairMode]),
    default=PairMode.JOINT.value,
    show_default=True,
    help="One half without all skills, or one without each.",
)
@click.option(
    "--order",
    type=click.Choice([order.value for order in Order]),
    default=Order.INTERLEAVED.value,
    show_default=True,
    help="The halves in turns, or one after the other.",
)
@click.option(
    "--reference", metavar="FILE|RUN", help="Hold the half with all skills against this report, or paired run."
)
@click.option(
    "--threshold",
    type=ExactNumber(),
    default=Decimal(10),
    show_default=True,
    metavar="POINTS",
    help="By how many points of 100 it may lie below the reference.",
)
@click.option(
    "--benchmark",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Write the trials of both halves to FILE, in the form of benchmark.json.",
)
@selection_options
@running_options
@click.option("--live", is_flag=True, help="Ask models and other hosts for real, record nothing.")
@click.option("--resume", is_flag=True, help="Go on with the last paired run, which was interrupted.")
@click.option("--all", "every", is_flag=True, help="List the cases that are ties, too.")
@report_options
@today_option
@form_option
def pair(
    *,
    linked: tuple[Path, ...],
    more: tuple[Path, ...],
    mode: str,
    order: str,
    reference: str | None,
    threshold: Decimal,
    benchmark: Path | None,
    selection: Selection,
    last_failed: bool,
    project: Project,
    in_process: bool,
    live: bool,
    resume: bool,
    every: bool,
    reports: Reports,
    today: dt.date | None,
    form: str,
) -> int:
    """Run the same cases with and without the linked skills, and say what these contribute.

    The skills are handed to the agent as context.skills; nothing that is stored is touched. What it costs is said
    before anything is run. A completed run writes evidence/SKILL.json for each skill.

    \b
    Exit codes:
      0  every trial was judged, and the half with is not too far below the reference
      1  it fell by more than the threshold below the reference
      2  no judgement: no skill linked, a case in ERROR, a reference that was asked something else
    """  # noqa: D301 - \b is click's mark for a paragraph that stays as it is
    question = Question(
        linked=(*linked, *more),
        mode=PairMode(mode),
        order=Order(order),
        reference=reference,
        threshold=share_of(threshold, option="--threshold", least=0),
        benchmark=benchmark,
    )
    with reports.telling(project, form=form) as told:
        with watching() as watch, kept_clean(form=form):
            answer = command(
                project=project,
                question=question,
                selection=selection,
                last_failed=last_failed,
                in_process=in_process,
                live=live,
                resume=resume,
                every=every,
                today=day_or_today(today),
                watch=watch,
                announce=partial(_announce, form=form),
            )
        return told(answer)


def _announce(lines: Iterable[Line], *, form: str) -> None:
    """Say it at once; stdout is for the document where that is asked for."""
    if form == "json":
        click.echo(plain_text(lines), err=True, nl=False)
    else:
        print_lines(lines)
