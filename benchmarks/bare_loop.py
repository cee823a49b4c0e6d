"""The least that any harness does: read golden lines, call the agent on each, write a line of what came.

Usage: bare_loop.py GOLDEN RESULTS, in the folder of the agent. Nothing is guarded, judged or compared.
"""

import json
import sys
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any

sys.path.insert(0, str(Path.cwd()))


def main(golden: Path, results: Path) -> None:
    """Call the agent on every case."""
    agent = import_module("trivial_agent").agent
    with golden.open(encoding="utf-8") as cases, results.open("w", encoding="utf-8") as lines:
        for line in cases:
            case = json.loads(line)
            steps: list[dict[str, object]] = []
            answer = agent(SimpleNamespace(**case), SimpleNamespace(tools=_Tools(case, steps)))
            lines.write(json.dumps({"id": case["id"], "steps": steps, "answer": answer}) + "\n")


class _Tools:
    def __init__(self, case: dict[str, Any], steps: list[dict[str, object]]) -> None:
        self._answers = {stub["tool"]: stub["returns"] for stub in case["world"]["tools"]}
        self._steps = steps

    def call(self, name: str, args: dict[str, object]) -> object:
        """What the world of the case says to this call."""
        answer: object = self._answers[name]
        self._steps.append({"tool": name, "args": args, "observation": answer})
        return answer


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
