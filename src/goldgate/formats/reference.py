"""Which rate does a kept report of a paired run say? The one of the half with all skills, and what was asked."""

from goldgate.formats.converter import Misfit, mapping_of, text
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
        if document.get("schema") != SCHEMA:
            raise Misfit(f"expected schema {SCHEMA}, got {described(document.get('schema'))}")
        side = document.get("with")
        rate = side.get("rate") if isinstance(side, dict) else None
        return Reference(source=file, suites=_suites(document.get("suites")), rate=read_rate(rate))

    return read_document(data, file=file, read=read)


def _named(document: object) -> str:
    """What it is instead; evidence moves with each run, and so is no reference."""
    mark = document.get("goldgate") if isinstance(document, dict) else None
    return f"{mark}, which moves with each run" if mark == "evidence" else described(document)
