"""How is written down what a paired run was asked? As `pair.json` in its folder, one JSON document."""

import json
from fractions import Fraction
from typing import Final

from goldgate.formats.converter import Form, Misfit, list_of, mapping_of, text, word_of
from goldgate.formats.document import read_document
from goldgate.formats.fractions_ import read_fraction, read_rate, write_fraction
from goldgate.formats.text import described
from goldgate.model.evidence import PairMode
from goldgate.model.pairing import Order, Pairing
from goldgate.model.reference import Reference
from goldgate.model.value import Json

MARK: Final = "pair"
SCHEMA: Final = 1


def _threshold(value: object) -> Fraction:
    number = read_fraction(value)
    if number < 0:
        raise Misfit(f"expected a threshold from 0 on, got {number}")
    return number


def _reference(value: object) -> Reference | None:
    return None if value is None else _REFERENCE(value)


_REFERENCE: Final = Form(Reference, {"source": text, "suites": mapping_of(text), "rate": read_rate})
_PAIRING: Final = Form(
    Pairing,
    {
        "linked": list_of(text),
        "mode": word_of(PairMode),
        "order": word_of(Order),
        "threshold": _threshold,
        "reference": _reference,
    },
)


def write_pairing(pairing: Pairing) -> str:
    """The document, with its line end."""
    reference = pairing.reference
    document: dict[str, Json] = {
        "goldgate": MARK,
        "schema": SCHEMA,
        "linked": list(pairing.linked),
        "mode": pairing.mode.value,
        "order": pairing.order.value,
        "threshold": write_fraction(pairing.threshold),
        "reference": None if reference is None else _write_reference(reference),
    }
    return json.dumps(document, ensure_ascii=False, allow_nan=False, indent=2) + "\n"


def read_pairing(data: bytes, *, file: str) -> Pairing:
    """What `write_pairing` wrote. Raises BadFile with what is wrong."""
    return read_document(data, file=file, read=_pairing)


def _pairing(document: object) -> Pairing:
    if not isinstance(document, dict) or document.get("goldgate") != MARK:
        raise Misfit(f'expected an object with "goldgate": "{MARK}", got {described(document)}')
    if document.get("schema") != SCHEMA:
        raise Misfit(f"expected schema {SCHEMA}, got {described(document.get('schema'))}")
    return _PAIRING({key: value for key, value in document.items() if key not in {"goldgate", "schema"}})


def _write_reference(reference: Reference) -> dict[str, Json]:
    suites: dict[str, Json] = {**reference.suites}
    return {"source": reference.source, "suites": suites, "rate": write_fraction(reference.rate)}
