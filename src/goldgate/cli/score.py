"""`goldgate score`: which options, and what is printed?"""

from decimal import Decimal
from pathlib import Path

import click

from goldgate.cli.exact_number import ExactNumber
from goldgate.cli.options import form_option
from goldgate.cli.screen import tell
from goldgate.commands import score as command


@click.command(short_help="Weigh the scores of a judge by a rubric.")
@click.argument("rows", type=click.Path(path_type=Path), metavar="ROWS.jsonl")
@click.option(
    "--rubric", required=True, type=click.Path(path_type=Path), metavar="FILE", help="The rubric, a TOML file."
)
@click.option(
    "--gate",
    type=ExactNumber(),
    default=None,
    help="What the weighted score of every case must reach, instead of what the rubric says.",
)
@form_option
def score(*, rows: Path, rubric: Path, gate: Decimal | None, form: str) -> int:
    """Weigh the scores in ROWS.jsonl by a rubric, and decide whether the release gate is open; runs nothing.

    Every row must be there, and once: that is checked before anything is averaged.

    \b
    Exit codes:
      0  the release gate is open
      1  the release gate is closed: a case below the gate, a blocking finding,
         a candidate that is not better than the baseline
      2  no judgement: a bad row or rubric, a row that is there twice or missing
    """  # noqa: D301 - \b is click's mark for a paragraph that stays as it is
    return tell(command.score(rows=rows, rubric=rubric, gate=gate), form=form)
