"""`goldgate agent-check`: which options, and what is printed?"""

import click

from goldgate.cli.options import form_option, project_here
from goldgate.cli.screen import tell
from goldgate.commands import agent_check as command


@click.command(short_help="Try whether an agent in another language speaks the protocol.")
@click.option("--suite", "suites", multiple=True, metavar="NAME", help="Only the agent of this suite. Repeatable.")
@form_option
def agent_check(*, suites: tuple[str, ...], form: str) -> int:
    """Try the agents that are commands, and say in words where they don't speak the agent protocol.

    An agent is tried on the first two cases of its suite, on calls that fail, on odd and long texts, and on the end of
    its input. No world but that of the cases is touched, and nothing is judged.

    \b
    Exit codes:
      0  all of them conform
      1  some agent does not
      2  there is no such agent, or it can't be started
    """  # noqa: D301 - \b is click's mark for a paragraph that stays as it is
    return tell(command.agent_check(project=project_here(), suites=suites), form=form)
