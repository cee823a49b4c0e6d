"""What do editors and other programs need to know of the formats? A JSON Schema for each, as files beside this one."""

import json
from importlib.resources import files
from typing import Final

from goldgate.model.value import Json

NAMES: Final = (
    "golden",
    "settings",
    "trace",
    "baseline",
    "cassette",
    "results",
    "comparison",
    "run",
    "summary",
    "error",
    "agent-protocol",
    "rubric",
    "score-row",
    "scores",
    "run-comparison",
    "paired-run",
    "evidence",
    "evidence-report",
    "benchmark",
)
"""The formats that have a schema; of line-based ones it is the schema of a line."""


def schema(name: str) -> dict[str, Json]:
    """The JSON Schema (draft 2020-12) of a format."""
    document: dict[str, Json] = json.loads(schema_text(name))
    return document


def schema_text(name: str) -> str:
    """The same as it stands in its file."""
    return (files(__name__) / f"{name}.json").read_text(encoding="utf-8")
