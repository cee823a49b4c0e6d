"""How is it said that a case does not repeat? Where it first differs, and what that probably comes from."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from goldgate.model.case_key import case_name
from goldgate.model.determinism import Unsteady
from goldgate.reports.json_ import divergence_document
from goldgate.reports.line import Line, bad, line, strong
from goldgate.reports.terminal import divergence_text


def unstable_reason(unsteady: Sequence[Unsteady]) -> str:
    """`2 unstable`."""
    return f"{len(unsteady)} unstable"


def unstable_lines(unsteady: Sequence[Unsteady] | None) -> Iterator[Line]:
    """Every case that does not repeat; that all do is said, too. None where nobody looked."""
    if unsteady is None:
        return
    for one in unsteady:
        yield line(bad("UNSTABLE  "), strong(case_name(one.suite, one.case)))
        yield line(f"       probable source: {', '.join(one.sources)}")
        if one.divergence is not None:
            yield line(f"       {divergence_text(one.divergence)}")
    yield line(f"every trial twice: {len(unsteady)} unstable")
    yield line()


def unstable_document(unsteady: Sequence[Unsteady] | None) -> list[Mapping[str, Any]] | None:
    """The same in JSON; null where nobody looked."""
    if unsteady is None:
        return None
    return [
        {
            "suite": one.suite,
            "id": one.case,
            "sources": [source.value for source in one.sources],
            "divergence": one.divergence and divergence_document(one.divergence),
        }
        for one in unsteady
    ]
