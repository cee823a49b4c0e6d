"""Which rate does a kept report of a paired run say? The one of the half with all skills, and what was asked."""

from fractions import Fraction

from goldgate.formats.converter import Misfit, mapping_of, one_schema, text, within
from goldgate.formats.document import read_document
from goldgate.formats.fractions_ import read_rate
from goldgate.formats.text import described
from goldgate.model.reference import Reference

MARK = "paired-run"
SCHEMA = 1
_suites = mapping_of(text)


def read_reference(data: bytes, *, file: str) -> Reference:
    """The reference in what `goldgate pair --format json` printed. Raises BadFile, also for a report with errors."""

    def read(document: object) -> Reference:
        if not isinstance(document, dict) or document.get("goldgate") != MARK:
            raise Misfit(f"expected what goldgate pair --format json prints, got {_named(document)}")
        within("schema", one_schema(SCHEMA), document)
        suites = within("suites", _suites, document)
        return Reference(source=file, suites=suites, rate=within("with", _rate, document))

    return read_document(data, file=file, read=read)


def _rate(side: object) -> Fraction:
    if not isinstance(side, dict):
        raise Misfit(f"expected an object, got {described(side)}")
    return within("rate", read_rate, side)


def _named(document: object) -> str:
    """What it is instead; evidence moves with each run, and so is no reference."""
    mark = document.get("goldgate") if isinstance(document, dict) else None
    return f"{mark}, which moves with each run" if mark == "evidence" else described(document)
