"""What is a rubric, what is scored by one, and what comes of the scores?

All numbers are decimals, exactly as they were written: 4.2 - 4.1 is 0.1, and 69.99 is below 70.
"""

from collections.abc import Mapping
from decimal import Decimal
from enum import StrEnum
from typing import Final

import attrs

from goldgate.exit_codes import ExitCode
from goldgate.model.frozen import frozen

WHOLE: Final = (Decimal(1), Decimal(100))
"""What the weights of a rubric may add up to: parts of one, or percent."""
USUAL_THRESHOLD: Final = Decimal(70)
"""The threshold of a rubric that says none, on a scale from 0 to 100."""


class Layout(StrEnum):
    """What the `condition` of a score row is."""

    DIMENSIONS = "dimensions"
    """A criterion: the row has one `score`."""
    ARMS = "arms"
    """Who was scored: the row has a number for each criterion."""


class Arm(StrEnum):
    """Who was scored, in the layout of that name."""

    BASELINE = "baseline"
    CANDIDATE = "candidate"
    COMPARATOR = "comparator"
    """Somebody to look at beside the two; takes no part in the gate."""


class GateRule(StrEnum):
    """How the release gate decides."""

    THRESHOLD = "threshold"
    """Every case reaches the threshold."""
    COMPARATIVE = "comparative"
    """The candidate is better than the baseline."""


class Shown(StrEnum):
    """A part of what an agent did that a judge gets to see."""

    ANSWER = "answer"
    STATUS = "status"
    PLAN = "plan"
    STEPS = "steps"
    STATE = "state"
    FILES = "files"


@frozen(kw_only=True)
class Criterion:
    """One thing that is scored; `description` is for the judge.

    `weight` is None in all criteria of a rubric, which then all count the same, or in none.
    """

    name: str
    weight: Decimal | None = None
    description: str | None = None


@frozen(kw_only=True)
class Scale:
    """The lowest and the highest score; with `whole` nothing but ints, None: in the layout of dimensions."""

    min: Decimal = Decimal(0)
    max: Decimal = Decimal(100)
    whole: bool | None = None


@frozen(kw_only=True)
class RubricGate:
    """What the release gate asks for.

    `rule` is by default the threshold for dimensions, the comparison for arms. `threshold` is what every case must
    reach, `not_below` names the criteria in which the candidate may fall below the baseline by `tolerance` at most.
    """

    rule: GateRule | None = None
    threshold: Decimal | None = None
    not_below: tuple[str, ...] = ()
    tolerance: Decimal = Decimal(0)


@frozen(kw_only=True)
class Rubric:
    """What is scored and how much it counts, on which scale, and when the release gate is open.

    `rules` are sentences for the judge, `shows` what of a trial it gets to see.
    """

    layout: Layout
    criteria: tuple[Criterion, ...]
    scale: Scale = Scale()
    arms: tuple[Arm, ...] = (Arm.BASELINE, Arm.CANDIDATE)
    gate: RubricGate = RubricGate()
    rules: tuple[str, ...] = ()
    shows: tuple[Shown, ...] = (Shown.ANSWER,)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the criteria."""
        return tuple(criterion.name for criterion in self.criteria)

    @property
    def conditions(self) -> tuple[str, ...]:
        """What the `condition` of a row may be; every case and trial has one row for each."""
        return self.names if self.layout is Layout.DIMENSIONS else tuple(arm.value for arm in self.arms)

    @property
    def rule(self) -> GateRule:
        """The rule that decides."""
        return self.gate.rule or (GateRule.THRESHOLD if self.layout is Layout.DIMENSIONS else GateRule.COMPARATIVE)

    @property
    def whole_scores(self) -> bool:
        """Whether scores are ints."""
        return self.layout is Layout.DIMENSIONS if self.scale.whole is None else self.scale.whole

    @property
    def threshold(self) -> Decimal | None:
        """What every case must reach; None when it is not said, and the scale has no usual one."""
        usual = self.scale.min == Scale().min and self.scale.max == Scale().max
        return USUAL_THRESHOLD if self.gate.threshold is None and usual else self.gate.threshold


@frozen(kw_only=True)
class RowKey:
    """Which row of scores it is; no two of a file are the same."""

    case_id: str
    trial: int
    condition: str

    def __str__(self) -> str:
        """`case 'a' trial 1 'clarity'`."""
        return f"case {self.case_id!r} trial {self.trial} {self.condition!r}"


@frozen(kw_only=True)
class ScoreRow:
    """What a judge made of one trial: scores by criterion, one of them or all, as the layout is."""

    key: RowKey
    scores: Mapping[str, Decimal]
    blocker: bool = False
    notes: str | None = None


@frozen(kw_only=True)
class CaseScores:
    """The scores of a case by criterion, means over its trials; their plain mean, and the one by weights."""

    case_id: str
    scores: Mapping[str, Decimal]
    average: Decimal
    weighted_score: Decimal


@frozen(kw_only=True)
class BlockingFinding:
    """Something that a judge found which no score makes good."""

    case_id: str
    trial: int
    notes: str | None = None


@frozen(kw_only=True)
class ArmScores:
    """The means of an arm over all cases and trials, by criterion and by weights, and its blocking findings."""

    means: Mapping[str, Decimal]
    weighted_score: Decimal
    cases: tuple[CaseScores, ...]
    blocking: tuple[BlockingFinding, ...] = ()


@frozen(kw_only=True)
class ScoreSummary:
    """What all rows come to, and whether the release gate is open.

    `cases` and the two averages over them are those of the arm that is released: in the layout of dimensions there is
    only one, of arms it is the candidate. `arms` are all of them; `deltas` by criterion, and `delta` of the weighted
    scores, are the candidate's less the baseline's. They say nothing where there are no arms, or no baseline.
    `threshold` is None, and no case fails, where the rule is the comparison. `reasons` say why the gate is closed.

    Numbers that no decimal is equal to, a third for instance, are cut after 50 digits; what was decided, was decided
    by the numbers themselves.
    """

    layout: Layout
    rule: GateRule
    rows: int
    cases: tuple[CaseScores, ...]
    overall_average: Decimal
    overall_weighted_score: Decimal
    threshold: Decimal | None = None
    failed_cases: tuple[str, ...] = ()
    arms: Mapping[Arm, ArmScores] = attrs.field(factory=dict)
    deltas: Mapping[str, Decimal] = attrs.field(factory=dict)
    delta: Decimal | None = None
    reasons: tuple[str, ...] = ()

    @property
    def release_gate_passed(self) -> bool:
        """Whether the release gate is open."""
        return not self.reasons

    @property
    def exit_code(self) -> ExitCode:
        """0 or 1; where there is no judgement there is no summary."""
        return ExitCode.OPEN if self.release_gate_passed else ExitCode.CLOSED
