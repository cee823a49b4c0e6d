"""Did the expected steps come in their order? For the modes `exact` and `in_order`.

The steps are taken as stretches: steps that carry the same `group` one after another were made in one turn, their order
means nothing; steps without a `group` come one by one. An expected group is found in one turn, or, where no turns were
captured, in steps one after another. Everything is placed as early as it can be, so ties are stable.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, chain, groupby, repeat
from operator import attrgetter
from typing import Final, TypeAlias

import attrs

from goldgate.judge.pairing import Counted, Paired, Rules, TooManySteps, pair_steps, paired_from_start
from goldgate.model.case import ExpectedGroup, ExpectedStep
from goldgate.model.frozen import frozen
from goldgate.model.trace import Step

Block: TypeAlias = tuple[Counted, ...]
"""Expected steps whose order among themselves means nothing: a single one, or a group."""

_MOST_TRIED: Final = 100_000
"""How many steps are looked at, in all places together, to find a group that no turn marks."""


@frozen(kw_only=True)
class Placed:
    """How far the expected blocks could be placed.

    `partners` maps the position of a step to its expected step. When not all is `well`, `block` is the first block
    and `place` the first step that could not be placed (each may stand behind the last one),
    and `piece` is what was held together there.
    """

    partners: Mapping[int, ExpectedStep]
    block: int
    place: int
    well: bool
    piece: Paired = attrs.field(factory=Paired)


def blocks_of(expected: Iterable[ExpectedStep | ExpectedGroup], *, most: int) -> list[Block]:
    """The expected steps as blocks; a step expected n times is n blocks, but never more than `most`."""
    blocks: list[Block] = []
    for item in expected:
        if isinstance(item, ExpectedStep):
            blocks.extend(repeat(((item, 1),), min(item.times, most)))
        elif group := tuple((step, step.times) for step in item.calls if step.times):
            blocks.append(group)
    return blocks


def place_exactly(blocks: Sequence[Block], steps: Sequence[Step], rules: Rules) -> Placed:
    """Place every block, leaving no step between; raises TooManySteps."""
    partners: dict[int, ExpectedStep] = {}
    block = place = 0
    for end, turn in _stretches(steps):
        while place < end:
            taken = _filling(blocks, block, end - place) if turn else blocks[block : block + 1]
            until = end if turn else min(place + sum(map(block_size, taken)), end)
            piece = _pair_blocks(taken, steps, range(place, until), rules)
            if not taken or not piece.perfect:
                return Placed(partners=partners, block=block, place=place, well=False, piece=piece)
            partners.update(piece.partners)
            block, place = block + len(taken), until
    return Placed(partners=partners, block=block, place=place, well=block == len(blocks))


def _filling(blocks: Sequence[Block], block: int, room: int) -> Sequence[Block]:
    """The next blocks, as many as it takes to fill this room."""
    end = block
    while end < len(blocks) and room > 0:
        room -= block_size(blocks[end])
        end += 1
    return blocks[block:end]


def place_in_order(blocks: Sequence[Block], steps: Sequence[Step], rules: Rules) -> Placed:
    """Place every block after the one before it, as early as possible; raises TooManySteps.

    Other steps may stand between blocks, and beside them in a turn. Being early comes first: a failure that stands
    later is not preferred, though an expected failure would excuse it.
    """
    partners: dict[int, ExpectedStep] = {}
    block = start = 0
    for end, turn in _stretches(steps):
        if turn:
            taken = _most_of_turn(blocks, block, steps, range(start, end), rules)
            partners.update(_pair_blocks(taken, steps, range(start, end), rules).partners)
            block += len(taken)
        else:
            while block < len(blocks) and (found := _earliest(blocks[block], steps, range(start, end), rules)):
                partners.update(found)
                block, start = block + 1, max(found) + 1
        start = end
    return Placed(partners=partners, block=block, place=max(partners, default=-1) + 1, well=block == len(blocks))


def _earliest(block: Block, steps: Sequence[Step], room: range, rules: Rules) -> Mapping[int, ExpectedStep] | None:
    """The first place of a block in steps that came one by one."""
    width = block_size(block)
    if width == 1:
        place = next((place for place in room if rules.fit(block[0][0], steps[place])), None)
        return None if place is None else {place: block[0][0]}
    starts = room[: max(len(room) - width + 1, 0)]
    fitting = (place for place in starts if any(rules.fit(step, steps[place]) for step, _ in block))
    for tries, place in enumerate(fitting):
        if tries * width > _MOST_TRIED:
            raise TooManySteps
        paired = pair_steps(block, steps, range(place, place + width), rules)
        if paired.perfect:
            return paired.partners
    return None


def _most_of_turn(
    blocks: Sequence[Block], block: int, steps: Sequence[Step], turn: range, rules: Rules
) -> Sequence[Block]:
    """The next blocks, as many as find all their steps in one turn together."""
    possible = _filling(blocks, block, len(turn))
    found = paired_from_start([*chain.from_iterable(possible)], steps, turn, rules)
    ends = accumulate(map(block_size, possible))
    return possible[: sum(1 for end in ends if end <= found)]


def _pair_blocks(blocks: Sequence[Block], steps: Sequence[Step], room: range, rules: Rules) -> Paired:
    return pair_steps([*chain.from_iterable(blocks)], steps, room, rules)


def block_size(block: Block) -> int:
    """How many steps a block stands for."""
    return sum(count for _, count in block)


def _stretches(steps: Sequence[Step]) -> Iterator[tuple[int, bool]]:
    """Behind which step each stretch ends, and whether it is a turn."""
    end = 0
    for group, run in groupby(steps, key=attrgetter("group")):
        end += sum(1 for _ in run)
        yield end, group is not None
