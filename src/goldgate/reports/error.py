"""How does a command that came to no judgement read for machines?"""

from collections.abc import Mapping, Sequence
from typing import Any

from goldgate.errors import Problem
from goldgate.exit_codes import ExitCode


def error_document(
    exit_code: ExitCode, problems: Sequence[Problem], *, details: Mapping[str, object]
) -> Mapping[str, Any]:
    """All problems, each with its code and its place, and what else machines are told."""
    return {
        "goldgate": "error",
        "schema": 1,
        "exit_code": int(exit_code),
        "errors": [problem._asdict() for problem in problems],
        **details,
    }
