"""Which written reports are there? Each says what came of a run, or why there was no judgement."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final

from goldgate.differ.canonical import legible
from goldgate.model.frozen import frozen
from goldgate.reports.error import error_document
from goldgate.reports.html.page import html_page, require_html
from goldgate.reports.html.refusal import html_refusal
from goldgate.reports.junit import junit_refusal, junit_report
from goldgate.reports.markdown import markdown_refusal, markdown_report
from goldgate.reports.material import Material, Refusal


@frozen(kw_only=True)
class Kind:
    """How a report is made, in pieces of text: `report` of a run, `refusal` of a command without a judgement.

    `require` raises UsageError where something is missing that the report needs.
    """

    report: Callable[[Material], Iterable[str]]
    refusal: Callable[[Refusal], Iterable[str]]
    require: Callable[[], None] = lambda: None


def _json_report(material: Material) -> Iterator[str]:
    """What `--format json` prints."""
    yield f"{legible(dict(material.document()))}\n"


def _html_report(material: Material) -> Iterator[str]:
    yield html_page(material)


def _json_refusal(refusal: Refusal) -> Iterator[str]:
    document = error_document(refusal.exit_code, refusal.problems, details=refusal.details)
    yield f"{legible(dict(document))}\n"


KINDS: Final[Mapping[str, Kind]] = {
    "junit": Kind(report=junit_report, refusal=junit_refusal),
    "markdown": Kind(report=markdown_report, refusal=markdown_refusal),
    "json": Kind(report=_json_report, refusal=_json_refusal),
    "html": Kind(report=_html_report, refusal=html_refusal, require=require_html),
}
