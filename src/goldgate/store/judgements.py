"""What was a judge asked about a run, and what did it answer? The evidence, from which a run can be judged again."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from io import FileIO
from typing import TypeAlias

from goldgate.formats.judgements import read_judged, write_judged
from goldgate.model.frozen import frozen
from goldgate.model.grading import Judged
from goldgate.store.files import append, is_there, read_lines, telling
from goldgate.store.lines import drop_half_line, placing
from goldgate.store.run_folder import RunFolder

Evidence: TypeAlias = Mapping[tuple[str, str, int], Judged]
"""Suite, id and trial → what was asked and answered about it."""


def read_evidence(folder: RunFolder) -> Evidence:
    """What the judge of a run said; nothing where none was asked. Raises BadFile, UnreadableFile."""
    path = folder.judgements
    if not is_there(path):
        return {}
    with placing(path):
        return {judged.key: judged for judged in read_judged(read_lines(path))}


@frozen(kw_only=True)
class EvidenceFile:
    """The evidence of a run that goes on."""

    folder: RunFolder
    file: FileIO

    def add(self, judged: Judged) -> None:
        """Keep what came back: on the disk, before anything is made of it. Raises UnreadableFile."""
        with telling(self.folder.judgements, "write"):
            append(self.file, f"{write_judged(judged)}\n".encode())


@contextmanager
def keeping_evidence(folder: RunFolder) -> Iterator[EvidenceFile]:
    """Go on at the end of the evidence of a run. Raises UnreadableFile."""
    drop_half_line(folder.judgements)
    with telling(folder.judgements, "write"):
        file = folder.judgements.open("ab", buffering=0)
    with file:
        yield EvidenceFile(folder=folder, file=file)
