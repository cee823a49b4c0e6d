"""Which skills are linked? Folders with a `SKILL.md`, each known by its name and by the digest of its content."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from goldgate.errors import UsageError
from goldgate.model.variant import Skill
from goldgate.store.files import is_there, shown
from goldgate.store.folder_digest import folder_digest

SKILL_FILE: Final = "SKILL.md"


def linked_skills(folders: Sequence[Path]) -> tuple[Skill, ...]:
    """The skills in these folders, in their order; nothing in them is touched.

    Raises UsageError naming every folder that holds no skill, or has the name of another one; UnreadableFile.
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
        elif folder.name in seen:
            yield f"two linked skills are called {folder.name!r}: {shown(seen[folder.name])} and {shown(folder)}"
        seen.setdefault(folder.name, folder)
