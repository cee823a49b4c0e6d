"""What is the half with all skills held against? A rate that somebody chose, never what ran last."""

from collections.abc import Mapping
from enum import StrEnum
from fractions import Fraction

from goldgate.model.frozen import frozen


@frozen(kw_only=True)
class Reference:
    """A rate, where it comes from, and what was asked: `suites` maps each suite to the digest of that."""

    source: str
    suites: Mapping[str, str]
    rate: Fraction


class RegressionStatus(StrEnum):
    """What a reference says of a rate."""

    NOT_APPLICABLE = "not_applicable"
    """There is no reference."""
    OPEN = "open"
    CLOSED = "closed"
    """The rate fell by more than the threshold."""
    NO_JUDGEMENT = "no_judgement"
    """Trials ended in ERROR."""


@frozen(kw_only=True)
class Regression:
    """A rate held against a reference; `threshold` is the difference of rates that it may fall by."""

    status: RegressionStatus
    threshold: Fraction
    reference: Reference | None = None
