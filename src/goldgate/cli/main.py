"""Which commands are there, and what happens when one ends? The table, and the one boundary of all errors."""

import os
import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Final, NamedTuple, NoReturn

import click

from goldgate import __version__
from goldgate.cli.failure import report_fault, report_problems
from goldgate.errors import GoldgateError
from goldgate.exit_codes import ExitCode


class Verb(NamedTuple):
    """Where a command lives (`module:attribute`), and its line in `goldgate --help`."""

    home: str
    summary: str


VERBS: Final[Mapping[str, Verb]] = {
    "init": Verb("goldgate.cli.init:init", "Make a project with a working example agent."),
    "run": Verb("goldgate.cli.run:run", "Replay the golden cases and judge them; reads no baseline."),
    "compare": Verb("goldgate.cli.compare:compare", "Hold the last run against the committed baseline."),
    "check": Verb("goldgate.cli.check:check", "Run and compare in one go, for hooks and CI."),
    "update-baseline": Verb("goldgate.cli.update_baseline:update_baseline", "Accept what the last run observed."),
    "show": Verb("goldgate.cli.show:show", "Show one case: request, expectation, baseline, trace, ruling."),
    "known-failures": Verb(
        "goldgate.cli.known_failures:known_failures", "List the known failures with age and expiry."
    ),
    "validate": Verb("goldgate.cli.validate:validate", "Check all golden and baseline files."),
    "fmt": Verb("goldgate.cli.fmt:fmt", "Write baselines in their one spelling, also after a merge."),
    "config": Verb("goldgate.cli.config:config", "Print every setting and where it comes from."),
}

EXIT_CODES_HELP: Final = """\b
Exit codes:
  0    the gate is open
  1    the gate is closed: something is worse (or the baseline is stale)
  2    no judgement: wrong usage, bad file, stale run, a case in ERROR
  130  interrupted
  141  the reader of the output went away
"""


class Verbs(click.Group):
    """A group that imports a command only when that command is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        """All verbs, in the order of their everyday use."""
        return list(VERBS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 - click's signature
        """The command of that name, imported now."""
        verb = VERBS.get(cmd_name)
        if verb is None:
            return None
        module, attribute = verb.home.split(":")
        command: click.Command = getattr(import_module(module), attribute)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002 - as above
        """List the verbs from the table, without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, verb.summary) for name, verb in VERBS.items()])


@click.group(
    cls=Verbs,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog=EXIT_CODES_HELP,
)
@click.version_option(__version__, prog_name="goldgate", message="%(prog)s %(version)s")
def goldgate() -> None:
    """A regression gate for LLM agents.

    Golden cases are replayed against the agent, every step is compared with the committed baseline,
    and the exit code says whether the gate is open.

    \b
    goldgate init demo && cd demo     a project that works
    goldgate check                    is anything worse?
    goldgate update-baseline          accept what the last run observed
    """  # noqa: D301 - \b is click's mark for a paragraph that stays as it is


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run a command and leave the process with its exit code."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    code = exit_code_of(words)
    sys.exit(_flushed(code))


def exit_code_of(words: Sequence[str]) -> int:
    """Run a command and turn however it ends into an exit code; nothing else decides one."""
    try:
        code = goldgate.main(args=list(words), prog_name="goldgate", standalone_mode=False)
    except BrokenPipeError:
        return _quiet_pipe()
    except (KeyboardInterrupt, click.Abort):
        click.echo("interrupted", err=True)
        return ExitCode.INTERRUPTED
    except click.ClickException as error:
        error.show()
        return ExitCode.NO_JUDGEMENT
    except GoldgateError as error:
        report_problems(error, words)
        return error.exit_code
    except Exception as error:  # noqa: BLE001 - the boundary: an uncaught exception is 2 with a report, never 1, never 0
        report_fault(error, words)
        return ExitCode.NO_JUDGEMENT
    return code if isinstance(code, int) else ExitCode.OPEN


def _flushed(code: int) -> int:
    """Write out what is buffered; a reader that went away shows only now."""
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        return _quiet_pipe()
    except OSError as error:
        click.echo(f"goldgate: can't write the output: {error.strerror}", err=True)
        return ExitCode.NO_JUDGEMENT
    return code


def _quiet_pipe() -> int:
    """Keep the interpreter from complaining about the broken pipe when it closes stdout."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return ExitCode.BROKEN_PIPE
