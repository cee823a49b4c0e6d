"""How is it said that steps are not the expected ones? In one bounded line: what was expected, what came, where."""

from collections.abc import Iterable, Sequence
from itertools import islice

from goldgate.judge.fitting import misfit, same_name
from goldgate.judge.ordered import Block, Placed, block_size, place_exactly
from goldgate.judge.pairing import Counted, Paired, Rules
from goldgate.judge.wording import describe, describe_step, name_of
from goldgate.model.case import ExpectedStep
from goldgate.model.trace import Step

_LISTED = 3
"""How many steps are named before the rest is counted."""


def exact_reason(blocks: Sequence[Block], steps: Sequence[Step], placed: Placed, *, rules: Rules, noun: str) -> str:
    """Why these are not exactly the expected steps."""
    if not blocks:
        return f"expected no {noun}, got {_listed(map(describe_step, steps), len(steps))}"
    if placed.place == len(steps):
        return f"expected {noun} {placed.place + 1} {_block(blocks[placed.block])}, got {_only(len(steps), noun)}"
    if placed.block == len(blocks):
        return f"unexpected {noun} {_numbered(steps, placed.place)}, expected {_only(placed.place, noun)}"
    if _fit(blocks[placed.block :], steps[placed.place + 1 :], rules):
        return f"unexpected {noun} {_numbered(steps, placed.place)}, all others are as expected"
    if _fit(blocks[placed.block + 1 :], steps[placed.place :], rules):
        return f"missing {noun} {placed.place + 1} {_block(blocks[placed.block])}, all others are as expected"
    return _piece_reason(placed, blocks, steps, rules=rules, noun=noun)


def _fit(blocks: Sequence[Block], steps: Sequence[Step], rules: Rules) -> bool:
    return sum(map(block_size, blocks)) == len(steps) and place_exactly(blocks, steps, rules).well


def _piece_reason(placed: Placed, blocks: Sequence[Block], steps: Sequence[Step], *, rules: Rules, noun: str) -> str:
    """Why blocks that begin at a step could not be placed there."""
    missing, extra = placed.piece.missing, placed.piece.extra
    if not missing:
        return f"unexpected {noun} {_numbered(steps, extra[0])}, the others of its turn are as expected"
    wanted = missing[0][0]
    if not extra:
        together = f"expected {noun}s {_block(blocks[placed.block])}"
        return f"{together}, got no {describe(wanted)} in the turn of {noun} {_numbered(steps, placed.place)}"
    near = _nearest(wanted, steps, extra)
    if near is None:
        return f"expected {noun} {extra[0] + 1} {describe(wanted)}, got {describe_step(steps[extra[0]])}"
    return f"{noun} {near + 1} {name_of(steps[near])}: {misfit(wanted, steps[near], args_match=rules.args_match)}"


def in_order_reason(blocks: Sequence[Block], steps: Sequence[Step], placed: Placed, *, rules: Rules, noun: str) -> str:
    """Why the expected steps are not among these in their order."""
    block, rest = blocks[placed.block], range(placed.place, len(steps))
    after = f" after {noun} {_numbered(steps, placed.place - 1)}" if placed.partners else ""
    head = f"expected {noun} {_block(block)}{after}"
    if block_size(block) == 1:
        wanted = block[0][0]
        near = _nearest(wanted, steps, rest)
        if near is not None:
            return f"{head}, nearest is {noun} {near + 1}: {misfit(wanted, steps[near], args_match=rules.args_match)}"
        before = (place for place in range(placed.place) if place not in placed.partners)
        early = next((place for place in before if rules.fit(wanted, steps[place])), None)
        if early is not None:
            return f"{head}, but it came before, as {noun} {early + 1}"
    return f"{head}, got {_others(steps, rest, noun)}"


def unordered_reason(
    missing: Sequence[Counted],
    extra: Sequence[int],
    paired: Paired,
    steps: Sequence[Step],
    *,
    rules: Rules,
    noun: str,
) -> str:
    """Why these are not the expected steps in any order; `missing` and `extra` are those that count."""
    if missing:
        wanted, count = missing[0]
        head = f"missing {noun} {describe(wanted)}{f' ({count} times)' if count > 1 else ''}{_more(len(missing) - 1)}"
        near = _nearest(wanted, steps, paired.extra)
        if near is None:
            return f"{head}, got {_others(steps, paired.extra, noun)}"
        return f"{head}, nearest is {noun} {near + 1}: {misfit(wanted, steps[near], args_match=rules.args_match)}"
    if not paired.partners and not paired.missing:
        return f"expected no {noun}, got {_listed((describe_step(steps[place]) for place in extra), len(extra))}"
    return f"unexpected {noun} {_numbered(steps, extra[0])}{_more(len(extra) - 1)}"


def _nearest(wanted: ExpectedStep, steps: Sequence[Step], places: Iterable[int]) -> int | None:
    """The first step of the expected name."""
    return next((place for place in places if same_name(wanted, steps[place])), None)


def _others(steps: Sequence[Step], places: Sequence[int], noun: str) -> str:
    if not places:
        return f"no other {noun}" if steps else f"no {noun}"
    return _listed((describe_step(steps[place]) for place in places), len(places))


def _listed(told: Iterable[str], count: int) -> str:
    return ", ".join(islice(told, _LISTED)) + _more(count - _LISTED)


def _more(count: int) -> str:
    return f" and {count} more" if count > 0 else ""


def _block(block: Block) -> str:
    told = [describe(step) if count == 1 else f"{count} × {describe(step)}" for step, count in block]
    return told[0] if len(told) == 1 else f"[{_listed(told, len(told))}] in one turn"


def _numbered(steps: Sequence[Step], place: int) -> str:
    return f"{place + 1} {describe_step(steps[place])}"


def _only(count: int, noun: str) -> str:
    return f"only {count} {noun}{'' if count == 1 else 's'}" if count else f"no {noun}"
