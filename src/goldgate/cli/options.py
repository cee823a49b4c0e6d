"""Which options do several commands share?"""

import datetime as dt
import functools
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click

from goldgate.cli.limit_options import limit_options
from goldgate.commands.project import Project, open_project
from goldgate.config import Layer
from goldgate.errors import UsageError
from goldgate.model.case import Split
from goldgate.suite.select import Selection

Function = TypeVar("Function", bound=Callable[..., Any])


class Day(click.ParamType[dt.date]):
    """A date such as 2026-11-30."""

    name = "YYYY-MM-DD"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> dt.date:  # noqa: ANN401 - click's signature
        """Read an ISO date."""
        if isinstance(value, dt.date):
            return value
        try:
            return dt.date.fromisoformat(value)
        except ValueError:
            self.fail(f"{value!r} is no date; write it as 2026-11-30", param, ctx)


def form_option(function: Function) -> Function:
    """`--format text|json`."""
    return click.option(
        "--format",
        "form",
        type=click.Choice(["text", "json"]),
        default="text",
        show_default=True,
        help="Lines for people, or one JSON document on stdout.",
    )(function)


def variant_option(function: Function) -> Function:
    """`--variant NAME`: whose baselines are meant."""
    return click.option(
        "--variant",
        "variant",
        metavar="NAME",
        help="Hold this variant, which the settings name, against baselines of its own.",
    )(function)


def today_option(function: Function) -> Function:
    """`--today DATE`."""
    return click.option(
        "--today",
        type=Day(),
        default=None,
        help="Judge the expiry of known failures by this date, not the clock's (UTC).",
    )(function)


def split_option(name: str, *, help: str) -> Callable[[Function], Function]:  # noqa: A002 - click's word
    """An option that takes the name of a split."""
    return click.option(name, type=click.Choice([split.value for split in Split]), default=None, help=help)


def selection_options(function: Callable[..., int]) -> Callable[..., int]:
    """The options that narrow a run to some cases; several of one kind add up, several kinds narrow each other.

    The command is given `selection`, a Selection, and the flag `last_failed`.
    """

    @functools.wraps(function)
    def command(
        *,
        suites: tuple[str, ...],
        cases: tuple[str, ...],
        tags: tuple[str, ...],
        keyword: str | None,
        split: str | None,
        **others: object,
    ) -> int:
        selection = Selection(
            suites=suites, cases=cases, tags=tags, keyword=keyword, split=None if split is None else Split(split)
        )
        return function(selection=selection, **others)

    for option in (
        click.option("--last-failed", is_flag=True, help="Only cases that did not pass in the last run."),
        split_option("--split", help="Only cases of this part of the data set."),
        click.option("-k", "keyword", metavar="EXPR", help="Words in suite, id or tags, with and, or, not, ( )."),
        click.option("--tag", "tags", multiple=True, metavar="TAG", help="Only cases with this tag. Repeatable."),
        click.option(
            "--case", "cases", multiple=True, metavar="ID", help="Only this case (ID or SUITE::ID). Repeatable."
        ),
        click.option("--suite", "suites", multiple=True, metavar="NAME", help="Only this suite. Repeatable."),
    ):
        command = option(command)
    return command


def running_options(function: Callable[..., int]) -> Callable[..., int]:
    """The options that shape how trials are executed; the command is given what `worker_options` says."""
    trials = click.option("--trials", type=click.IntRange(min=1), metavar="N", help="Execute each case so many times.")
    return worker_options(trials(function))


def worker_options(function: Callable[..., int]) -> Callable[..., int]:
    """The options that say where trials are executed, and what they may take.

    The command is given `project`, which is the one of the current folder under these options and those of
    `limit_options`, and `in_process`.
    """

    @functools.wraps(function)
    def command(
        *,
        workers: int | None,
        timeout: float | None,
        trials: int | None = None,
        limits: Sequence[Layer],
        **others: object,
    ) -> int:
        return function(project=project_here(*limits, workers=workers, timeout=timeout, trials=trials), **others)

    for option in (
        click.option("--in-process", is_flag=True, help="Run the agent in this process, for debuggers; fewer guards."),
        click.option("--timeout", type=float, metavar="SECONDS", help="Longest time a trial may take."),
        click.option("--workers", type=click.IntRange(min=1), metavar="N", help="Worker processes."),
    ):
        command = option(command)
    return limit_options(command)


def project_here(*limits: Layer, **overrides: object) -> Project:
    """The project of the current folder; limits, and the overrides that are not None, are the command line's layers."""
    layers = [
        Layer(name=f"--{key}", values={key: value})  # type: ignore[dict-item]  # click hands over plain values
        for key, value in overrides.items()
        if value is not None
    ]
    return open_project(_here(), environ=os.environ, overrides=[*layers, *limits])


def _here() -> Path:
    try:
        return Path.cwd()
    except FileNotFoundError as error:
        raise UsageError("the current folder is gone; go to one that is there") from error


def day_or_today(today: dt.date | None) -> dt.date:
    """The date that was given, else today's in UTC."""
    return today or dt.datetime.now(tz=dt.UTC).date()
