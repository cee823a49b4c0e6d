"""Which lines will update-baseline write, and which cases does it refuse? Values in, values out; nothing is written."""

import datetime as dt
import shlex
from collections.abc import Iterator, Mapping, Sequence

import attrs

from goldgate.differ.nearest import unknown
from goldgate.errors import UpdateRefused, UsageError
from goldgate.formats.baseline import Entry, entry_of
from goldgate.gate.facts import Examiner
from goldgate.gate.fates import Action, Fate, fate_of
from goldgate.gate.promotion import Promotion, Refusal, Write, merge
from goldgate.gate.sampled import SampledExaminer, examiner_of
from goldgate.gate.sampled_fates import sampled_fate_of
from goldgate.gate.sides import Markers, Sides, Weigh, sides_of
from goldgate.gate.update_request import UpdateRequest
from goldgate.model.baseline import Baseline
from goldgate.model.case_key import composed, names_of
from goldgate.model.comparison import CaseComparison
from goldgate.model.plan import DEFAULT_VARIANT
from goldgate.model.result import Run

_BY_DEFAULT = UpdateRequest()


def promote(
    run: Run,
    baselines: Mapping[str, Baseline],
    *,
    today: dt.date,
    request: UpdateRequest = _BY_DEFAULT,
    known_failures: Markers | None = None,
    weigh: Weigh | None = None,
    variant: str = DEFAULT_VARIANT,
) -> tuple[Promotion, ...]:
    """What an update from this run makes of the baselines, a promotion a suite, sorted by suite.

    A suite without a baseline gets its first one; the markers are those of the run unless they are given; `weigh` is
    needed where a suite is sampled; the baselines are those of `variant`.
    Raises as `promote_suites` does.
    """
    suites = sides_of(run, baselines, known_failures=known_failures, weigh=weigh, variant=variant)
    return promote_suites(suites, today=today, request=request)


def promote_suites(suites: Sequence[Sides], *, today: dt.date, request: UpdateRequest) -> tuple[Promotion, ...]:
    """The same from the two sides of every suite.

    Where the outcome settings of a suite changed and a line that is there is refused, nothing of the suite is written.
    Raises UsageError for names that no case has or that can't be accepted, and for `prune` after a filtered run,
    UpdateRefused when the outcome settings of a suite changed and not all of its lines can be rewritten.
    """
    _require_whole_runs(suites, request)
    suites = [attrs.evolve(sides, accepted=tuple(sides.accepted)) for sides in suites]
    promotions = tuple(_promote_suite(sides, today=today, request=request) for sides in suites)
    if problems := list(_misnamed(suites, promotions, request)):
        raise UsageError(*problems)
    return tuple(_whole(sides, promotion) for sides, promotion in zip(suites, promotions, strict=True))


def _whole(sides: Sides, promotion: Promotion) -> Promotion:
    """The promotion, or one that leaves all as it is where some lines would stay under settings that are not theirs."""
    stay = {entry.id for entry in sides.accepted} & {refusal.id for refusal in promotion.refused}
    if sides.accepted_outcome is None or not sides.settings_changed or not stay:
        return promotion
    entries = tuple(sides.accepted)
    return attrs.evolve(
        promotion,
        outcome=sides.accepted_outcome,
        judge=sides.accepted_judge,
        writes=(),
        entries=entries,
        blocked=True,
    )


def _require_whole_runs(suites: Sequence[Sides], request: UpdateRequest) -> None:
    for sides in suites:
        if request.prune and sides.filtered:
            raise UsageError(f"--prune needs a run of all cases of suite {sides.suite!r}: goldgate run")
        if sides.settings_changed and (sides.filtered or request.only is not None):
            raise UpdateRefused(
                f"the {'outcome settings' if sides.outcome_changed else 'judge or a rubric'} of suite "
                f"{sides.suite!r} changed, so all of its lines must be rewritten: "
                "goldgate run without a selection, then goldgate update-baseline without --case"
            )


def _promote_suite(sides: Sides, *, today: dt.date, request: UpdateRequest) -> Promotion:
    examiner = examiner_of(sides, today=today)
    writes: list[Write] = []
    refused: list[Refusal] = []
    for case_id, now, then in examiner.cases():
        if examiner.at_a_glance(case_id, now, then) or not request.covers(sides.suite, case_id):
            continue
        case = examiner.examine(case_id, now, then)
        fate = _fate_of(case, examiner, request)
        match _change(case, fate, now, then, request=request, note=_note(case, then, examiner, request)):
            case Write() as write if write.new != write.old:
                writes.append(write)
            case Refusal() as refusal:
                refused.append(refusal)
    accepted = tuple(sides.accepted)
    sampling = examiner.sampling if isinstance(examiner, SampledExaminer) else None
    return Promotion(
        suite=sides.suite,
        outcome=sides.header.outcome,
        writes=tuple(writes),
        refused=tuple(refused),
        entries=merge(accepted, writes),
        existing=len(accepted),
        settings_changed=sides.settings_changed,
        sampling=sampling,
        drop_refused=sampling is not None and sampling.dropped and _is_whole(request, sides.suite),
        judge=sides.judge,
    )


def _is_whole(request: UpdateRequest, suite: str) -> bool:
    """Whether the update is asked for the suite as a whole, and not to accept that it got worse."""
    return request.only is None and not request.accepts_drop(suite)


def _fate_of(case: CaseComparison, examiner: Examiner, request: UpdateRequest) -> Fate:
    return sampled_fate_of(case, examiner.sampling, request) if isinstance(examiner, SampledExaminer) else fate_of(case)


def _note(case: CaseComparison, then: Entry | None, examiner: Examiner, request: UpdateRequest) -> str | None:
    """The note of a line that is written by default: none, or the old one where the line only says it differently."""
    if then is None:
        return None
    if examiner.sides.settings_changed:
        return then.line().note
    return request.reason if request.accepts_drop(case.suite) else None


def _change(
    case: CaseComparison,
    fate: Fate,
    now: Entry | None,
    then: Entry | None,
    *,
    request: UpdateRequest,
    note: str | None,
) -> Write | Refusal | None:
    old = None if then is None else then.text
    match fate.action, now:
        case Action.KEEP, _:
            return None
        case Action.WRITE, Entry() as seen:
            return Write(case=case, old=old, new=_text(seen, note=note))
        case Action.ACCEPT, Entry() as seen if request.accepts(case.suite, case.id):
            return Write(
                case=case, old=old, new=_text(seen, note=request.reason_for(case.suite, case.id)), accepted=True
            )
        case Action.PRUNE, _ if request.prune:
            return Write(case=case, old=old, new=None)
        case _:
            return Refusal(case=case, why=fate.why, action=fate.action)


def _text(entry: Entry, *, note: str | None) -> str:
    return entry.text if note is None else entry_of(attrs.evolve(entry.line(), note=note)).text


def _misnamed(suites: Sequence[Sides], promotions: Sequence[Promotion], request: UpdateRequest) -> Iterator[str]:
    """What is wrong with the names that the request gives, a sentence each."""
    yield from _misnamed_suites(promotions, request)
    asked = sorted(request.accept | (request.only or frozenset()))
    named = _cases_by_name(suites) if asked else {}
    accepted = _accepted_names(promotions)
    for name in asked:
        if name not in named:
            yield unknown("case", name, named, listed=(composed(case_id) for of in named.values() for _, case_id in of))
        elif not any(sides.selects(case_id) for sides, case_id in named[name]):
            yield f"case {name!r} was not part of this run: goldgate run --case {shlex.quote(name)}"
        elif name in request.accept and name not in accepted:
            yield _unacceptable(name, promotions)


def _misnamed_suites(promotions: Sequence[Promotion], request: UpdateRequest) -> Iterator[str]:
    samplings = {promotion.suite: promotion.sampling for promotion in promotions if promotion.sampling is not None}
    if request.recount and not samplings:
        yield "--recount: no suite of this run is sampled, so there is nothing to count"
    for suite in sorted(request.accept_drop):
        if suite not in samplings:
            yield unknown("sampled suite", suite, samplings)
        elif not samplings[suite].dropped:
            yield f"suite {suite!r} did not get worse: there is no drop to accept"


def _cases_by_name(suites: Sequence[Sides]) -> Mapping[str, Sequence[tuple[Sides, str]]]:
    named: dict[str, list[tuple[Sides, str]]] = {}
    for sides in suites:
        for case_id in sorted({*sides.header.cases, *(entry.id for entry in sides.accepted)}):
            for name in names_of(sides.suite, case_id):
                named.setdefault(name, []).append((sides, case_id))
    return named


def _accepted_names(promotions: Sequence[Promotion]) -> frozenset[str]:
    """All names of the cases that are written since somebody accepted them."""
    return frozenset(
        name
        for promotion in promotions
        for write in promotion.writes
        if write.accepted
        for name in names_of(promotion.suite, write.id)
    )


def _unacceptable(name: str, promotions: Sequence[Promotion]) -> str:
    for promotion in promotions:
        for refusal in promotion.refused:
            if name in names_of(promotion.suite, refusal.id):
                return f"{name!r} can't be accepted ({refusal.case_class}): {refusal.why}"
    return f"{name!r} needs no --accept: nothing about it is refused"
