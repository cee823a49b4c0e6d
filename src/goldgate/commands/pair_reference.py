"""Which rate is the half with all skills held against? The one of a kept report, or of a run that was named."""

from pathlib import Path

from goldgate.commands.project import Project
from goldgate.commands.sides import half_named, rate_of
from goldgate.errors import UsageError
from goldgate.formats.reference import read_reference
from goldgate.gate.same_question import suite_digests
from goldgate.model.reference import Reference
from goldgate.store.files import is_there, read_bytes, shown
from goldgate.suite.halves import WITH


def reference_of(project: Project, text: str) -> Reference:
    """The reference that a file, or else the name of a paired run, says.

    Raises BadFile, UnreadableFile, NoRun, IncompleteRun, and UsageError for a run that is not paired or has errors.
    """
    path = Path(text)
    if path.suffix or is_there(path):
        return read_reference(read_bytes(path), file=shown(path))
    half = half_named(project, f"{text}:{WITH}")
    rate = rate_of(half, solved_score=project.settings.solved_score)
    if rate is None:
        raise UsageError(f"the run {text} has trials in ERROR, so it is no reference")
    return Reference(source=text, suites=suite_digests(half.run.header), rate=rate)
