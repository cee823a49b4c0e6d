"""`goldgate record`: which options, and what is printed?"""

import os

import click

from goldgate.cli.options import form_option, selection_options, worker_options
from goldgate.cli.output import kept_clean
from goldgate.cli.progress import watching
from goldgate.cli.screen import tell
from goldgate.commands import record as command
from goldgate.commands.project import Project
from goldgate.suite.select import Selection


@click.command(short_help="Ask models and other hosts for real, and record what they answer.")
@selection_options
@worker_options
@click.option("--variant", metavar="NAME", help="Record what this variant, or selector, is answered as well.")
@click.option("--refresh", is_flag=True, help="Ask everything anew, not only what is not recorded yet.")
@click.option("--prune", is_flag=True, help="Drop recordings that nothing used.")
@form_option
def record(
    *,
    selection: Selection,
    last_failed: bool,
    project: Project,
    in_process: bool,
    variant: str | None,
    refresh: bool,
    prune: bool,
    form: str,
) -> int:
    """Run the selected cases once, with the network, and write what was answered into golden/cassettes/.

    What is recorded already answers itself. No secret is written; look at the diff all the same, then commit it.

    \b
    Exit codes:
      0  all that was asked is recorded
      2  something could not be recorded; what was there before is untouched
    """  # noqa: D301 - \b is click's mark for a paragraph that stays as it is
    with watching() as watch, kept_clean(form=form):
        answer = command.record(
            project=project,
            selection=selection,
            last_failed=last_failed,
            refresh=refresh,
            prune=prune,
            in_process=in_process,
            variant=variant,
            environ=os.environ,
            watch=watch,
        )
    return tell(answer, form=form)
