"""`goldgate evidence`: what did paired runs show of a skill, and how did that change?"""

from functools import partial
from pathlib import Path

from goldgate.commands.answer import Answer
from goldgate.commands.project import Project
from goldgate.exit_codes import ExitCode
from goldgate.reports.evidence import Shown, evidence_lines, evidence_report
from goldgate.statistics.trend import trend
from goldgate.store.evidence import require_evidence
from goldgate.store.folder_digest import folder_digest


def evidence(*, project: Project, skill: str) -> Answer:
    """Show the evidence on a skill, by its name or its folder.

    The trend is that of the runs that asked the same as the newest. Raises UsageError where there is no evidence, and
    without scipy where there is a trend to test; BadFile, UnreadableFile.
    """
    folder = Path(skill).resolve()
    found = require_evidence(project.root, folder.name)
    shown = Shown(
        evidence=found,
        trend=trend([finding.pass_rate for finding in found.comparable]),
        changed=folder_digest(folder) != found.newest.skill_digest if folder.is_dir() else None,
    )
    return Answer(
        exit_code=ExitCode.OPEN,
        lines=partial(evidence_lines, shown),
        document=partial(evidence_report, shown),
    )
