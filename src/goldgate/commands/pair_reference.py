"""Which rate is the half with all skills held against? The one of a kept report, or of a run that was named."""

from collections.abc import Mapping
from pathlib import Path

from goldgate.commands.pair_halves import WITH
from goldgate.commands.project import Project
from goldgate.commands.sides import half_named, rate_of
from goldgate.errors import IncomparableRuns, UsageError
from goldgate.formats.reference import read_reference
from goldgate.gate.same_question import suite_digest
from goldgate.model.reference import Reference
from goldgate.model.result import RunHeader
from goldgate.store.files import is_there, read_bytes, shown


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
    return Reference(source=text, suites=asked(half.run.header), rate=rate)


def asked(header: RunHeader) -> dict[str, str]:
    """Suite → digest of what it asked."""
    return {name: suite_digest(suite) for name, suite in header.suites.items()}


def require_same_suites(reference: Reference, suites: Mapping[str, str]) -> None:
    """Raise IncomparableRuns that names the suites of which the reference asked something else, with both digests."""
    names = sorted(name for name in {**reference.suites, **suites} if reference.suites.get(name) != suites.get(name))
    if names:
        raise IncomparableRuns(
            f"the reference {reference.source} was not asked the same",
            *(
                f"suite {name!r}: what was asked was {reference.suites.get(name, 'nothing')}, "
                f"is {suites.get(name, 'nothing')}"
                for name in names
            ),
        )
