"""Which halves does a paired run have? One with all linked skills, and one without for each thing that is asked."""

from collections.abc import Sequence
from typing import Final

import attrs

from goldgate.model.evidence import PairMode
from goldgate.model.frozen import frozen
from goldgate.model.variant import Skill, Variant

WITH: Final = "with"
WITHOUT: Final = "without"


@frozen(kw_only=True)
class Without:
    """A half that lacks some of the linked skills."""

    variant: Variant
    lacks: tuple[str, ...]


@frozen(kw_only=True)
class Halves:
    """The half with all linked skills, and those without: what each lacks is what it shows the contribution of."""

    whole: Variant
    without: tuple[Without, ...]

    @property
    def variants(self) -> tuple[Variant, ...]:
        """All halves, as they follow each other."""
        return (self.whole, *(half.variant for half in self.without))


def halves_of(skills: Sequence[Skill], mode: PairMode) -> Halves:
    """The halves of a paired run with these skills, at least one."""
    whole = Variant(name=WITH, skills=tuple(skills))
    if mode is PairMode.JOINT:
        lacking = [Without(variant=Variant(name=WITHOUT), lacks=tuple(skill.name for skill in skills))]
    else:
        lacking = [_without(whole, skill) for skill in skills]
    return Halves(whole=whole, without=tuple(lacking))


def _without(whole: Variant, skill: Skill) -> Without:
    others = tuple(other for other in whole.skills if other != skill)
    return Without(variant=attrs.evolve(whole, name=f"{WITHOUT}-{skill.name}", skills=others), lacks=(skill.name,))
