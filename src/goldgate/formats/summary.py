"""How is the summary of a run written down? As one JSON document, `summary.json`; unknown is null, never 0."""

import json
from collections.abc import Mapping
from typing import Final, cast

import attrs

from goldgate.formats.converter import Form, Misfit, number_from, whole_from, within
from goldgate.formats.document import read_document
from goldgate.model.grading import JudgeUse
from goldgate.model.history import Counts
from goldgate.model.result import CaseTally, Chance, Summary, Tally
from goldgate.model.value import Json

SCHEMA: Final = 1


def _number(value: object) -> float | None:
    return None if value is None else number_from(0)(value)


_COUNTS: Final = Form(
    Counts,
    {
        "cases": whole_from(0),
        "trials": whole_from(0),
        "passed": whole_from(0),
        "failed": whole_from(0),
        "errors": whole_from(0),
        "known": whole_from(0),
        "pass_rate": _number,
    },
)
_COUNTED: Final = frozenset(attrs.fields_dict(Counts))
_USE: Final = Form(
    JudgeUse,
    {
        "questions": whole_from(0),
        "calls": whole_from(0),
        "failed": whole_from(0),
        "input_tokens": lambda value: None if value is None else whole_from(0)(value),
        "output_tokens": lambda value: None if value is None else whole_from(0)(value),
        "cost_usd": _number,
        "total_cost_usd": _number,
        "unknown_cost": whole_from(0),
    },
)


def summary_document(summary: Summary) -> dict[str, Json]:
    """The summary as a JSON object."""
    document: dict[str, Json] = {
        "goldgate": "summary",
        "schema": SCHEMA,
        "run": summary.run,
        "overall": _plain(summary.overall),
        "variants": {name: _plain(tally) for name, tally in summary.variants.items()},
    }
    if summary.windows:
        document["windows"] = {
            name: {window: _plain(tally) for window, tally in windows.items()}
            for name, windows in summary.windows.items()
        }
    if summary.cases:
        document["cases"] = [_plain(case) for case in summary.cases]
    if summary.judge is not None:
        document["judge"] = _plain(summary.judge)
    return document


def write_summary(summary: Summary) -> str:
    """The text of the document, with a line end."""
    return json.dumps(summary_document(summary), ensure_ascii=False, allow_nan=False, indent=2) + "\n"


def read_counts(data: bytes, *, file: str) -> Counts:
    """What a summary says of all its trials. Raises BadFile."""
    return read_document(data, file=file, read=_counts)


def _counts(document: object) -> Counts:
    overall = document.get("overall") if isinstance(document, dict) else None
    if not isinstance(overall, dict):
        raise Misfit("expected a summary with its 'overall'")
    counted = {key: value for key, value in overall.items() if key in _COUNTED}
    return within("overall", _COUNTS, {"overall": counted})


def read_judge_use(data: bytes, *, file: str) -> JudgeUse | None:
    """What a summary says that asking the judge took, None where nobody was asked. Raises BadFile."""
    return read_document(data, file=file, read=_judge_use)


def _judge_use(document: object) -> JudgeUse | None:
    if not isinstance(document, dict) or document.get("judge") is None:
        return None
    return within("judge", _USE, document)


def _plain(counted: Tally | CaseTally | Chance | JudgeUse) -> dict[str, Json]:
    return {field.name: _json(getattr(counted, field.name)) for field in attrs.fields(type(counted))}


def _json(value: object) -> Json:
    match value:
        case Mapping():
            return {str(key): _json(item) for key, item in value.items()}
        case Chance():
            return _plain(value)
        case tuple():
            return list(value)
    return cast("Json", value)
