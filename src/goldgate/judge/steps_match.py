"""Are the steps the expected ones, in the way the case asks for?"""

from collections.abc import Mapping, Sequence
from typing import TypeAlias, assert_never

import attrs

from goldgate.formats.trace import read_args
from goldgate.judge.mismatch_reasons import exact_reason, in_order_reason, unordered_reason
from goldgate.judge.ordered import blocks_of, place_exactly, place_in_order
from goldgate.judge.pairing import Rules, TooManySteps, pair_steps
from goldgate.model.case import ExpectedGroup, ExpectedStep, Match
from goldgate.model.frozen import frozen
from goldgate.model.trace import Step

Expected: TypeAlias = Sequence[ExpectedStep | ExpectedGroup]


@frozen(kw_only=True)
class StepsMatch:
    """What came of holding expected steps against steps.

    `why` is empty when they match. `partners` maps the position of a step to the expected step matched to it;
    when they don't match in the way asked for, to the one that it can be paired with whatever the order.
    """

    why: str = ""
    partners: Mapping[int, ExpectedStep] = attrs.field(factory=dict)


def match_steps(expected: Expected, steps: Sequence[Step], *, match: Match, rules: Rules, noun: str) -> StepsMatch:
    """Match steps in one of the five ways.

    Whether they match never depends on the order of the expected steps where the way does not ask for an order; there,
    the steps of a group are expected steps like any other. `noun` says what a step is called in the reason.
    """
    expected = [_with_args_read(item) for item in expected]
    if (partners := _fit_one_by_one(expected, steps, rules)) is not None:
        return StepsMatch(partners=partners)
    try:
        match match:
            case Match.EXACT:
                return _match_exactly(expected, steps, rules=rules, noun=noun)
            case Match.IN_ORDER:
                return _match_in_order(expected, steps, rules=rules, noun=noun)
            case Match.ANY_ORDER | Match.SUPERSET | Match.SUBSET:
                return _match_unordered(expected, steps, match=match, rules=rules, noun=noun)
            case _:
                assert_never(match)
    except TooManySteps:
        return StepsMatch(why=f"there are too many different {noun}s to compare them all")


def _fit_one_by_one(expected: Expected, steps: Sequence[Step], rules: Rules) -> Mapping[int, ExpectedStep] | None:
    """The partners where each expected step is single and fits the step in its place; then they match in every way.

    Where failures are to be excused other partners may excuse more.
    """
    if rules.needy or len(expected) != len(steps):
        return None
    partners: dict[int, ExpectedStep] = {}
    for place, (item, step) in enumerate(zip(expected, steps, strict=True)):
        if isinstance(item, ExpectedGroup) or item.times != 1 or not rules.fit(item, step):
            return None
        partners[place] = item
    return partners


def _with_args_read(item: ExpectedStep | ExpectedGroup) -> ExpectedStep | ExpectedGroup:
    """Expected arguments that are given as JSON text, read as those of agents are."""
    if isinstance(item, ExpectedGroup):
        return attrs.evolve(item, calls=tuple(map(_step_with_args_read, item.calls)))
    return _step_with_args_read(item)


def _step_with_args_read(step: ExpectedStep) -> ExpectedStep:
    return attrs.evolve(step, args=read_args(step.args)[0]) if isinstance(step.args, str) else step


def _match_exactly(expected: Expected, steps: Sequence[Step], *, rules: Rules, noun: str) -> StepsMatch:
    blocks = blocks_of(expected, most=len(steps) + 1)
    placed = place_exactly(blocks, steps, rules)
    if placed.well:
        return StepsMatch(partners=placed.partners)
    why = exact_reason(blocks, steps, placed, rules=rules, noun=noun)
    return StepsMatch(why=why, partners=_pairable(expected, steps, rules))


def _match_in_order(expected: Expected, steps: Sequence[Step], *, rules: Rules, noun: str) -> StepsMatch:
    blocks = blocks_of(expected, most=len(steps) + 1)
    if not blocks:
        # Users read an empty list as "no call", not as "anything".
        return _match_exactly(expected, steps, rules=rules, noun=noun)
    placed = place_in_order(blocks, steps, rules)
    if placed.well:
        return StepsMatch(partners=placed.partners)
    why = in_order_reason(blocks, steps, placed, rules=rules, noun=noun)
    return StepsMatch(why=why, partners=_pairable(expected, steps, rules))


def _match_unordered(expected: Expected, steps: Sequence[Step], *, match: Match, rules: Rules, noun: str) -> StepsMatch:
    paired = pair_steps(_counted(expected), steps, range(len(steps)), rules)
    missing = () if match is Match.SUBSET else paired.missing
    extra = () if match is Match.SUPERSET else paired.extra
    why = unordered_reason(missing, extra, paired, steps, rules=rules, noun=noun) if missing or extra else ""
    return StepsMatch(why=why, partners=paired.partners)


def _counted(expected: Expected) -> list[tuple[ExpectedStep, int]]:
    flat = (item.calls if isinstance(item, ExpectedGroup) else (item,) for item in expected)
    return [(step, step.times) for some in flat for step in some]


def _pairable(expected: Expected, steps: Sequence[Step], rules: Rules) -> Mapping[int, ExpectedStep]:
    try:
        return pair_steps(_counted(expected), steps, range(len(steps)), rules).partners
    except TooManySteps:
        return {}
