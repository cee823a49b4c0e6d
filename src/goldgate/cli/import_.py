"""`goldgate import`: from which tools, with which options, and what is printed?"""

import os
from pathlib import Path

import click

from goldgate.cli.options import form_option, project_here
from goldgate.cli.screen import tell
from goldgate.commands import import_ as command
from goldgate.commands import import_evals as evals_command
from goldgate.commands import import_otlp as otlp_command


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


@import_.command(short_help="Read traces of OpenTelemetry.")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FILE...")
@click.option("--suite", required=True, metavar="NAME", help="The suite of the cases; made when there is none.")
@form_option
def otlp(*, files: tuple[Path, ...], suite: str, form: str) -> int:
    """Make a golden case of each trace in FILEs of OTLP/JSON: what was asked, and the calls that were made.

    A file holds one JSON document, or one on each line, as the collector writes it. Files are read together: log
    records in one belong to spans in another. Cases that are there already stay as they are.

    \b
    Exit codes:
      0  done; traces that make no case are told
      2  something can't be read, or no trace makes a case; nothing was written
    """  # noqa: D301 - \b is click's mark for a paragraph that stays as it is
    answer = otlp_command.import_otlp(project=project_here(), files=files, suite=suite, environ=os.environ)
    return tell(answer, form=form)


@import_.command(short_help="Read the evals of a skill.")
@click.argument("skill", type=click.Path(path_type=Path), metavar="SKILL")
@click.option("--suite", metavar="NAME", help="The suite of the cases, else that of the skill's name.")
@form_option
def evals(*, skill: Path, suite: str | None, form: str) -> int:
    """Make a golden case of each eval in SKILL/evals/evals.json, where SKILL is a folder with a SKILL.md.

    A case has the prompt and the files of the eval; its expectations become a rubric, rubrics/SUITE/ID.toml, by which
    the judge of the settings decides each. Cases that are there already stay as they are.

    \b
    Exit codes:
      0  done; evals that expect nothing make no case, and are told
      2  something can't be read, or no eval makes a case; nothing was written
    """  # noqa: D301 - \b is click's mark for a paragraph that stays as it is
    return tell(evals_command.import_evals(project=project_here(), folder=skill, suite=suite), form=form)
