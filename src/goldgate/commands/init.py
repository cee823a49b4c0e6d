"""`goldgate init`: what does a new project look like?"""

import shlex
from collections.abc import Iterator
from pathlib import Path

from goldgate.commands.answer import Answer
from goldgate.exit_codes import ExitCode
from goldgate.reports.line import Line, dim, line, strong
from goldgate.store.scaffold import Laid, lay


def init(*, folder: Path) -> Answer:
    """Lay a working project into a folder; never overwrites."""
    laid = lay(folder)
    return Answer(
        exit_code=ExitCode.OPEN,
        lines=lambda: _lines(folder, laid),
        document=lambda: {
            "goldgate": "init",
            "schema": 1,
            "exit_code": 0,
            "folder": str(folder),
            "made": list(laid.made),
            "kept": list(laid.kept),
        },
    )


def _lines(folder: Path, laid: Laid) -> Iterator[Line]:
    for name in laid.made:
        yield line(f"made  {folder / name}")
    for name in laid.kept:
        yield line(f"kept  {folder / name}", dim("  (was there, left as it is)"))
    there = "" if folder == Path() else f"cd {shlex.quote(str(folder))} && "
    yield line("next: ", strong(f"{there}goldgate run"))
