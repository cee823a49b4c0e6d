"""`goldgate schema`: which options, and what is printed?"""

from pathlib import Path

import click

from goldgate.cli.options import form_option
from goldgate.cli.output import lost, write_bytes
from goldgate.cli.screen import tell
from goldgate.commands import schema as command
from goldgate.errors import UsageError
from goldgate.exit_codes import ExitCode


@click.command(short_help="Print the JSON Schema of a format, for editors.")
@click.argument("name", required=False)
@click.option("--output", metavar="FOLDER", type=click.Path(path_type=Path), help="Write all schemas into this folder.")
@form_option
def schema(*, name: str | None, output: Path | None, form: str) -> int:
    """Print the JSON Schema of the format NAME; without NAME, say which formats have one.

    \b
    Exit codes:
      0  printed or written
      2  no such format, or the folder can't be written
    """  # noqa: D301 - \b is click's mark for a paragraph that stays as it is
    if name is not None and output is not None:
        raise UsageError("--output writes the schemas of all formats; give it, or a NAME, not both")
    if name is None:
        return tell(command.schemas() if output is None else command.write_schemas(output), form=form)
    return _printed(command.schema_of(name))


def _printed(text: str) -> ExitCode:
    try:
        write_bytes(text.encode())
    except OSError as error:
        return lost(error)
    return ExitCode.OPEN
