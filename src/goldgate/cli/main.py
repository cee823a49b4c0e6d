"""Which commands are there, and what happens when one ends? The table, and the one boundary of all errors."""

import gc
import os
import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Final, NamedTuple, NoReturn

import click

from goldgate import __version__
from goldgate.cli.help_page import HelpContext, with_help_page
from goldgate.cli.interruption import end_undisturbed, end_when_asked
from goldgate.cli.output import lost, open_streams
from goldgate.exit_codes import ExitCode


class Verb(NamedTuple):
    """Where a command lives (`module:attribute`), and its line in `goldgate --help`."""

    home: str
    summary: str


VERBS: Final[Mapping[str, Verb]] = {
    "init": Verb("goldgate.cli.init:init", "Make a project with a working example agent."),
    "run": Verb("goldgate.cli.run:run", "Replay the golden cases and judge them; reads no baseline."),
    "record": Verb("goldgate.cli.record:record", "Ask models and other hosts for real, and record their answers."),
    "compare": Verb("goldgate.cli.compare:compare", "Hold the last run against the committed baseline."),
    "check": Verb("goldgate.cli.check:check", "Run and compare in one go, for hooks and CI."),
    "review": Verb("goldgate.cli.review:review", "Decide about changes one by one: accept, reject, mark as known."),
    "update-baseline": Verb("goldgate.cli.update_baseline:update_baseline", "Accept what the last run observed."),
    "pair": Verb("goldgate.cli.pair:pair", "Measure what skills contribute: the same cases with and without."),
    "evidence": Verb("goldgate.cli.evidence:evidence", "Show what paired runs found out about a skill."),
    "score": Verb("goldgate.cli.score:score", "Weigh the scores of a judge by a rubric."),
    "judge": Verb("goldgate.cli.judge:judge", "Judge the trials of an old run again, from what was answered then."),
    "report": Verb("goldgate.cli.report:report", "Write reports on a run that has ended: JUnit, Markdown, JSON, HTML."),
    "show": Verb("goldgate.cli.show:show", "Show one case: request, expectation, baseline, trace, ruling."),
    "history": Verb(
        "goldgate.cli.history:history", "Show how it went: kept runs, committed baselines, known failures."
    ),
    "explain": Verb("goldgate.cli.explain:explain", "Say what a code such as GG101 means, and what to do."),
    "known-failures": Verb(
        "goldgate.cli.known_failures:known_failures", "List the known failures with age and expiry."
    ),
    "add": Verb("goldgate.cli.add:add", "Try a request, and make a golden case of what the agent did."),
    "mark": Verb("goldgate.cli.mark:mark", "Mark a case as a known failure; no other byte changes."),
    "unmark": Verb("goldgate.cli.unmark:unmark", "Take the known-failure marker of a case away."),
    "validate": Verb("goldgate.cli.validate:validate", "Check all golden and baseline files."),
    "fmt": Verb("goldgate.cli.fmt:fmt", "Write baselines in their one spelling, also after a merge."),
    "merge": Verb("goldgate.cli.merge:merge", "Make one run of the runs of all shards."),
    "merge-baseline": Verb(
        "goldgate.cli.merge_baseline:merge_baseline", "Merge a baseline that two branches changed, for git."
    ),
    "textconv": Verb("goldgate.cli.textconv:textconv", "Show a baseline or golden file with room, for git diff."),
    "import": Verb("goldgate.cli.import_:import_", "Read what other tools recorded."),
    "agent-check": Verb(
        "goldgate.cli.agent_check:agent_check", "Try whether an agent in another language speaks the protocol."
    ),
    "config": Verb("goldgate.cli.config:config", "Print every setting and where it comes from."),
    "schema": Verb("goldgate.cli.schema:schema", "Print the JSON Schema of a format, for editors."),
    "completion": Verb("goldgate.cli.completion:completion", "Print what makes a shell complete goldgate's words."),
}

COMPLETING: Final = "_GOLDGATE_COMPLETE"
"""The environment variable in which a shell asks for the words that could come next."""

_RARELY: Final = (100_000, 20, 100)
"""How many more objects there must be before Python looks for cycles of garbage; next to none are made here."""

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

    context_class = HelpContext

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
        return with_help_page(command)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002 - as above
        """List the verbs from the table, without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, verb.summary) for name, verb in VERBS.items()])


@click.group(
    cls=Verbs,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog=EXIT_CODES_HELP,
    invoke_without_command=True,
)
@click.version_option(__version__, prog_name="goldgate", message="%(prog)s %(version)s")
@click.pass_context
def goldgate(context: click.Context) -> int | None:
    """A regression gate for LLM agents.

    Golden cases are replayed against the agent, every step is compared with the committed baseline,
    and the exit code says whether the gate is open.

    \b
    goldgate init demo && cd demo     a project that works
    goldgate check                    is anything worse?
    goldgate update-baseline          accept what the last run observed
    """  # noqa: D301 - \b is click's mark for a paragraph that stays as it is
    if context.invoked_subcommand is not None:
        return None
    click.echo(context.get_help(), err=True)
    return ExitCode.NO_JUDGEMENT


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run a command and leave the process with its exit code."""
    end_when_asked()
    open_streams()
    gc.set_threshold(*_RARELY)
    if instruction := os.environ.get(COMPLETING):
        home, _ = VERBS["completion"].home.split(":")
        sys.exit(import_module(home).complete(instruction))
    try:
        code = exit_code_of(sys.argv[1:] if arguments is None else arguments)
    except KeyboardInterrupt:  # once more, while the first was told
        code = ExitCode.INTERRUPTED
    end_undisturbed()
    sys.exit(code)


def exit_code_of(words: Sequence[str]) -> int:
    """Run a command and turn however it ends into an exit code; nothing else decides one."""
    try:
        return _run(words)
    except BrokenPipeError as error:
        return lost(error)
    except BaseException as error:  # noqa: BLE001 - the boundary: it is 2 with a report, never 1, never 0
        from goldgate.cli.failure import report  # noqa: PLC0415 - what a failure needs is loaded when there is one

        return report(error, words)


def _run(words: Sequence[str]) -> int:
    """What click's own `main` does, which would turn a broken pipe into 1."""
    try:
        with goldgate.make_context("goldgate", [*words]) as context:
            code: int = goldgate.invoke(context)
    except click.exceptions.Exit as ending:  # of --help and --version
        return ending.exit_code
    return code
