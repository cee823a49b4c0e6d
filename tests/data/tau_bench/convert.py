"""Make `gpt-4o-airline-trials.jsonl` of τ-bench's published trajectories.

    python tests/data/tau_bench/convert.py gpt-4o-airline.json

Reads `historical_trajectories/gpt-4o-airline.json` of sierra-research/tau-bench (MIT), and keeps of every trial its
task, number and reward, the calls with their error codes, and the last thing that the agent said, cut.
"""

import json
import sys
from collections.abc import Iterator, Mapping
from operator import itemgetter
from pathlib import Path
from typing import Any, Final

TRIALS: Final = Path(__file__).with_name("gpt-4o-airline-trials.jsonl")
LONGEST: Final = 100
"""Characters that are kept of the last thing that the agent said."""


def row(record: Mapping[str, Any]) -> dict[str, Any]:
    """One trial."""
    return {
        "task": record["task_id"],
        "trial": record["trial"],
        "reward": int(record["reward"]),
        "steps": [*steps_of(record["traj"])],
        "answer": last_words(record["traj"])[:LONGEST],
    }


def steps_of(messages: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Each call, with an error code where the result that follows it says that it is an error."""
    for message, following in zip(messages, [*messages[1:], {}], strict=True):
        for call in message.get("tool_calls") or ():
            step = {"tool": call["function"]["name"]}
            args = json.loads(call["function"]["arguments"])
            refused = following.get("role") == "tool" and following["content"].startswith("Error: ")
            yield step | ({"args": args} if args else {}) | ({"error_code": "TOOL_ERROR"} if refused else {})


def last_words(messages: list[dict[str, Any]]) -> str:
    """The last thing that the agent said."""
    return next((one["content"] for one in reversed(messages) if one["role"] == "assistant" and one["content"]), "")


def main() -> None:
    """Convert the file that is named on the command line."""
    records = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    rows = sorted(map(row, records), key=itemgetter("task", "trial"))
    lines = (json.dumps(one, ensure_ascii=False, separators=(",", ":")) for one in rows)
    TRIALS.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


if __name__ == "__main__":
    main()
