"""What was a paired run asked? Which skills, which halves in which order, and what may not be fallen below."""

from enum import StrEnum
from fractions import Fraction

from goldgate.model.evidence import PairMode
from goldgate.model.frozen import frozen
from goldgate.model.reference import Reference


class Order(StrEnum):
    """How the halves of a paired run follow each other."""

    INTERLEAVED = "interleaved"
    """Trial by trial, each half as often first: what drifts in the meantime favours neither."""
    SEQUENTIAL = "sequential"
    """All of one half, then all of the next."""


@frozen(kw_only=True)
class Pairing:
    """What a paired run was asked, so that what it said can be said again.

    `linked` are the names of the skills in the order in which they were linked. The half with all of them may lie below
    `reference` by `threshold`, a difference of rates from 0 to 1.
    """

    linked: tuple[str, ...]
    mode: PairMode
    order: Order
    threshold: Fraction
    reference: Reference | None = None
