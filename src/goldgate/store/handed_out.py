"""What of a folder is an agent handed? All of it but the `evals` of skills, which say what is expected of it.

A skill is a folder with a `SKILL.md`; `evals` beside that holds its prompts with their expectations. Where there is
such a folder, the agent gets a copy that lacks it, and lacks the history that git keeps of it.
"""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from goldgate.store.files import shown, telling

SKILL_FILE: Final = "SKILL.md"
EVALS: Final = "evals"
_NEVER: Final = frozenset({".git", ".goldgate", "__pycache__"})
"""What git, goldgate and Python keep for themselves."""


def handed_out(folder: Path) -> Iterator[Path]:
    """All files and links below a folder that an agent may see. Raises OSError."""
    for place, _, names in _places(folder):
        yield from (place / name for name in names)


def withholds(folder: Path) -> bool:
    """Whether an agent must not see all of a folder, since a skill in it has evals. Raises UnreadableFile."""
    with telling(folder, "read"):
        return any(evals for _, evals, _ in _places(folder))


def _places(folder: Path) -> Iterator[tuple[Path, list[str], set[str]]]:
    """Each folder that may be seen, with what is withheld in it, and its files and links."""
    for name, folders, files in os.walk(folder, onerror=_raise):
        place = Path(name)
        evals = [one for one in (*folders, *files) if one.casefold() == EVALS] if SKILL_FILE in files else []
        left_out = _NEVER.union(evals)
        links = [one for one in folders if (place / one).is_symlink()]
        folders[:] = [one for one in folders if one not in left_out]
        yield place, evals, {*links, *files} - left_out


def link_fault(folder: Path) -> str | None:
    """Why no copy of a folder can be handed out; None also where none has to be made. Raises UnreadableFile."""
    if not withholds(folder):
        return None
    root = folder.resolve()
    with telling(folder, "read"):
        hidden = [place / name for place, evals, _ in _places(root) for name in evals]
        for path in filter(Path.is_symlink, handed_out(root)):
            target = path.resolve()
            stays = target.is_relative_to(root) and not path.readlink().is_absolute()
            if not stays or any(target.is_relative_to(evals) for evals in hidden):
                return (
                    f"{shown(path)} is a link to {path.readlink()}; agents get a copy of {shown(root)} "
                    f"without its {EVALS}, in which links may lead to nothing but that copy"
                )
    return None


def copy_out(folder: Path, *, to: Path) -> None:
    """Make a copy for an agent, at a path where nothing is yet. Raises UnreadableFile."""
    with telling(folder, "read"):
        paths = list(handed_out(folder))
    for path in paths:
        target = to / path.relative_to(folder)
        with telling(path, "copy"):
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(path, target, follow_symlinks=False)


def _raise(error: OSError) -> None:
    raise error
