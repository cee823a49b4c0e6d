"""How is the evidence on a skill written down? As one JSON document, in which keys of others are left as they are."""

import json
from collections.abc import Mapping
from typing import Any, Final

import attrs

from goldgate.formats.converter import Form, Misfit, list_of, mapping_of, one_schema, text, whole_from, within, word_of
from goldgate.formats.document import read_document
from goldgate.formats.fractions_ import read_rate, write_fraction
from goldgate.formats.text import described
from goldgate.model.evidence import Evidence, Finding, PairMode
from goldgate.model.value import Json

SCHEMA: Final = 1
MARK: Final = "evidence"
MOST_FINDINGS: Final = 100
"""How many findings are kept; the oldest go first."""


def _count(value: object) -> int | None:
    return None if value is None else _whole(value)


_whole: Final = whole_from(0)
_FINDING: Final = Form(
    Finding,
    {
        "run": text,
        "finished_at": text,
        "mode": word_of(PairMode),
        "linked": list_of(text),
        "suites": mapping_of(text),
        "skill_digest": text,
        "cases": whole_from(1),
        "pass_rate": read_rate,
        "rate_without": read_rate,
        "handed": _count,
        "loaded": _count,
    },
)


def _findings(value: object) -> tuple[Finding, ...]:
    found = _list(value)
    if not found:
        raise Misfit("expected at least one finding")
    return found


_list: Final = list_of(_FINDING)
_OWN: Final = Form(Evidence, {"skill": text, "findings": _findings})


def write_evidence(evidence: Evidence, others: Mapping[str, Json]) -> str:
    """The document, with its line end; `others` are the keys of the document that is replaced."""
    document = {**others, **evidence_document(evidence)}
    return json.dumps(document, ensure_ascii=False, allow_nan=False, indent=2) + "\n"


def evidence_document(evidence: Evidence) -> dict[str, Json]:
    """The keys that are goldgate's own: the newest finding, and all that are kept."""
    newest = evidence.newest
    return {
        "goldgate": MARK,
        "schema": SCHEMA,
        "skill": evidence.skill,
        **_write(newest),
        "delta": write_fraction(newest.delta),
        "findings": [_write(finding) for finding in evidence.findings[-MOST_FINDINGS:]],
    }


def read_evidence(data: bytes, *, file: str) -> tuple[Evidence, dict[str, Json]]:
    """The evidence, and the whole document for `write_evidence`. Raises BadFile with what is wrong."""
    return read_document(data, file=file, read=_evidence)


def _evidence(document: object) -> tuple[Evidence, dict[str, Json]]:
    if not isinstance(document, dict) or document.get("goldgate") != MARK:
        raise Misfit(f'expected an object with "goldgate": "{MARK}", got {described(document)}')
    within("schema", one_schema(SCHEMA), document)
    own = _OWN({key: document[key] for key in ("skill", "findings") if key in document})
    return own, document


def _write(finding: Finding) -> dict[str, Json]:
    plain: dict[str, Any] = {field.name: getattr(finding, field.name) for field in attrs.fields(Finding)}
    return plain | {
        "mode": finding.mode.value,
        "linked": list(finding.linked),
        "suites": dict(finding.suites),
        "pass_rate": write_fraction(finding.pass_rate),
        "rate_without": write_fraction(finding.rate_without),
    }
