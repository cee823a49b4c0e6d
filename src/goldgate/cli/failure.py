"""How is an error told? As problems with their places on stderr, or as one JSON document on stdout."""

import json
import sys
from collections.abc import Iterator, Sequence
from itertools import pairwise
from types import TracebackType
from typing import Final

import click

from goldgate.errors import GoldgateError, InternalFault, Problem
from goldgate.exit_codes import ExitCode

MOST_PROBLEMS: Final = 50


def report_problems(error: GoldgateError, words: Sequence[str]) -> None:
    """Tell each problem with its place, code and remedy."""
    if wants_json(words):
        _document(error.problems, error.exit_code)
        return
    for problem in error.problems[:MOST_PROBLEMS]:
        click.echo(f"{problem} [{problem.code}]", err=True)
    if len(error.problems) > MOST_PROBLEMS:
        click.echo(f"and {len(error.problems) - MOST_PROBLEMS} more", err=True)


def report_fault(error: Exception, words: Sequence[str]) -> None:
    """Tell a fault of goldgate's own so that it can be reported: what, and through which lines it went."""
    message = f"internal fault: {type(error).__name__}: {error}"
    if wants_json(words):
        _document((Problem(code=InternalFault.code, message=message),), ExitCode.NO_JUDGEMENT)
    else:
        click.echo(f"goldgate: {message} [{InternalFault.code}]", err=True)
    for place in _places(error.__traceback__):
        click.echo(f"  {place}", err=True)
    click.echo("This is a fault of goldgate itself, and no judgement of your agent. Please report it.", err=True)


def _places(frame: TracebackType | None) -> Iterator[str]:
    """Each line that the error came through; without the module traceback, which every start would pay for."""
    while frame is not None:
        code = frame.tb_frame.f_code
        yield f"{code.co_filename}:{frame.tb_lineno} in {code.co_name}"
        frame = frame.tb_next


def wants_json(words: Sequence[str]) -> bool:
    """Whether the command line asks for JSON; looked up in the words since the fault may lie in parsing them."""
    return "--format=json" in words or ("--format", "json") in pairwise(words)


def _document(problems: Sequence[Problem], exit_code: ExitCode) -> None:
    errors = [
        {
            "code": problem.code,
            "message": problem.message,
            "file": problem.file,
            "line": problem.line,
            "pointer": problem.pointer,
        }
        for problem in problems
    ]
    document = {"goldgate": "error", "schema": 1, "exit_code": int(exit_code), "errors": errors}
    sys.stdout.write(json.dumps(document, ensure_ascii=False, indent=2) + "\n")
