"""How do the cases of a sampled suite stand? How often each was solved, then and now, and what rules say of that."""

from fractions import Fraction
from typing import Final

import attrs

from goldgate.model.frozen import frozen

DEFAULT_ALPHA: Final = 0.05
"""How often a test may see a difference where there is none."""


@frozen(kw_only=True)
class Counts:
    """So many of a case's trials solved it, out of so many: 0 ≤ solved ≤ total, and there is at least one trial."""

    solved: int
    total: int

    @property
    def rate(self) -> Fraction:
        """The share of trials that solved it."""
        return Fraction(self.solved, self.total)

    def __str__(self) -> str:
        return f"{self.solved}/{self.total}"


@frozen(kw_only=True)
class CaseCounts:
    """The trials of one case: `then` as accepted, `now` None where some are in ERROR, so that nobody can count them."""

    id: str
    then: Counts
    now: Counts | None


@frozen(kw_only=True)
class Broken:
    """A case that looks broken: all of `then` trials had solved it, none of `now` does.

    `chance` is the most with which a case that has not changed looks like that.
    """

    id: str
    then: int
    now: int
    chance: Fraction


@frozen(kw_only=True)
class Drop:
    """How the mean solve rate over the cases changed, and how likely chance alone does as much.

    Two tests must agree, `p` is the larger of theirs. `significant` says that it is small enough, `underpowered` that
    no result of so many cases and trials could have been.
    """

    then: Fraction
    now: Fraction
    p_by_trials: float
    p_by_cases: float
    significant: bool
    underpowered: bool

    @property
    def p(self) -> float:
        """The larger of the two."""
        return max(self.p_by_trials, self.p_by_cases)


@frozen(kw_only=True)
class Sampling:
    """What both rules say of a suite: of single cases that certainly broke, or may have, and of all of them together.

    `cases` have trials on both sides; those `errored` have none to count now, and then there is no `drop` to speak of.
    `fell` are the cases that were solved less often than before, those that fell most first. `sure_of_breaks` says
    whether any case has enough trials to show for certain that it broke.
    `breaks_by_chance` is how often chance alone makes as many cases look broken as do here. `mended` are the cases that
    every trial solves now, though not all did before, by more than luck, and those that every trial solved before, too.
    """

    alpha: float
    cases: int = 0
    broken: tuple[Broken, ...] = ()
    suspected: tuple[Broken, ...] = ()
    breaks_by_chance: float = 1.0
    mended: frozenset[str] = attrs.field(default=frozenset())
    errored: tuple[str, ...] = ()
    fell: tuple[CaseCounts, ...] = ()
    sure_of_breaks: bool = False
    drop: Drop | None = None

    @property
    def dropped(self) -> bool:
        """Whether the suite got worse as a whole."""
        return self.drop is not None and self.drop.significant
