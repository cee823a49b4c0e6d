"""Which steps are the expected ones, whatever their order?

A pairing of the greatest possible size is looked for, never a greedy one. Where one of that size pairs every failed
step that nothing else excuses with an expected step that expects a failure, such a one is found.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from itertools import chain, islice, repeat
from typing import Final, TypeAlias

import attrs

from goldgate.differ.bipartite import Pairing, alike, longest_start, pair_up
from goldgate.differ.canonical import canonical
from goldgate.differ.matcher_words import holds_matcher
from goldgate.errors import GoldgateError
from goldgate.judge.fitting import expects_failure, fits
from goldgate.model.case import ArgsMatch, ExpectedStep
from goldgate.model.frozen import frozen
from goldgate.model.trace import Step
from goldgate.model.value import NOT_CAPTURED

MOST_COMPARISONS: Final = 1_000_000
"""How often an expected step may be held against a step; equal ones count once. It is about a second of work."""

Counted: TypeAlias = tuple[ExpectedStep, int]
"""An expected step, and how often it is expected."""
_Key: TypeAlias = tuple[object, ...]


class TooManySteps(GoldgateError):
    """There are more different steps than can be compared."""


@frozen(kw_only=True)
class Rules:
    """What holds for a whole list: how arguments are matched, and the positions of the failed steps to be excused."""

    args_match: ArgsMatch = ArgsMatch.EXACT
    needy: Collection[int] = ()

    def fit(self, expected: ExpectedStep, step: Step) -> bool:
        """Whether the step is the expected one."""
        return fits(expected, step, args_match=self.args_match)


@frozen(kw_only=True)
class Paired:
    """Who found a partner.

    `partners` maps the position of a step to the expected step that it is paired with; `missing` are the expected
    steps without a partner, in the order of the expectation; `extra` are the positions of the steps without one.
    """

    partners: Mapping[int, ExpectedStep] = attrs.field(factory=dict)
    missing: tuple[Counted, ...] = ()
    extra: tuple[int, ...] = ()

    @property
    def perfect(self) -> bool:
        """Whether nobody is without a partner."""
        return not self.missing and not self.extra


def pair_steps(expected: Sequence[Counted], steps: Sequence[Step], positions: Sequence[int], rules: Rules) -> Paired:
    """Pair the steps at these positions with the expected ones; raises TooManySteps."""
    wanted = _equal_expected(expected, rules)
    given = _equal_steps(steps, positions, rules, compare_args=any(one.compares_args for one in wanted))
    pairing = _pair(_edges(wanted, given, rules), wanted, given)
    return _told(pairing, wanted, given)


def paired_from_start(
    expected: Sequence[Counted], steps: Sequence[Step], positions: Sequence[int], rules: Rules
) -> int:
    """How many expected steps, from the first on, find partners together at these positions; raises TooManySteps."""
    wanted = _equal_expected(expected, rules)
    given = _equal_steps(steps, positions, rules, compare_args=any(one.compares_args for one in wanted))
    index_of = {member: index for index, one in enumerate(wanted) for member in one.members}
    in_order = chain.from_iterable(repeat(index_of[member], count) for member, (_, count) in enumerate(expected))
    supply = [len(other.positions) for other in given]
    return longest_start(_edges(wanted, given, rules), expected=in_order, actual=supply)


@frozen(kw_only=True)
class _Wanted:
    """Equal expected steps; `address` is as much as is certain of the steps that can fit."""

    step: ExpectedStep
    members: Sequence[int]
    count: int
    address: _Key
    compares_args: bool


@frozen(kw_only=True)
class _Given:
    """Equal steps, at these positions."""

    step: Step
    positions: Sequence[int]
    needy: bool
    addresses: tuple[_Key, ...]


def _equal_expected(expected: Sequence[Counted], rules: Rules) -> list[_Wanted]:
    made = []
    for key, members in alike(_expected_key(step, rules) for step, _ in expected).items():
        step = expected[members[0]][0]
        count = sum(expected[member][1] for member in members)
        compares_args = step.args is not NOT_CAPTURED and step.args_match is not ArgsMatch.IGNORE
        address = _address(key, step)
        made.append(_Wanted(step=step, members=members, count=count, address=address, compares_args=compares_args))
    return made


def _address(key: _Key, step: ExpectedStep) -> _Key:
    kind, name, spelled, how, *_ = key
    if name is None:
        return (kind,)
    if step.args is NOT_CAPTURED or how is not ArgsMatch.EXACT or holds_matcher(step.args):
        return (kind, name)
    return (kind, name, spelled)


def _expected_key(step: ExpectedStep, rules: Rules) -> _Key:
    spelled = None if step.args is NOT_CAPTURED else canonical(step.args)
    return (step.kind, step.name, spelled, step.args_match or rules.args_match, step.status, step.error_code)


def _equal_steps(steps: Sequence[Step], positions: Sequence[int], rules: Rules, *, compare_args: bool) -> list[_Given]:
    made = []
    keys = ((*_step_key(steps[place], compare_args=compare_args), place in rules.needy) for place in positions)
    for key, members in alike(keys).items():
        kind, name, spelled, *_, needy = key
        addresses = ((kind,), (kind, name), (kind, name, spelled))
        places = [positions[member] for member in members]
        made.append(_Given(step=steps[places[0]], positions=places, needy=bool(needy), addresses=addresses))
    return made


def _step_key(step: Step, *, compare_args: bool) -> _Key:
    spelled = canonical(step.args) if compare_args and step.args is not NOT_CAPTURED else None
    return (step.kind, step.name, spelled, step.status, step.failure_code)


def _edges(wanted: Sequence[_Wanted], given: Sequence[_Given], rules: Rules) -> list[list[int]]:
    """For each expected step, which steps fit."""
    pools: dict[_Key, list[int]] = defaultdict(list)
    for index, other in enumerate(given):
        for address in other.addresses:
            pools[address].append(index)
    if sum(len(pools[one.address]) for one in wanted) > MOST_COMPARISONS:
        raise TooManySteps
    return [[index for index in pools[one.address] if rules.fit(one.step, given[index].step)] for one in wanted]


def _pair(edges: Sequence[Sequence[int]], wanted: Sequence[_Wanted], given: Sequence[_Given]) -> Pairing:
    """A greatest pairing, grown so that needy steps come to expected failures where any greatest one allows it.

    First needy steps with expected failures; then everything that leaves needy steps to them; then everything. Growing
    never takes a partner away, and before the last stage a needy step can't have got another kind of partner.
    """
    demand, supply = [one.count for one in wanted], [len(other.positions) for other in given]
    excuses = [expects_failure(one.step) for one in wanted]
    needy = [other.needy for other in given]
    start: Pairing | None = None
    if any(needy) and any(excuses):
        both = [[i for i in row if needy[i]] if excuse else [] for row, excuse in zip(edges, excuses, strict=True)]
        start = pair_up(both, expected=demand, actual=supply)
        kept = [row if excuse else [i for i in row if not needy[i]] for row, excuse in zip(edges, excuses, strict=True)]
        start = pair_up(kept, expected=demand, actual=supply, start=start)
    return pair_up(edges, expected=demand, actual=supply, start=start)


def _told(pairing: Pairing, wanted: Sequence[_Wanted], given: Sequence[_Given]) -> Paired:
    """The pairing of equal ones as one of positions: earlier expected steps get earlier positions."""
    free = [iter(other.positions) for other in given]
    partners = {
        place: one.step
        for one, chosen in zip(wanted, pairing, strict=True)
        for index, count in sorted(chosen.items())
        for place in islice(free[index], count)
    }
    missing = ((one.step, one.count - sum(chosen.values())) for one, chosen in zip(wanted, pairing, strict=True))
    return Paired(
        partners=partners,
        missing=tuple((step, count) for step, count in missing if count),
        extra=tuple(sorted(place for places in free for place in places)),
    )
