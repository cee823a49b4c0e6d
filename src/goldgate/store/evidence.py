"""Where does the evidence on a skill lie? In the project; in the skill's own folder it would change its digest."""

from pathlib import Path
from typing import Final

from goldgate.differ.nearest import nearest
from goldgate.errors import BadFile, Problem, UsageError
from goldgate.formats.evidence import MOST_FINDINGS, read_evidence, write_evidence
from goldgate.model.evidence import Evidence, Finding
from goldgate.model.value import Json
from goldgate.store.files import make_folder, read_if_there, shown, sweep, telling, write_atomic
from goldgate.store.locks import lock
from goldgate.store.own_folder import lock_file

FOLDER: Final = "evidence"
_SUFFIX: Final = ".json"


def evidence_path(root: Path, skill: str) -> Path:
    """The file of the evidence on a skill."""
    return root / FOLDER / f"{skill}{_SUFFIX}"


def evidence_of(root: Path, skill: str) -> Evidence | None:
    """What is known of a skill; None when nobody wrote of it. Raises BadFile, UnreadableFile."""
    found = _read(root, skill)
    return None if found is None else found[0]


def _read(root: Path, skill: str) -> tuple[Evidence, dict[str, Json]] | None:
    path = evidence_path(root, skill)
    data = read_if_there(path)
    if data is None:
        return None
    evidence, document = read_evidence(data, file=shown(path))
    if evidence.skill != skill:
        message = f"it holds the evidence on another skill: {evidence.skill!r}"
        raise BadFile(Problem(code=BadFile.code, message=message, file=shown(path), pointer="$.skill"))
    return evidence, document


def require_evidence(root: Path, skill: str) -> Evidence:
    """As `evidence_of`; raises UsageError when there is none, naming the nearest skill that has some."""
    found = evidence_of(root, skill)
    if found is None:
        meant = nearest(skill, _skills(root))
        said = f"; there is some on {meant!r}" if meant else ""
        raise UsageError(f"there is no evidence on {skill!r}{said}; a completed goldgate pair --linked SKILL writes it")
    return found


def add_finding(root: Path, skill: str, finding: Finding) -> Path:
    """Put a finding at the end of the evidence on a skill, whole or not at all; keys of others stay as they are.

    Another finding of the same run is replaced. Raises BadFile, LockHeld, UnreadableFile; then nothing was written.
    """
    path = evidence_path(root, skill)
    with lock(lock_file(root, "evidence"), what="the evidence on skills"):
        found = _read(root, skill)
        kept = () if found is None else tuple(one for one in found[0].findings if one.run != finding.run)
        evidence = Evidence(skill=skill, findings=(*kept, finding)[-MOST_FINDINGS:])
        others = {} if found is None else found[1]
        make_folder(path.parent)
        sweep(path.parent)
        write_atomic(path, write_evidence(evidence, others).encode())
    return path


def _skills(root: Path) -> list[str]:
    folder = root / FOLDER
    with telling(folder, "read"):
        return sorted(path.stem for path in folder.glob(f"*{_SUFFIX}"))
