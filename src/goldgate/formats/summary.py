"""How is the summary of a run written down? As one JSON document, `summary.json`; unknown is null, never 0."""

import json
from typing import Final

import attrs

from goldgate.model.result import Summary, Tally
from goldgate.model.value import Json

SCHEMA: Final = 1


def summary_document(summary: Summary) -> dict[str, Json]:
    """The summary as a JSON object."""
    return {
        "goldgate": "summary",
        "schema": SCHEMA,
        "run": summary.run,
        "overall": _tally(summary.overall),
        "variants": {name: _tally(tally) for name, tally in summary.variants.items()},
    }


def write_summary(summary: Summary) -> str:
    """The text of the document, with a line end."""
    return json.dumps(summary_document(summary), ensure_ascii=False, allow_nan=False, indent=2) + "\n"


def _tally(tally: Tally) -> dict[str, Json]:
    return {field.name: getattr(tally, field.name) for field in attrs.fields(Tally)}
