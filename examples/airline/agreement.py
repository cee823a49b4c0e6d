"""How often does goldgate's verdict agree with τ-bench's reward?

    python examples/airline/agreement.py RESULTS

RESULTS is the `results.jsonl` of a run of the airline suite.
"""

import json
import sys
from collections import Counter
from pathlib import Path
from typing import Final

REWARDS: Final = Path(__file__).with_name("trajectories.jsonl")


def agreement(results: Path) -> Counter[tuple[str, bool]]:
    """Count the pairs (verdict, whether τ-bench rewarded the trajectory)."""
    rewards = {line["id"]: line["reward"] == 1 for line in map(json.loads, REWARDS.open(encoding="utf-8"))}
    lines = (json.loads(line) for line in results.open(encoding="utf-8"))
    return Counter((line["verdict"], rewards[line["id"]]) for line in lines if line.get("suite") == "airline")


def main() -> None:
    """Print the four counts and the share of agreement."""
    counts = agreement(Path(sys.argv[1]))
    agreeing = counts["pass", True] + counts["fail", False]
    for (verdict, rewarded), number in sorted(counts.items()):
        print(f"{verdict}, {'rewarded' if rewarded else 'not rewarded'}: {number}")
    print(f"agreement: {agreeing} of {counts.total()}")


if __name__ == "__main__":
    main()
