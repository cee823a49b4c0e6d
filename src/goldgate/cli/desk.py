"""What is written and said beside the answer of a command? Reports, annotations, the summary of a step."""

import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import attrs
import click

from goldgate.cli.screen import tell
from goldgate.cli.workflow import without_commands
from goldgate.commands.answer import Answer
from goldgate.commands.project import Project
from goldgate.commands.report_files import Wanted, annotations, append_summary, place_in, read_wanted, write_reports
from goldgate.differ.show import inert
from goldgate.errors import GoldgateError, Problem
from goldgate.exit_codes import ExitCode
from goldgate.model.frozen import frozen
from goldgate.reports.material import Material, Refusal

if TYPE_CHECKING:
    from goldgate.cli.report_options import Reports, Tell

WORKSPACE: Final = "GITHUB_WORKSPACE"
"""The environment variable that says where the repository lies in a workflow."""


@contextmanager
def desk(reports: "Reports", project: Project, *, form: str) -> "Iterator[Tell]":
    """As `Reports.telling`, where there is something to write."""
    here = Path.cwd()
    writer = _Writer(
        wanted=read_wanted(reports.texts, project=project, here=here),
        annotates=reports.annotates,
        summary=None if not reports.summary else here / reports.summary,
        here=here,
        form=form,
    )
    try:
        yield writer.tell
    except GoldgateError as error:
        refusal = Refusal(exit_code=error.exit_code, problems=error.problems, details=error.details)
        failed = writer.write(refusal)
        writer.annotate(refusal)
        if failed:
            raise type(error)(*error.problems, *failed, details=error.details) from error
        raise


@frozen(kw_only=True)
class _Writer:
    """`annotates` and `summary` say what GitHub is told; the form is that of the answer."""

    wanted: tuple[Wanted, ...]
    annotates: bool
    summary: Path | None
    here: Path
    form: str

    def tell(self, answer: Answer) -> ExitCode:
        """Write the reports, then print the answer. A report that could not be written is no judgement."""
        if answer.material is None:
            return tell(answer, form=self.form)
        material = answer.material()
        problems = self.write(material)
        code = tell(_without_judgement(answer, problems) if problems else answer, form=self.form)
        if self.form != "json":
            _warn(problems)
        self.annotate(material)
        return code

    def write(self, found: Material | Refusal) -> tuple[Problem, ...]:
        """Write the reports, and give what could not be written of what was asked for; nobody asked for a summary."""
        if self.summary is not None:
            _warn(append_summary(self.summary, found))
        return write_reports(self.wanted, found)

    def annotate(self, found: Material | Refusal) -> None:
        """Tell GitHub, which reads both streams; stdout is left alone where it is for one document."""
        if self.annotates:
            place = place_in(os.environ.get(WORKSPACE), here=self.here)
            for line in annotations(found, place=place):
                click.echo(line, nl=False, err=self.form == "json")


def _without_judgement(answer: Answer, problems: Iterable[Problem]) -> Answer:
    reasons = [f"a report could not be written: {problem}" for problem in problems]

    def document() -> Mapping[str, Any]:
        said = answer.document()
        code = int(ExitCode.NO_JUDGEMENT)
        return {**said, "exit_code": code, "open": False, "reasons": [*said.get("reasons", ()), *reasons]}

    return attrs.evolve(answer, exit_code=ExitCode.NO_JUDGEMENT, document=document)


def _warn(problems: Iterable[Problem]) -> None:
    for problem in problems:
        click.echo(without_commands(f"{inert(str(problem))} [{problem.code}]"), err=True)
