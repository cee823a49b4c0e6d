"""How is a failure told? As problems with their places on stderr, or as one JSON document on stdout."""

from collections.abc import Sequence
from itertools import pairwise
from traceback import extract_tb
from typing import Final

import click

from goldgate.cli.output import lost
from goldgate.cli.screen import print_document
from goldgate.cli.workflow import without_commands
from goldgate.differ.show import inert
from goldgate.errors import GoldgateError, InternalFault, Interrupted, UsageError
from goldgate.exit_codes import ExitCode
from goldgate.reports.error import error_document

MOST_PROBLEMS: Final = 50


def report(error: BaseException, words: Sequence[str]) -> ExitCode:
    """Tell why a command, called with these words, did not get through, and give the exit code that says so."""
    failure = _failure_of(error)
    try:
        if wants_json(words):
            print_document(error_document(failure.exit_code, failure.problems, details=failure.details))
        else:
            _tell_people(failure)
        if isinstance(failure, InternalFault):
            _tell_developers(error)
    except OSError as no_output:
        return lost(no_output)
    return failure.exit_code


def _failure_of(error: BaseException) -> GoldgateError:
    match error:
        case GoldgateError():
            return error
        case KeyboardInterrupt() | click.Abort():
            return Interrupted("interrupted")
        case click.ClickException():
            return _misuse(error)
        case _:
            return InternalFault(f"internal fault: {type(error).__name__}: {error}")


def _misuse(error: click.ClickException) -> UsageError:
    """What click says of words that it can't read, in the form of our own errors."""
    context = error.ctx if isinstance(error, click.UsageError) else None
    called = "goldgate" if context is None else context.command_path
    message = " ".join(error.format_message().split()).removesuffix(".")
    return UsageError(f"{called}: {message[:1].lower()}{message[1:]} (see {called} --help)")


def _tell_people(failure: GoldgateError) -> None:
    """Each problem with place, code and remedy; frames of the user's code follow on lines of their own."""
    for problem in failure.problems[:MOST_PROBLEMS]:
        head, *rest = map(inert, str(problem).split("\n"))
        click.echo(without_commands("\n".join((f"{head} [{problem.code}]", *rest))), err=True)
    if len(failure.problems) > MOST_PROBLEMS:
        click.echo(f"and {len(failure.problems) - MOST_PROBLEMS} more (--format json has all)", err=True)


def _tell_developers(error: BaseException) -> None:
    for frame in extract_tb(error.__traceback__):
        click.echo(f"  {frame.filename}:{frame.lineno} in {frame.name}", err=True)
    click.echo("This is a fault of goldgate itself, and no judgement of your agent. Please report it.", err=True)


def wants_json(words: Sequence[str]) -> bool:
    """Whether the command line asks for JSON; looked up in the words since the fault may lie in parsing them."""
    return "--format=json" in words or ("--format", "json") in pairwise(words)
