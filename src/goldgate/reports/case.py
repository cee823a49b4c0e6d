"""How does one case read? Request, expectation, baseline, last trace, first difference, and the row that decided."""

from collections.abc import Iterator, Mapping
from typing import Any, Final, assert_never

from goldgate.differ.align import PairKind, align
from goldgate.differ.fields import ChangeKind, FieldChange, field_changes
from goldgate.differ.show import inert, show, show_pair
from goldgate.formats.decimals import brief_decimal
from goldgate.formats.golden import plain_case
from goldgate.formats.judgements import write_scored
from goldgate.formats.trace import write_trace
from goldgate.model.baseline import BaselineLine
from goldgate.model.case import Case
from goldgate.model.case_key import case_name
from goldgate.model.comparison import CaseComparison, Divergence, Facts
from goldgate.model.frozen import frozen
from goldgate.model.grading import RUBRIC, Scored
from goldgate.model.judgement import Verdict
from goldgate.model.plan import DEFAULT_VARIANT
from goldgate.model.result import Result
from goldgate.model.value import Json, NotCaptured
from goldgate.reports.json_ import case_comparison_document
from goldgate.reports.line import Line, Span, Style, bad, dim, good, line, strong, warn
from goldgate.reports.sampled import counts_text
from goldgate.reports.stubs import idle_stub_notices
from goldgate.reports.terminal import divergence_text
from goldgate.reports.wording import MASKED, code_of, meaning_of, raised_at

WIDE: Final = 200
MOST_STEPS: Final = 60
MOST_PRINTED: Final = 20
FACT_NAMES: Final = {
    "B": "baseline verdict",
    "C": "verdict now",
    "K": "known-failure marker",
    "S": "same outcome",
    "F": "same failure signature",
    "I": "same definition of the case",
    "X": "has expectations",
}
"""What the letters of the table of classes stand for."""
_VERDICT_LOOK: Final = {Verdict.PASS: Style.GOOD, Verdict.FAIL: Style.BAD, Verdict.ERROR: Style.BAD}


@frozen(kw_only=True)
class CaseReport:
    """All that is known of one case; what is not known is None or empty, and `notices` say why.

    `disagreements` are the trials that came to another outcome than the first, with the first difference of each.
    """

    suite: str
    case: Case
    file: str
    run: str | None = None
    results: tuple[Result, ...] = ()
    observed: BaselineLine | None = None
    accepted: BaselineLine | None = None
    comparison: CaseComparison | None = None
    disagreements: tuple[tuple[int, Divergence], ...] = ()
    notices: tuple[str, ...] = ()


def case_lines(report: CaseReport) -> Iterator[Line]:
    """The report of `show`."""
    place = report.file if report.case.line is None else f"{report.file}:{report.case.line}"
    yield line(strong(case_name(report.suite, report.case.id)), dim(f"  {place}"))
    yield from definition_lines(report.case)
    for notice in _notices(report):
        yield line(warn("notice "), notice)
    disagreements = dict(report.disagreements)
    for result in report.results:
        yield from _result(result, report.run or "")
        if result.trial in disagreements:
            yield line(f"  unlike trial 1; {divergence_text(disagreements[result.trial])}")
    yield from _outcomes(report)
    if report.comparison is not None:
        yield from _ruling(report.comparison)


def definition_lines(case: Case) -> Iterator[Line]:
    """What is asked, and what is expected of it."""
    plain = plain_case(case)
    for key in ("request", "expect"):
        yield line(f"{key:<9}", _as_written(plain[key]) if key in plain else "nothing; judged by its baseline")
    if case.known_failure is not None:
        known = case.known_failure
        until = f", until {known.expires}" if known.expires else ""
        yield line(f"{'known':<9}", f"{known.reason} ({known.issue}{until})")


def _as_written(value: Json) -> str:
    """A text as it is; a very long one, and every other value, as JSON that is cut in the middle."""
    if isinstance(value, str) and len(value) <= 4 * WIDE:
        return inert(value)
    return show(value, limit=4 * WIDE)


def _which(result: Result) -> str:
    """`trial 2`, and of which variant where that is not the default one."""
    trial = f"trial {result.trial}"
    return trial if result.variant == DEFAULT_VARIANT else f"variant {result.variant}, {trial}"


def _result(result: Result, run: str) -> Iterator[Line]:
    yield line()
    yield line(
        f"run {run}, {_which(result)}: ",
        Span(result.verdict.value, _VERDICT_LOOK[result.verdict]),
        f", the agent says {result.trace.status.value}",
    )
    for reason in result.reasons:
        yield line(bad("  - "), reason)
    if result.scores is not None and RUBRIC not in result.failed:
        yield from _scores(result.scores)
    if result.detail.raised:
        yield line(dim(f"  {raised_at(result.detail.raised)}"))
    if result.masked:
        yield line("  ", warn(MASKED))
    yield from _printed(result.detail.printed)


def _scores(scored: Scored) -> Iterator[Line]:
    """What a judge gave, and why."""
    scores = ", ".join(f"{name} {brief_decimal(score)}" for name, score in scored.criteria.items())
    yield line(f"  scored by {scored.rubric}: weighted {brief_decimal(scored.weighted)}", dim(f"  ({scores})"))
    if scored.explanation:
        yield line(dim("  | "), inert(scored.explanation[:WIDE]))


def _printed(text: str) -> Iterator[Line]:
    """The end of what the agent printed."""
    lines = text.splitlines()
    if len(lines) > MOST_PRINTED:
        yield line(dim(f"  printed, the last {MOST_PRINTED} lines (--format json has more):"))
    elif lines:
        yield line(dim("  printed:"))
    for printed in lines[-MOST_PRINTED:]:
        yield line(dim("  | "), inert(printed[:WIDE]))


def _notices(report: CaseReport) -> Iterator[str]:
    yield from report.notices
    yield from idle_stub_notices(report.case.world.tools, [result.detail for result in report.results])


def _outcomes(report: CaseReport) -> Iterator[Line]:
    """Baseline and current steps, aligned where they differ; else the one that there is to show.

    Of a sampled suite there are counts instead.
    """
    accepted, observed, comparison = report.accepted, report.observed, report.comparison
    then, now = (None if side is None else side.trials for side in (accepted, observed))
    if then or now:
        yield line()
        yield line(counts_text(then, now))
        return
    same = comparison is not None and comparison.facts.same_outcome
    if accepted and observed and comparison and not same:
        yield line()
        yield line(dim("steps: - baseline, + now"))
        yield from _two_sides(accepted, observed)
        if comparison.divergence is not None:
            yield line(divergence_text(comparison.divergence))
    elif one := observed or accepted:
        yield line()
        yield line(dim("steps, as in the baseline" if same else "steps" if observed else "steps of the baseline"))
        yield from side_lines(one)


def side_lines(outcome: BaselineLine) -> Iterator[Line]:
    """The steps of one outcome, and how it ended."""
    for number, step in enumerate(outcome.outcome.steps[:MOST_STEPS], start=1):
        yield line(f"  {number:>3}  {step_text(step)}")
    if not outcome.outcome.steps:
        yield line("  none")
    if len(outcome.outcome.steps) > MOST_STEPS:
        yield line(dim(f"       … and {len(outcome.outcome.steps) - MOST_STEPS} more steps"))
    yield from _ending(outcome)


def _ending(outcome: BaselineLine) -> Iterator[Line]:
    yield line(f"  answer {show(outcome.outcome.answer, limit=WIDE)}")
    yield line(f"  status {outcome.outcome.status or 'not compared'}")


def _two_sides(accepted: BaselineLine, observed: BaselineLine) -> Iterator[Line]:
    then, now = accepted.outcome, observed.outcome
    alignment = align(list(then.steps), list(now.steps))
    for pair in alignment.pairs[:MOST_STEPS]:
        expected = None if pair.expected is None else then.steps[pair.expected]
        actual = None if pair.actual is None else now.steps[pair.actual]
        if pair.kind is PairKind.EQUAL:
            yield line(f"  = {step_text(actual)}")
            continue
        if expected is not None:
            yield line(bad(f"  - {step_text(expected)}"), dim("  moved" if pair.kind is PairKind.MOVED else ""))
        if actual is not None:
            yield line(good(f"  + {step_text(actual)}"), dim("  moved" if pair.kind is PairKind.MOVED else ""))
        if pair.kind is PairKind.CHANGED:
            yield from field_lines(expected, actual)
    if len(alignment.pairs) > MOST_STEPS:
        yield line(dim(f"    … and {len(alignment.pairs) - MOST_STEPS} more steps"))
    if alignment.capped:
        yield line(dim("    the traces differ in so much that the alignment was cut short"))
    for name, old, new in (("answer", then.answer, now.answer), ("status", then.status, now.status)):
        if old != new:
            old_text, new_text = show_pair(old, new, limit=WIDE)
            yield line(f"  {name}: ", bad(f"- {old_text}"), "  ", good(f"+ {new_text}"))


def field_lines(expected: Json, actual: Json) -> Iterator[Line]:
    """The fields in which two steps differ."""
    changes = field_changes(expected, actual)
    for change in changes.changes:
        yield line(dim(f"      {change.pointer or '/'}: {_change_text(change)}"))
    if changes.left_out:
        yield line(dim(f"      … and {changes.left_out} more fields"))


def _change_text(change: FieldChange) -> str:
    match change.kind:
        case ChangeKind.ADDED:
            return f"added {show(change.actual, limit=WIDE // 2)}"
        case ChangeKind.REMOVED:
            return f"removed {show(change.expected, limit=WIDE // 2)}"
        case ChangeKind.CHANGED:
            return " → ".join(show_pair(change.expected, change.actual, limit=WIDE // 2))
        case never:
            assert_never(never)


def step_text(step: Mapping[str, Json] | None) -> str:
    """`file_read {"path":"recent"} NOT_FOUND`."""
    if step is None:
        return ""
    kind = f"{step['kind']} " if "kind" in step else ""
    name = inert(str(step.get("tool") or step.get("name") or ""))
    rest = [show(step["args"], limit=WIDE)] if "args" in step else []
    rest += [str(step[key]) for key in ("status", "error_code") if key in step]
    if "observation" in step:
        rest.append(f"→ {show(step['observation'], limit=WIDE)}")
    return " ".join([f"{kind}{name}", *rest])


def _ruling(comparison: CaseComparison) -> Iterator[Line]:
    ruling = comparison.ruling
    yield line()
    yield line(
        "ruling: ",
        strong(ruling.case_class.value),
        f", {ruling.severity.value} (row {ruling.row} of the table): ",
        f"{meaning_of(comparison)}{code_of(ruling.case_class)}",
    )
    for letter, value in telling_facts(comparison).items():
        yield line(dim(f"  {letter} {FACT_NAMES[letter]}: {value}"))


def telling_facts(comparison: CaseComparison) -> Mapping[str, str]:
    """The facts that decided: in a sampled suite there are no outcomes that could be the same."""
    facts = fact_values(comparison.facts)
    return facts if comparison.now is None else {letter: facts[letter] for letter in "BCKI"}


def fact_values(facts: Facts) -> Mapping[str, str]:
    """The inputs of the table under the letters of the docs."""
    return {
        "B": facts.baseline.value if facts.baseline else "absent",
        "C": facts.current.value if facts.current else "absent",
        "K": facts.marker.value,
        "S": _yes(facts.same_outcome),
        "F": _yes(facts.same_failure),
        "I": _yes(facts.same_definition),
        "X": _yes(facts.has_expectations),
    }


def _yes(value: bool) -> str:  # noqa: FBT001 - a fact of the table
    return "yes" if value else "no"


def case_document(report: CaseReport) -> Mapping[str, Any]:
    """The document of `show`."""
    return {
        "goldgate": "case",
        "schema": 1,
        "exit_code": 0,
        "suite": report.suite,
        "id": report.case.id,
        "file": report.file,
        "line": report.case.line,
        "case": dict(plain_case(report.case)),
        "run": report.run,
        "notices": [*_notices(report)],
        "trials": [
            {
                "variant": result.variant,
                "trial": result.trial,
                "verdict": result.verdict.value,
                "masked": result.masked,
                "reasons": list(result.reasons),
                "scores": None if result.scores is None else write_scored(result.scores),
                "raised": list(result.detail.raised),
                "printed": result.detail.printed,
                "trace": write_trace(result.trace),
            }
            for result in report.results
        ],
        "baseline": report.accepted and _outcome_document(report.accepted),
        "observed": report.observed and _outcome_document(report.observed),
        "facts": report.comparison and dict(fact_values(report.comparison.facts)),
        "comparison": report.comparison and case_comparison_document(report.comparison),
    }


def _outcome_document(outcome: BaselineLine) -> Mapping[str, Any]:
    answer = outcome.outcome.answer
    return {
        "verdict": outcome.verdict.value,
        "trials": None if outcome.trials is None else [outcome.trials.solved, outcome.trials.total],
        "failed": list(outcome.failed),
        "status": outcome.outcome.status,
        "steps": list(outcome.outcome.steps),
        **({} if isinstance(answer, NotCaptured) else {"answer": answer}),
        "note": outcome.note,
    }
