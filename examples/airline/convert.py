"""Turn τ-bench's published gpt-4o airline trajectories into a golden suite and a recorded agent.

    python examples/airline/convert.py gpt-4o-airline.json

Reads `historical_trajectories/gpt-4o-airline.json` of sierra-research/tau-bench (MIT) and writes
`golden/airline.jsonl` (50 tasks, their golden actions as expectations)
and `examples/airline/trajectories.jsonl` (what gpt-4o did in the first trial of each).
"""

import json
import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

HERE: Final = Path(__file__).resolve().parent
GOLDEN: Final = HERE.parents[1] / "golden" / "airline.jsonl"
TRAJECTORIES: Final = HERE / "trajectories.jsonl"

WRITING_TOOLS: Final = (
    "book_reservation",
    "cancel_reservation",
    "send_certificate",
    "update_reservation_baggages",
    "update_reservation_flights",
    "update_reservation_passengers",
)
"""The tools that change the airline's data; τ-bench's reward compares that data after the conversation."""

TOOL_ERROR: Final = "TOOL_ERROR"
"""τ-bench marks an error only by a text that starts with `Error: `; this is the code that we give to it."""

LONGEST: Final = 240
"""Observations and answers are cut to this many characters, so that the committed files stay small."""

TRACKED_AT: Final = "https://github.com/sierra-research/tau-bench/tree/main/historical_trajectories"

Json = dict[str, Any]


def convert(records: Iterable[Json]) -> tuple[list[Json], list[Json]]:
    """Golden cases and trajectories of the first trial of each task, in the order of the tasks."""
    first = sorted((record for record in records if record["trial"] == 0), key=lambda record: record["task_id"])
    return [golden_case(record) for record in first], [trajectory(record) for record in first]


def golden_case(record: Json) -> Json:
    """The task as a golden case; a task that gpt-4o failed carries a known-failure marker."""
    task = record["info"]["task"]
    wanted = writing_calls((action["name"], action["kwargs"]) for action in task["actions"])
    case: Json = {"id": case_id(record), "request": task["instruction"], "expect": expectation(wanted)}
    reason = why_it_fails(wanted, steps_of(record["traj"]))
    if reason:
        case["known_failure"] = {"reason": reason, "issue": TRACKED_AT}
    return case


def case_id(record: Json) -> str:
    """`task-07`."""
    return f"task-{record['task_id']:02d}"


def writing_calls(actions: Iterable[tuple[str, Json]]) -> list[Json]:
    """The consequential ones among some calls."""
    return [{"tool": tool, "args": args} for tool, args in actions if tool in WRITING_TOOLS]


def expectation(wanted: Sequence[Json]) -> Json:
    """At least the golden writes, each of them successful; where a task has none, no writing tool at all."""
    if not wanted:
        return {"status": "success", "forbid": list(WRITING_TOOLS), "allow_errors": [TOOL_ERROR]}
    calls = [{**call, "status": "ok"} for call in wanted]
    return {"calls": calls, "match": "superset", "allow_errors": [TOOL_ERROR]}


def trajectory(record: Json) -> Json:
    """What gpt-4o did: its calls with their results, its last message, and the published reward."""
    return {
        "id": case_id(record),
        "reward": record["reward"],
        "steps": steps_of(record["traj"]),
        "answer": cut(last_words(record["traj"])),
    }


def steps_of(messages: Sequence[Json]) -> list[Json]:
    """Each call with the result that follows it; τ-bench allows one call a turn, so results are joined by place."""
    steps: list[Json] = []
    for message in messages:
        if message["role"] == "tool":
            steps[-1].update(result_of(message["content"]))
        functions = [call["function"] for call in message.get("tool_calls") or ()]
        steps += [{"tool": function["name"], "args": json.loads(function["arguments"])} for function in functions]
    return steps


def result_of(content: str) -> Json:
    """The observation, cut, and the error code where the text says that it is an error."""
    observation: Json = {"observation": cut(content)}
    if content.startswith("Error: "):
        observation["error_code"] = TOOL_ERROR
    return observation


def last_words(messages: Sequence[Json]) -> str:
    """The last thing that the assistant said."""
    return next((m["content"] for m in reversed(messages) if m["role"] == "assistant" and m.get("content")), "")


def cut(text: str) -> str:
    """At most LONGEST characters; what is cut is counted."""
    left_out = len(text) - LONGEST
    return text if left_out <= 0 else f"{text[:LONGEST]} [{left_out} characters cut]"


def why_it_fails(wanted: Sequence[Json], steps: Sequence[Json]) -> str | None:
    """The reason in a word: which write is missing, differs or should not be; None when the task is solved."""
    done = writing_calls((step["tool"], step["args"]) for step in steps if "error_code" not in step)
    if not wanted:
        tried = sorted({step["tool"] for step in steps if step["tool"] in WRITING_TOOLS})
        return f"{tried[0]} although nothing may change" if tried else None
    missing = Counter(map(spelling, wanted)) - Counter(map(spelling, done))
    for call in wanted:
        if missing[spelling(call)]:
            same_tool = any(other["tool"] == call["tool"] for other in done)
            return f"{call['tool']} with other arguments" if same_tool else f"{call['tool']} missing"
    return None


def spelling(call: Mapping[str, Any]) -> str:
    """One text for equal calls."""
    return json.dumps(call, sort_keys=True)


def write_lines(path: Path, values: Iterable[Json]) -> None:
    """Write one JSON object a line."""
    path.write_text("".join(json.dumps(value, ensure_ascii=False) + "\n" for value in values), encoding="utf-8")


def main() -> None:
    """Convert the file that is named on the command line."""
    records = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    cases, trajectories = convert(records)
    write_lines(GOLDEN, cases)
    write_lines(TRAJECTORIES, trajectories)
    print(f"{len(cases)} cases, {sum('known_failure' in case for case in cases)} of them known failures")


if __name__ == "__main__":
    main()
