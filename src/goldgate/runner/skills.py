"""Was the agent of a trial handed the skills that are linked, and were they opened?

That a skill was handed is certain: without it the trial has no judgement. That its `SKILL.md` was opened is seen where
the agent runs in this process, or names the file to a program; a file that it keeps in memory is opened only once.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import attrs

from goldgate.model.detail import Detail
from goldgate.model.frozen import frozen
from goldgate.model.judgement import SKILL_NOT_GIVEN, Fault
from goldgate.model.variant import ResolvedVariant, Skill
from goldgate.runner.audit import Touched, listening
from goldgate.store.handed_out import SKILL_FILE


def not_given(variant: ResolvedVariant) -> Fault | None:
    """Why the agent can't be handed all skills of a variant; None when it can."""
    gone = [skill.name for skill in variant.skills if not (skill.folder / SKILL_FILE).is_file()]
    if not gone:
        return None
    return Fault(
        code=SKILL_NOT_GIVEN, message=f"the {SKILL_FILE} of {', '.join(gone)} is gone, so nothing could be given"
    )


@frozen(kw_only=True)
class Watched:
    """The skills of a trial, and which files below them were touched."""

    skills: tuple[Skill, ...] = ()
    touched: Touched = attrs.field(factory=Touched)

    def told_in(self, detail: Detail) -> Detail:
        """The detail of the trial, with what was seen of its skills."""
        if not self.skills:
            return detail
        read = self.touched.read.copy()
        opened = tuple(skill.name for skill in self.skills if str(skill.folder / SKILL_FILE) in read)
        return attrs.evolve(detail, handed_skills=tuple(skill.name for skill in self.skills), opened_skills=opened)


_NOTHING: Final = Watched()


@contextmanager
def watching(variant: ResolvedVariant) -> Iterator[Watched]:
    """See for the length of the block what is opened of the skills of a variant; nothing is done where it has none."""
    if not variant.skills:
        yield _NOTHING
        return
    below = tuple(f"{skill.folder}{os.sep}" for skill in variant.skills)
    watched = Watched(skills=variant.skills, touched=Touched(below=below))
    with listening(watched.touched):
        yield watched
