"""`goldgate evidence`: which options, and what is printed?"""

import click

from goldgate.cli.options import form_option, project_here
from goldgate.cli.screen import tell
from goldgate.commands.evidence import evidence as command


@click.command(short_help="Show what paired runs found out about a skill, and the trend.")
@click.argument("skill")
@form_option
def evidence(*, skill: str, form: str) -> int:
    """Show the evidence on SKILL, by its name or its folder: what it contributes, and how its pass rate changed.

    Only goldgate pair writes it, into evidence/SKILL.json. The trend is that of the runs that asked the same as the
    newest.
    """
    return tell(command(project=project_here(), skill=skill), form=form)
