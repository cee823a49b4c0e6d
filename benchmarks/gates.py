"""How often is the statistical gate wrong, and what does it see? Prints Markdown tables, beside two simpler rules.

Usage: python benchmarks/gates.py [ROUNDS]. Each line is that many simulated pairs of a run that was accepted and a run
now. The dice have fixed seeds, so the tables are the same on every machine.
"""

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from random import Random
from typing import Final, NamedTuple

from goldgate.statistics.gate import CaseTrials, StatisticalGate, fell_by_more, statistical_gate
from goldgate.statistics.significance import significant
from goldgate.statistics.trials import Trials

ROUNDS: Final = 1000
SEED: Final = 20261130
CASES: Final = (10, 50)
TRIALS: Final = (1, 3, 5, 10)
SLIDE: Final = 0.15
HEADS: Final = (
    *("cases", "trials", "rates"),
    *("no change: any drop", "no change: 10 points", "no change: gate"),
    *("all slide: 10 points", "all slide: gate", "one breaks: 10 points", "one breaks: gate"),
)
RELIABLE: Final = 0.95
MIXES: Final[Mapping[str, tuple[float, ...]]] = {
    "reliable": (RELIABLE,),
    "mixed": (RELIABLE, 1.0, 0.9, 0.9, 0.7, 0.5, 0.3, 0.0),
    "coins": (RELIABLE, *[0.5] * 49),
}
"""The chances that a trial solves the cases, repeated for as many as there are; the first case is always reliable."""


class Size(NamedTuple):
    """How many cases there are, and how many trials of each, before and now."""

    cases: int
    before: int
    now: int


Draw = Callable[[Random, float, int], int]
"""How many of so many trials solve a case, each with that chance."""


def independent(dice: Random, chance: float, number: int) -> int:
    """Each trial is a throw of its own."""
    return sum(dice.random() < chance for _ in range(number))


def hanging_together(dice: Random, chance: float, number: int) -> int:
    """In every second case all trials of a run are one throw, as when answers come from a cache."""
    return independent(dice, chance, number) if dice.random() < 1 / 2 else number * (dice.random() < chance)


def main(rounds: int) -> None:
    """Print both tables."""
    print(f"Seed {SEED}, {rounds:,} rounds a line, alpha 0.05; figures are percent.\n")
    print("\n".join(rules_table(rounds)), "\n")
    print("\n".join(tests_table(rounds)))


def rules_table(rounds: int) -> Iterator[str]:
    """Three rules: how often each closes when nothing changed, when all cases slide, when one case breaks."""
    yield f"| {' | '.join(HEADS)} |"
    yield "|---:|---:|---|" + "---:|" * 7
    for cases, trials, mix in product(CASES, TRIALS, MIXES):
        size = Size(cases, trials, trials)
        rates = [MIXES[mix][place % len(MIXES[mix])] for place in range(cases)]
        slid = [max(0.0, rate - SLIDE) for rate in rates]
        found = [
            closings(f"{size} {mix} {what}", rates, now, size, rounds)
            for what, now in (("same", rates), ("slide", slid), ("break", [0.0, *rates[1:]]))
        ]
        shown = [*found[0], *found[1][1:], *found[2][1:]]
        yield f"| {cases} | {trials} | {mix} | {' | '.join(shown)} |"


def closings(seed: str, before: Sequence[float], now: Sequence[float], size: Size, rounds: int) -> tuple[str, ...]:
    """How often any drop, a drop of more than 10 points, and the gate close."""
    changes = [0, 0, 0]
    for cases in simulated(seed, before, now, size, rounds=rounds):
        gate = statistical_gate(cases)
        drop = -change_of(gate)
        closed = (drop > 0, fell_by_more(drop, 0, threshold=Fraction(1, 10)), gate.closed)
        changes = [count + one for count, one in zip(changes, closed, strict=True)]
    return tuple(percent(count, rounds) for count in changes)


def tests_table(rounds: int) -> Iterator[str]:
    """What each test, both together, and the rule for breaks find where nothing changed."""
    yield "| trials | before | now | rates | by trials alone | by cases alone | both | a break |"
    yield "|---|---:|---:|---|" + "---:|" * 4
    lines: tuple[tuple[str, Draw, Size, str, float], ...] = (
        ("independent", independent, Size(20, 5, 5), "0.5", 0.5),
        ("independent", independent, Size(20, 5, 5), "0.9", 0.9),
        ("hanging together", hanging_together, Size(20, 5, 5), "0.5", 0.5),
        ("hanging together", hanging_together, Size(20, 5, 5), "0.9", 0.9),
        ("independent, fewer now", independent, Size(20, 20, 1), "0.05", 0.05),
    )
    for name, draw, size, rate, chance in lines:
        rates = [chance] * size.cases
        drawn = simulated(f"{name} {rate}", rates, rates, size, rounds=rounds, draw=draw)
        gates = [*map(statistical_gate, drawn)]
        alone = [
            sum(gate.drop is not None and significant(p_of(gate), gate.alpha) for gate in gates)
            for p_of in (by_trials, by_cases)
        ]
        counts = (*alone, sum(gate.dropped for gate in gates), sum(bool(gate.broken) for gate in gates))
        shown = " | ".join(percent(count, rounds) for count in counts)
        yield f"| {name} | {size.before} | {size.now} | {rate} | {shown} |"


def simulated(
    seed: str, before: Sequence[float], now: Sequence[float], size: Size, *, rounds: int, draw: Draw = independent
) -> Iterator[list[CaseTrials]]:
    """So many times the trials of all cases, as accepted and now."""
    dice = Random(f"{SEED} {seed}")  # noqa: S311 - dice are what is needed
    for _ in range(rounds):
        yield [
            CaseTrials(
                case=str(place),
                before=ended(draw(dice, then, size.before), size.before),
                now=ended(draw(dice, today, size.now), size.now),
            )
            for place, (then, today) in enumerate(zip(before, now, strict=True))
        ]


def ended(solved: int, number: int) -> Trials:
    """So many solved, the others failed."""
    return Trials(solved=solved, failed=number - solved)


def change_of(gate: StatisticalGate) -> Fraction:
    """The change of the mean solve rate; there are no errors here."""
    return gate.drop.change if gate.drop else Fraction(0)


def by_trials(gate: StatisticalGate) -> float:
    """The p-value of the one test."""
    return gate.drop.p_by_trials if gate.drop else 1.0


def by_cases(gate: StatisticalGate) -> float:
    """The p-value of the other."""
    return gate.drop.p_by_cases if gate.drop else 1.0


def percent(count: int, rounds: int) -> str:
    """With one digit behind the point."""
    return f"{100 * count / rounds:.1f}"


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS)
