"""What is known of a skill by measuring? What paired runs showed of it, the newest last."""

from collections.abc import Mapping
from enum import StrEnum
from fractions import Fraction

from goldgate.model.frozen import frozen


class PairMode(StrEnum):
    """Which halves a paired run has beside the one with all linked skills."""

    JOINT = "joint"
    """One without any of them: the difference is their joint contribution."""
    PER_SKILL = "per-skill"
    """One without each of them: the difference is what that skill contributes beside the others."""


@frozen(kw_only=True)
class Handed:
    """That a skill was given to the agent in the half with it.

    `digest` is that of what was given. Of so many `trials` the agent was `handed` it in all that have a judgement;
    `loaded` counts those in which its `SKILL.md` was opened, or the agent said so, None where a trial was performed by
    an agent in another process that says nothing.
    """

    skill: str
    digest: str
    trials: int
    handed: int
    loaded: int | None


@frozen(kw_only=True)
class Finding:
    """What one completed paired run showed of a skill.

    `suites` maps each suite to the digest of what was asked, `skill_digest` is that of the skill's folder,
    `linked` are all skills of the run; the rates are the means of the solve rates of `cases` cases. `handed` and
    `loaded` are as in `Handed`; both are None in findings that were made before these were counted.
    """

    run: str
    finished_at: str
    mode: PairMode
    linked: tuple[str, ...]
    suites: Mapping[str, str]
    skill_digest: str
    cases: int
    pass_rate: Fraction
    rate_without: Fraction
    handed: int | None = None
    loaded: int | None = None

    @property
    def delta(self) -> Fraction:
        """What the agent solves more with the skill than without it."""
        return self.pass_rate - self.rate_without


@frozen(kw_only=True)
class Evidence:
    """All findings on a skill that are kept, at least one, the oldest first."""

    skill: str
    findings: tuple[Finding, ...]

    @property
    def newest(self) -> Finding:
        """The finding of the run that finished last."""
        return self.findings[-1]

    @property
    def comparable(self) -> tuple[Finding, ...]:
        """The findings of runs that asked the same as the newest, with the same skills linked."""
        asked = (self.newest.suites, {*self.newest.linked})
        return tuple(finding for finding in self.findings if (finding.suites, {*finding.linked}) == asked)
