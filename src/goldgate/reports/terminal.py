"""How does a run or a comparison read in a terminal? Worst first, ending in figures, verdict and next command."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Final

from goldgate.differ.listing import listed
from goldgate.differ.show import show, show_pair
from goldgate.exit_codes import ExitCode
from goldgate.gate.groups import Group, group_changes
from goldgate.model.case_key import CaseKey, case_name
from goldgate.model.comparison import CaseClass, CaseComparison, Comparison, Decision, Divergence, Severity
from goldgate.model.judgement import Verdict
from goldgate.model.plan import DEFAULT_VARIANT, TrialKey
from goldgate.model.result import Result, Tally
from goldgate.reports.faults import alike_cases, alike_lines, alike_results
from goldgate.reports.line import Line, Span, Style, bad, dim, line, strong, warn
from goldgate.reports.next_step import after_compare
from goldgate.reports.sampled import sampled_lines
from goldgate.reports.shard import shard_lines
from goldgate.reports.summarise import class_counts
from goldgate.reports.wording import BADGE, GATE, MASKED, code_of, counted, known_text, meaning_of, raised_at

LOOK: Final[Mapping[Severity, Style]] = {
    Severity.WORSE: Style.BAD,
    Severity.NO_JUDGEMENT: Style.BAD,
    Severity.STALE: Style.WARN,
    Severity.FINE: Style.GOOD,
    Severity.NONE: Style.DIM,
}
WORST_FIRST: Final = (Severity.NO_JUDGEMENT, Severity.WORSE, Severity.STALE, Severity.FINE, Severity.NONE)
MOST_REASONS: Final = 4
MOST_CASES: Final = 40
MOST_NAMES: Final = 20
MOST_DIFFERENT: Final = 5
_INDENT: Final = " " * 7
SHORT: Final = 60
"""How many characters of a value stand in a line."""
_GATE_LOOK: Final[Mapping[ExitCode, Style]] = {ExitCode.OPEN: Style.GOOD}


def comparison_lines(
    comparison: Comparison,
    decision: Decision,
    *,
    suites_left_out: Sequence[str] = (),
    expiring: int,
    expired: int = 0,
    every: bool = False,
    kept: bool = True,
) -> Iterator[Line]:
    """The whole report of `compare` and `check`; `suites_left_out` are those that the selection of the run left out.

    `kept` says whether the run is one that other commands find.
    """
    shown = [case for case in comparison.cases if every or case.ruling.severity is not Severity.FINE]
    groups = group_changes(shown)
    grouped = {key for group in groups for key in group.ids}
    for alike in alike_cases(case for case in shown if (case.suite, case.id) not in grouped):
        yield from alike_lines(alike, code=code_of(alike[0].ruling.case_class))
        grouped.update((case.suite, case.id) for case in alike)
    for severity in WORST_FIRST:
        for group in groups:
            if _severity_of(group, shown) is severity:
                yield from _group(group, severity, shown)
        single = [case for case in shown if case.ruling.severity is severity and (case.suite, case.id) not in grouped]
        for case in single[:MOST_CASES]:
            yield from _case(case)
        if len(single) > MOST_CASES:
            yield line(dim(f"  … and {len(single) - MOST_CASES} more (goldgate compare --format json has all)"))
    if shown:
        yield line()
    yield from _closing(comparison, decision, suites_left_out, expiring=expiring, expired=expired)
    yield line("next: ", strong(after_compare(comparison, decision, kept=kept)))


def _closing(
    comparison: Comparison, decision: Decision, suites_left_out: Sequence[str], *, expiring: int, expired: int
) -> Iterator[Line]:
    yield line(
        f"{comparison.expected} expected, {comparison.ran} run, "
        f"{comparison.compared} compared, {comparison.errored} errored"
    )
    if comparison.variant != DEFAULT_VARIANT:
        yield line("variant ", strong(comparison.variant))
    counts = ", ".join(f"{kind.value} {number}" for kind, number in class_counts(comparison.counts))
    yield line(counts or "no cases")
    yield from sampled_lines(comparison.sampled)
    if comparison.removed_not_looked_for:
        yield line(dim(f"{comparison.not_selected} not selected; removed cases were not looked for"))
    yield from shard_lines(comparison.shard, cases=comparison.expected)
    yield from _left_out(suites_left_out)
    if comparison.partly_compared:
        yield line(dim(f"{comparison.partly_compared} compared only on what the baseline holds"))
    yield from _known_differently(comparison)
    yield known_line(_known(comparison), expiring=expiring, expired=expired)
    for notice in decision.notices:
        yield line(warn("notice "), notice)
    yield verdict_line(decision, today=comparison.today.isoformat())


def _known_differently(comparison: Comparison) -> Iterator[Line]:
    """Known failures that fail by the same signature, while arguments, observations or the answer are others."""
    changed = [
        (case_name(case.suite, case.id), case.divergence)
        for case in comparison.cases
        if case.ruling.case_class is CaseClass.KNOWN and case.divergence is not None
    ]
    for name, divergence in changed[:MOST_DIFFERENT]:
        yield line(warn("notice "), f"known, but differently: {name}; {divergence_text(divergence)}")
    if len(changed) > MOST_DIFFERENT:
        yield line(warn("notice "), f"known, but differently: {len(changed) - MOST_DIFFERENT} more")


def _known(comparison: Comparison) -> int:
    return comparison.counts.get(CaseClass.KNOWN, 0)


def known_line(known: int, *, expiring: int, expired: int = 0) -> Line:
    """`known 3, expiring 1`: ends every run and comparison."""
    parts: list[str | Span] = [f"known {known}, "]
    parts.append(warn(f"expiring {expiring}") if expiring else f"expiring {expiring}")
    if expired:
        parts += [", ", bad(f"expired {expired}")]
    return line(*parts)


def verdict_line(decision: Decision, *, today: str) -> Line:
    """The verdict of the gate in one line, with the date that expiry was judged by."""
    reasons = f": {'; '.join(decision.reasons)}" if decision.reasons else ""
    look = _GATE_LOOK.get(decision.exit_code, Style.BAD)
    return line(Span(GATE[decision.exit_code], look), reasons, dim(f"  (exit {int(decision.exit_code)}, {today})"))


def guards_off_lines(guards_off: Iterable[str]) -> Iterator[Line]:
    """What does not protect a run in this process."""
    for guard in guards_off:
        yield line(warn("without "), guard)


def _left_out(suites: Sequence[str]) -> Iterator[Line]:
    if suites:
        yield line(dim(f"suites left out: {listed(tuple(suites))}"))


def _severity_of(group: Group, cases: Iterable[CaseComparison]) -> Severity:
    return next(case.ruling.severity for case in cases if (case.suite, case.id) == group.ids[0])


def _group(group: Group, severity: Severity, cases: Iterable[CaseComparison]) -> Iterator[Line]:
    names = tuple(case_name(suite, case_id) for suite, case_id in group.ids)
    yield line(
        Span(f"{BADGE[severity]:<6}", LOOK[severity]),
        f"{group.case_class.value}: {group.summary} in {len(names)} cases{_where(group, cases)}",
        code_of(group.case_class),
    )
    yield line("       ", listed(names, most=MOST_NAMES))


def _where(group: Group, cases: Iterable[CaseComparison]) -> str:
    """The step at which all of a group changed; empty when there is no such one."""
    ids = set(group.ids)
    steps = {case.divergence.step for case in cases if case.divergence and (case.suite, case.id) in ids}
    step = steps.pop() if len(steps) == 1 else None
    return "" if step is None else f", at step {step + 1}"


def _case(case: CaseComparison) -> Iterator[Line]:
    severity = case.ruling.severity
    yield line(
        Span(f"{BADGE[severity]:<6}", LOOK[severity]),
        f"{case.ruling.case_class.value}  ",
        strong(case_name(case.suite, case.id)),
        f"  {meaning_of(case)}{code_of(case.ruling.case_class)}",
    )
    yield from (line(_INDENT, *spans) for spans in found_lines(case))


def found_lines(case: CaseComparison) -> Iterator[Line]:
    """What was found of one case: reasons, where it raised, the first difference, the marker."""
    yield from map(line, case.reasons[:MOST_REASONS])
    if len(case.reasons) > MOST_REASONS:
        yield line(dim(f"… and {len(case.reasons) - MOST_REASONS} more reasons"))
    if case.raised and case.ruling.severity is not Severity.FINE:
        yield line(dim(raised_at(case.raised)))
    if case.masked:
        yield line(warn(MASKED))
    if case.divergence is not None:
        yield line(divergence_text(case.divergence))
    if case.known_failure is not None:
        yield line(dim(f"known failure: {known_text(case.known_failure)}"))
    if case.uncaptured:
        yield line(dim(f"not compared, since the baseline does not hold it: {listed(case.uncaptured)}"))


def divergence_text(divergence: Divergence) -> str:
    """`first difference: step 1 /tool: "file_search" → "file_read"`; steps are counted from 1 for people."""
    step = "" if divergence.step is None else f"step {divergence.step + 1} "
    place = f"first difference: {step}{divergence.pointer}".rstrip()
    match divergence.kind:
        case "changed":
            return f"{place}: {' → '.join(show_pair(divergence.expected, divergence.actual, limit=SHORT))}"
        case "removed":
            return f"{place} removed: {show(divergence.expected, limit=SHORT)}"
        case kind:
            return f"{place} {kind}: {show(divergence.actual, limit=SHORT)}"


def run_lines(
    failures: Sequence[Result],
    tally: Tally,
    decision: Decision,
    *,
    also: Iterable[Line] = (),
    known_failing: Mapping[CaseKey, str],
    expected: int,
    not_selected: int,
    suites_left_out: Sequence[str] = (),
    expiring: int,
    expired: int,
    today: str,
    next_step: str,
) -> Iterator[Line]:
    """The whole report of `run`; `known_failing` maps the cases with a live marker to its reason.

    `also` are lines that stand between the figures of all and the verdict.
    """
    shown = [result for result in failures if not _is_excused(result, known_failing)]
    yield from _failures(shown)
    if shown:
        yield line()
    trials = "" if tally.trials == tally.cases else f"  (trials of {counted(tally.cases, 'case')})"
    yield line(f"{expected} expected, {tally.trials} run, 0 compared, {tally.errors} errored", dim(trials))
    yield line(f"passed {tally.passed}, failed {tally.failed}, masked {tally.masked}")
    if not_selected:
        yield line(dim(f"{not_selected} not selected"))
    yield from _left_out(suites_left_out)
    yield from also
    yield known_line(tally.known, expiring=expiring, expired=expired)
    yield verdict_line(decision, today=today)
    yield line("next: ", strong(next_step))


def _failures(results: Sequence[Result]) -> Iterator[Line]:
    grouped: set[TrialKey] = set()
    for alike in alike_results(results):
        yield from alike_lines(alike)
        grouped.update(result.key for result in alike)
    trials = _same_trials(result for result in results if result.key not in grouped)
    for same in trials[:MOST_CASES]:
        yield from _failure(same)
    if len(trials) > MOST_CASES:
        yield line(dim(f"  … and {sum(map(len, trials[MOST_CASES:]))} more"))


def _same_trials(results: Iterable[Result]) -> list[list[Result]]:
    """Trials of one case under one variant that came to the same, together."""
    found: dict[tuple[object, ...], list[Result]] = {}
    for result in results:
        said = (result.verdict, result.reasons, result.masked, result.detail.raised)
        found.setdefault((*result.key[:3], *said), []).append(result)
    return list(found.values())


def _is_excused(result: Result, known_failing: Collection[CaseKey]) -> bool:
    """A marker excuses a failure, never that nothing could be judged."""
    return result.verdict is Verdict.FAIL and (result.suite, result.id) in known_failing


def _failure(trials: Sequence[Result]) -> Iterator[Line]:
    result = trials[0]
    badge = "ERROR" if result.verdict is Verdict.ERROR else "FAIL"
    yield line(bad(f"{badge:<6}"), strong(case_name(result.suite, result.id)), _which(trials))
    for reason in result.reasons[:MOST_REASONS]:
        yield line(f"       {reason}")
    if result.detail.raised:
        yield line(dim(f"       {raised_at(result.detail.raised)}"))
    if result.masked:
        yield line("       ", warn(MASKED))


def _which(trials: Sequence[Result]) -> str:
    """Which trials of a case these are: ` none, trials 1, 2, 3`; nothing for the first one of the default variant."""
    first = trials[0]
    parts = [] if first.variant == DEFAULT_VARIANT else [first.variant]
    if len(trials) > 1:
        parts.append(f"trials {listed(tuple(str(one.trial) for one in trials))}")
    elif first.trial > 1:
        parts.append(f"trial {first.trial}")
    return f" {', '.join(parts)}" if parts else ""
