"""What could the next word on the command line be? Asked by a shell, when somebody presses Tab."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

import click
from click.shell_completion import CompletionItem, get_completion_class, shell_complete

from goldgate.cli.main import COMPLETING, VERBS, Verbs, goldgate
from goldgate.cli.options import project_here
from goldgate.cli.output import lost, write_bytes
from goldgate.commands.project import Project
from goldgate.errors import GoldgateError, UsageError
from goldgate.exit_codes import ExitCode
from goldgate.formats.schemas import NAMES
from goldgate.store.golden import golden_files, load_golden
from goldgate.store.run_folder import run_folders

SHELLS: Final = ("bash", "zsh", "fish")


@click.command(short_help="Print what makes a shell complete goldgate's words.")
@click.argument("shell", type=click.Choice(SHELLS))
def completion(*, shell: str) -> int:
    """Print the script that makes SHELL complete commands, options, and the names of cases, suites, tags and runs.

    \b
    bash   eval "$(goldgate completion bash)"        in ~/.bashrc
    zsh    eval "$(goldgate completion zsh)"         in ~/.zshrc
    fish   goldgate completion fish | source         in ~/.config/fish/config.fish

    \b
    Exit codes:
      0  printed
      2  no such shell
    """  # noqa: D301 - \b is click's mark for a paragraph that stays as it is
    kind = get_completion_class(shell)
    if kind is None:
        raise UsageError(f"click completes nothing in {shell}")
    try:
        write_bytes(kind(goldgate, {}, "goldgate", COMPLETING).source().encode())
    except OSError as error:
        return lost(error)
    return ExitCode.OPEN


def complete(instruction: str) -> int:
    """Answer a shell that the script of `completion` asks with, such as `bash_complete`."""
    return shell_complete(_Offering(goldgate.name, params=goldgate.params), {}, "goldgate", COMPLETING, instruction)


class _Offering(Verbs):
    """The same commands; their parameters know what names there are in this project."""

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        command = super().get_command(ctx, cmd_name)
        for parameter in command.params if command else ():
            if names := _OFFERS.get(parameter.name or ""):
                parameter.type = _Names(names)
        return command

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem[Any]]:
        verbs = [CompletionItem(name, help=verb.summary) for name, verb in VERBS.items() if name.startswith(incomplete)]
        return [*verbs, *click.Command.shell_complete(self, ctx, incomplete)]


class _Names(click.ParamType[str]):
    """A text; offered is what one of the functions below finds."""

    name = "text"

    def __init__(self, names: Callable[[Project], Iterable[str]]) -> None:
        self.names = names

    def shell_complete(
        self,
        ctx: click.Context,  # noqa: ARG002 - click's signature
        param: click.Parameter,  # noqa: ARG002 - as above
        incomplete: str,
    ) -> list[CompletionItem[Any]]:
        try:
            names = sorted(set(self.names(project_here())))
        except GoldgateError:  # a shell that asks is no place to tell what is wrong with the project
            return []
        return [CompletionItem(name) for name in names if name.startswith(incomplete)]


def _cases(project: Project) -> Iterable[str]:
    return (case.id for golden in load_golden(project.root, project.settings).values() for case in golden.cases)


def _suites(project: Project) -> Iterable[str]:
    return golden_files(project.root, project.settings)


def _tags(project: Project) -> Iterable[str]:
    return (
        tag
        for golden in load_golden(project.root, project.settings).values()
        for case in golden.cases
        for tag in case.tags
    )


def _runs(project: Project) -> Iterable[str]:
    return (folder.name for folder in run_folders(project.root))


def _variants(project: Project) -> Iterable[str]:
    return project.settings.variants


def _formats(project: Project) -> Iterable[str]:  # noqa: ARG001 - they are the same in every project
    return NAMES


_OFFERS: Final[Mapping[str, Callable[[Project], Iterable[str]]]] = {
    "accept": _cases,
    "case": _cases,
    "cases": _cases,
    "name": _formats,
    "run": _runs,
    "runs": _runs,
    "suite": _suites,
    "suites": _suites,
    "tags": _tags,
    "variant": _variants,
    "variants": _variants,
}
"""Name of a parameter → what it takes."""
