"""`goldgate add`: which options, and what is printed?"""

import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import click

from goldgate.cli.options import form_option, project_here
from goldgate.cli.output import kept_clean
from goldgate.cli.screen import print_lines, tell
from goldgate.commands import add as command
from goldgate.commands.add import Part
from goldgate.errors import Interrupted, UsageError

_CHOICES: Final[Mapping[str, tuple[Part, ...]]] = {
    "c": (Part.CALLS,),
    "t": (Part.TOOLS,),
    "a": (Part.CALLS, Part.ANSWER),
    "n": (Part.NOTHING,),
}
_ASK: Final = "expect the [c]alls, only their [t]ools, calls and [a]nswer, [n]othing but what the baseline says, [q]uit"


@click.command(short_help="Try a request, and make a golden case of it.")
@click.argument("request", required=False)
@click.option("--from-run", "from_run", nargs=2, metavar="RUN CASE", help="Take what it did in CASE of that run.")
@click.option("--suite", metavar="NAME", help="The suite of the new case; needed where there are several.")
@click.option("--id", "case_id", metavar="ID", help="The id of the new case; made of the request by default.")
@click.option("--tag", "tags", multiple=True, metavar="TAG", help="A tag of the new case. Repeatable.")
@click.option("--notes", metavar="TEXT", help="A note in the new case.")
@click.option("--world", type=click.Path(path_type=Path), metavar="FILE", help="JSON file with the world of the case.")
@click.option(
    "--expect",
    "parts",
    multiple=True,
    type=click.Choice([part.value for part in Part]),
    help="What of it is expected; asked for in a terminal. Repeatable.",
)
@click.option("--live", is_flag=True, help="Ask models and other hosts for real; records nothing.")
@click.option("--in-process", is_flag=True, help="Run the agent in this process, for debuggers; fewer guards.")
@form_option
def add(
    *,
    request: str | None,
    from_run: tuple[str, str] | None,
    suite: str | None,
    case_id: str | None,
    tags: tuple[str, ...],
    notes: str | None,
    world: Path | None,
    parts: tuple[str, ...],
    live: bool,
    in_process: bool,
    form: str,
) -> int:
    """Let the agent do REQUEST, show what it does, and add a golden case that expects what you confirm.

    The case goes to the end of its golden file; no other byte changes. Without a terminal say what is expected with
    --expect.

    \b
    Exit codes:
      0  added
      2  nothing was added
    """  # noqa: D301 - \b is click's mark for a paragraph that stays as it is
    if (request is None) == (from_run is None):
        raise UsageError("what is the case to be made of? Give a REQUEST, or --from-run RUN CASE")
    asks = not parts
    if asks and (form == "json" or not (sys.stdin.isatty() and sys.stdout.isatty())):
        raise UsageError("there is no terminal to ask in; say what is expected: --expect calls|tools|answer|nothing")
    project = project_here()
    with kept_clean(form=form):
        if from_run is not None:
            _refuse(suite=suite, world=world, tags=tags, notes=notes)
            found = command.seen_in(project, run=from_run[0], case=from_run[1], case_id=case_id)
        else:
            name, case = command.new_case(
                project, request=str(request), suite=suite, case_id=case_id, tags=tags, notes=notes, world=world
            )
            found = command.tried(project, name, case, live=live, in_process=in_process)
    if form != "json":
        print_lines(command.tried_lines(found))
    wanted = _asked() if asks else tuple(map(Part, parts))
    return tell(command.add(project=project, tried=found, parts=wanted, environ=os.environ), form=form)


def _refuse(**given: object) -> None:
    """A case of a run brings these along."""
    if named := [name for name, value in given.items() if value]:
        raise UsageError(f"--from-run takes what the case has; leave out --{named[0]}")


def _asked() -> tuple[Part, ...]:
    """What the person at the terminal confirms. Raises Interrupted."""
    click.echo(f"{_ASK} ", nl=False)
    while True:
        try:
            key = click.getchar().lower()
        except (EOFError, KeyboardInterrupt):
            key = "q"
        if key == "q":
            click.echo()
            raise Interrupted("nothing was added")
        if key in _CHOICES:
            click.echo(key)
            return _CHOICES[key]
