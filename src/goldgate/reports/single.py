"""How does a case read that is told by itself, as by a failed test? Class, what was found, next command."""

from collections.abc import Iterator

from goldgate.model.comparison import CaseComparison, Comparison, Decision
from goldgate.reports.line import Line, line
from goldgate.reports.next_step import after_compare
from goldgate.reports.terminal import found_lines
from goldgate.reports.wording import code_of, meaning_of


def single_lines(case: CaseComparison, comparison: Comparison, decision: Decision) -> Iterator[Line]:
    """What there is to say of a case; `comparison` and `decision` are of it alone, and of a run that is not kept."""
    yield line(f"{case.ruling.case_class.value}: {meaning_of(case)}{code_of(case.ruling.case_class)}")
    yield from (line("  ", *spans) for spans in found_lines(case))
    yield line("next: ", after_compare(comparison, decision, kept=False))
