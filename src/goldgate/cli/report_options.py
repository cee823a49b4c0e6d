"""Which reports does a command write beside what it prints? What they need is loaded only where there are any."""

import functools
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

import click

from goldgate.cli.screen import tell
from goldgate.cli.workflow import in_workflow
from goldgate.commands.answer import Answer
from goldgate.commands.project import Project
from goldgate.exit_codes import ExitCode
from goldgate.model.frozen import frozen

SUMMARY: Final = "GITHUB_STEP_SUMMARY"
"""The environment variable that names the file of a step's summary."""

Tell = Callable[[Answer], ExitCode]


@frozen(kw_only=True)
class Reports:
    """The reports that a command line asks for, and what the environment does."""

    texts: tuple[str, ...]
    annotates: bool
    summary: str | None

    @contextmanager
    def telling(self, project: Project, *, form: str) -> Iterator[Tell]:
        """Hand out what tells the answer of a command, in the form that was asked for, and writes the reports on it.

        Reports that can't be written are refused before anything runs. A command that comes to no judgement is
        reported as well. Raises UsageError, UnreadableFile.
        """
        if not (self.texts or self.annotates or self.summary):
            yield functools.partial(tell, form=form)
            return
        from goldgate.cli.desk import desk  # noqa: PLC0415 - only where a report is written

        with desk(self, project, form=form) as tell_all:
            yield tell_all


def report_options(function: Callable[..., int]) -> Callable[..., int]:
    """`--report KIND=FILE` and `--annotations`; the command is given `reports`, a Reports."""

    @functools.wraps(function)
    def command(*, report: tuple[str, ...], annotations: str, **others: object) -> int:
        annotates = annotations == "github" or (annotations == "auto" and in_workflow())
        summary = None if annotations == "none" else os.environ.get(SUMMARY)
        return function(reports=Reports(texts=report, annotates=annotates, summary=summary), **others)

    for option in (
        click.option(
            "--annotations",
            type=click.Choice(["auto", "github", "none"]),
            default="auto",
            show_default=True,
            help="Annotate golden files in a workflow; auto: where GitHub runs one.",
        ),
        click.option(
            "--report",
            multiple=True,
            metavar="KIND=FILE",
            help="Write a report: junit, markdown, json or html. Repeatable.",
        ),
    ):
        command = option(command)
    return command
