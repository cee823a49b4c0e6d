"""`goldgate history`: how did it go earlier?"""

from functools import partial
from itertools import islice
from typing import Final

from goldgate.commands.answer import Answer
from goldgate.commands.project import Project
from goldgate.exit_codes import ExitCode
from goldgate.reports.history import Past, history_document, history_lines
from goldgate.store.history import committed_baselines, kept_runs

MOST: Final = 20
"""As many runs as are kept by default."""


def history(*, project: Project, most: int) -> Answer:
    """The newest runs and the newest commits of baselines."""
    past = Past(
        runs=tuple(islice(kept_runs(project.root), most)),
        commits=tuple(committed_baselines(project.root, project.settings, most=most)),
    )
    return Answer(
        exit_code=ExitCode.OPEN,
        lines=partial(history_lines, past),
        document=partial(history_document, past),
    )
