"""Which skills are linked? Folders with a `SKILL.md`, each known by its name and by the digest of its content."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from goldgate.errors import UsageError
from goldgate.model.variant import Skill
from goldgate.store.files import is_there, read_bytes, shown
from goldgate.store.folder_digest import folder_digest
from goldgate.store.handed_out import SKILL_FILE, link_fault


def linked_skills(folders: Sequence[Path]) -> tuple[Skill, ...]:
    """The skills in these folders, in their order; nothing in them is touched.

    Raises UsageError naming every folder that holds no skill, has the name of another one, or can't be handed out;
    UnreadableFile.
    """
    resolved = [folder.resolve() for folder in folders]
    if faults := list(_faults(resolved)):
        raise UsageError(*faults)
    return tuple(Skill(name=folder.name, folder=folder, digest=folder_digest(folder)) for folder in resolved)


def _faults(folders: Sequence[Path]) -> Iterator[str]:
    seen: dict[str, Path] = {}
    for folder in folders:
        if not folder.is_dir():
            yield f"there is no folder {shown(folder)}; a skill is a folder with a {SKILL_FILE}"
        elif not is_there(folder / SKILL_FILE):
            yield f"{shown(folder)} holds no {SKILL_FILE}, so it is no skill"
        elif not read_bytes(folder / SKILL_FILE).strip():
            yield f"{shown(folder / SKILL_FILE)} says nothing, so with it an agent is given nothing"
        elif fault := link_fault(folder):
            yield fault
        elif folder.name in seen:
            yield _twice(seen[folder.name], folder)
        seen.setdefault(folder.name, folder)


def _twice(before: Path, folder: Path) -> str:
    if before == folder:
        return f"{shown(folder)} is linked twice; once is enough"
    both = f"{shown(before)} and {shown(folder)}"
    return f"two linked skills are called {folder.name!r}: {both}; rename a folder, or link one of them"
