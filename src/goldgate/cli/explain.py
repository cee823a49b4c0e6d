"""`goldgate explain`: which options, and what is printed?"""

import click

from goldgate.cli.options import form_option
from goldgate.cli.screen import tell
from goldgate.commands import explain as command


@click.command(short_help="Say what a code such as GG101 means, and what to do.")
@click.argument("code", required=False)
@form_option
def explain(*, code: str | None, form: str) -> int:
    """Say what CODE, which ends a line of an error or of a case, means, and what to do; needs no network.

    The name of a class (regression) does as well as its code. Without CODE, all are listed.

    \b
    Exit codes:
      0  explained
      2  no such code
    """  # noqa: D301 - \b is click's mark for a paragraph that stays as it is
    return tell(command.codes() if code is None else command.explain(code), form=form)
