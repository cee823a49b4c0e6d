"""`goldgate import`: from which tools, with which options, and what is printed?"""

import os
from pathlib import Path

import click

from goldgate.cli.options import form_option, project_here
from goldgate.cli.screen import tell
from goldgate.commands import import_ as command


@click.group("import", no_args_is_help=False, short_help="Read what other tools recorded.")
def import_() -> None:
    """Read what other tools recorded."""


@import_.command(short_help="Read cassettes of vcrpy.")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FILE...")
@click.option("--suite", required=True, metavar="NAME", help="The suite of the case.")
@click.option("--case", "case_id", required=True, metavar="ID", help="The case that the recordings are for.")
@click.option("--replace", is_flag=True, help="Take the place of a cassette that the case has already.")
@form_option
def cassette(*, files: tuple[Path, ...], suite: str, case_id: str, replace: bool, form: str) -> int:
    """Make the cassette of a case from FILEs of vcrpy, in this order.

    Bodies may be text, bytes, compressed or parsed; secrets are taken out. Needs PyYAML: pip install 'goldgate[import]'

    \b
    Exit codes:
      0  written
      2  something can't be read; nothing was written
    """  # noqa: D301 - \b is click's mark for a paragraph that stays as it is
    answer = command.import_cassette(
        project=project_here(), files=files, suite=suite, case_id=case_id, replace=replace, environ=os.environ
    )
    return tell(answer, form=form)
