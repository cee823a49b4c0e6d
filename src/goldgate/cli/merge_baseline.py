"""`goldgate merge-baseline`: which arguments, and what is printed?"""

from pathlib import Path

import click

from goldgate.cli.options import form_option
from goldgate.cli.screen import tell
from goldgate.commands import merge_baseline as command

_FILE = click.Path(path_type=Path)


@click.command(name="merge-baseline", short_help="Merge a baseline that two branches changed, for git.")
@click.argument("base", type=_FILE)
@click.argument("ours", type=_FILE)
@click.argument("theirs", type=_FILE)
@click.argument("name", required=False)
@form_option
def merge_baseline(*, base: Path, ours: Path, theirs: Path, name: str | None, form: str) -> int:
    """Merge two files that began as BASE by the ids of their lines, and write OURS. A merge driver of git:

    \b
    git config merge.goldgate.driver "goldgate merge-baseline %O %A %B %P"

    Where both branches changed a case both lines are kept, and every command refuses the file until one is taken out.

    \b
    Exit codes:
      0  merged
      1  both branches changed some case, in different ways
      2  a file can't be read, or the outcome settings differ: nothing was written
    """  # noqa: D301 - \b is click's mark for a paragraph that stays as it is
    return tell(command.merge_baseline(base=base, ours=ours, theirs=theirs, name=name or str(ours)), form=form)
