"""How is an update of baselines told? What is written by class, what is refused and why."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from operator import attrgetter
from typing import Any

from goldgate.differ.listing import listed
from goldgate.gate.promotion import Promotion, Refusal, Write
from goldgate.gate.sampled_fates import COUNTED_ANEW, why_dropped
from goldgate.model.baseline import baseline_name
from goldgate.model.case_key import case_name
from goldgate.model.comparison import CaseClass
from goldgate.model.plan import DEFAULT_VARIANT
from goldgate.reports.line import Line, bad, dim, good, line, strong
from goldgate.reports.next_step import Tracked, after_update
from goldgate.reports.sampled import trials_document
from goldgate.reports.wording import code_of, counted, meaning_of

NOTHING = "nothing to change"
BLOCKED = "its outcome settings changed, so all of its lines are written or none"
RECOUNTED = "counted anew"
REWRITTEN = "the outcome settings changed, and with them what the line says"


def update_lines(
    promotions: Sequence[Promotion],
    *,
    dry_run: bool,
    confirm: int | None,
    baselines: str,
    tracked: Tracked,
    variant: str = DEFAULT_VARIANT,
) -> Iterator[Line]:
    """The report of `update-baseline`; `baselines` is their folder, `tracked` says what git knows of them."""
    for promotion in promotions:
        yield from _written(promotion, verb="would write" if dry_run else "wrote", variant=variant)
        yield from _refused(promotion)
        if promotion.blocked:
            yield line(f"nothing of {promotion.suite} is written: {BLOCKED}")
    refused = sum(len(promotion.refused) or promotion.drop_refused for promotion in promotions)
    writes = any(promotion.writes_file for promotion in promotions)
    if not writes:
        yield line(NOTHING if not refused else f"{NOTHING} but what was refused")
    if dry_run:
        yield line(dim("dry run: nothing was written"))
        if confirm is not None:
            yield line("to write it: the same without --dry-run, with ", strong(f"--yes {confirm}"))
    elif refused:
        yield line(bad(f"{refused} refused"), "; see above for what to do with each")
    else:
        yield line(
            "next: ",
            strong(after_update(written=writes, baselines=baselines, tracked=tracked, variant=variant)),
        )


def _written(promotion: Promotion, *, verb: str, variant: str) -> Iterator[Line]:
    if not promotion.writes_file:
        return
    yield line(
        good(f"{verb} {baseline_name(promotion.suite, variant)}"),
        f": {counted(len(promotion.writes), 'line')}, {promotion.unchanged} untouched",
    )
    for case_class, writes in _by_class(promotion.writes):
        names = tuple(f"{case_name(promotion.suite, write.id)}{_counts(write)}" for write in writes)
        rewritten = promotion.settings_changed and case_class is CaseClass.DRIFTED
        meaning = REWRITTEN if rewritten else RECOUNTED if case_class in COUNTED_ANEW else meaning_of(writes[0].case)
        yield line(f"  {case_class.value} {len(names)}  {meaning}{code_of(case_class)}")
        yield line(f"    {listed(names)}")


def _counts(write: Write) -> str:
    """How often a case of a sampled suite was solved: ` 5/5 → 4/5`, ` 4/5` where the baseline says it first."""
    if write.case.now is None:
        return ""
    return f" {write.case.now}" if write.case.then is None else f" {write.case.then} → {write.case.now}"


def _refused(promotion: Promotion) -> Iterator[Line]:
    for case_class, refusals in _by_class(promotion.refused):
        for why, same in groupby(refusals, key=attrgetter("why")):
            names = tuple(case_name(promotion.suite, refusal.id) for refusal in same)
            yield line(bad("refused "), f"{case_class.value} {listed(names)}{code_of(case_class)}")
            yield line(f"  {why}")
    if promotion.drop_refused and not promotion.refused:
        yield line(bad("refused "), promotion.suite)
        yield line(f"  {why_dropped(promotion.suite)}")


def _by_class(changes: Sequence[Any]) -> list[tuple[Any, list[Any]]]:
    ordered = sorted(changes, key=lambda change: change.case_class.value)
    return [(case_class, list(same)) for case_class, same in groupby(ordered, key=attrgetter("case_class"))]


def update_document(
    promotions: Sequence[Promotion], *, dry_run: bool, confirm: int | None, variant: str = DEFAULT_VARIANT
) -> Mapping[str, Any]:
    """The document of `update-baseline`."""
    refused = any(promotion.refuses for promotion in promotions)
    return {
        "goldgate": "update",
        "schema": 1,
        "exit_code": int(refused),
        "variant": variant,
        "dry_run": dry_run,
        "needs_yes": confirm,
        "suites": {
            promotion.suite: {
                "written": [_change(write) for write in promotion.writes],
                "refused": [{**_change(refusal), "why": refusal.why} for refusal in promotion.refused],
                "untouched": promotion.unchanged,
                "blocked": promotion.blocked,
                "drop_refused": promotion.drop_refused,
            }
            for promotion in promotions
        },
    }


def _change(change: Write | Refusal) -> Mapping[str, Any]:
    return {
        "id": change.id,
        "class": change.case_class.value,
        "code": change.case_class.code,
        "trials": trials_document(change.case),
    }
