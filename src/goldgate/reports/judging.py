"""What is said of judges? Who judged, what that took, what scores came to, and whose doing flips are."""

from collections.abc import Iterator, Mapping
from typing import Any

import attrs

from goldgate.model.grading import JudgeIdentity, JudgeUse
from goldgate.model.result import RunHeader, Summary
from goldgate.reports.line import Line, dim, line
from goldgate.reports.wording import counted
from goldgate.statistics.flips import Flips


def judge_lines(summary: Summary, header: RunHeader) -> Iterator[Line]:
    """Who judged, what that took, and of single trials the mean score; nothing where nobody was asked."""
    if header.trials_of is not None:
        yield line(f"trials of the run {header.trials_of}, judged again")
    if summary.judge is None:
        return
    names = dict.fromkeys(_name(source.judge) for source in header.suites.values() if source.judge is not None)
    yield line(f"judge {', '.join(names)}: {_use(summary.judge)}")
    if (mean := summary.overall.mean_score) is not None and not summary.cases and len(summary.variants) == 1:
        yield line(f"mean score {mean:.4g}", dim("  (of all trials, by the weights of their rubric)"))


def _name(judge: JudgeIdentity) -> str:
    return judge.name if judge.model is None else f"{judge.model} at {judge.name}"


def _use(use: JudgeUse) -> str:
    parts = [counted(use.questions, "question"), counted(use.calls, "call")]
    if use.failed:
        parts.append(f"{use.failed} without an answer that can be used")
    if use.input_tokens is not None and use.output_tokens is not None:
        parts.append(f"{use.input_tokens + use.output_tokens} tokens")
    parts.append(_cost(use))
    return ", ".join(parts)


def _cost(use: JudgeUse) -> str:
    if use.cost_usd is None:
        return "cost unknown"
    if use.total_cost_usd is None:
        return f"cost ${use.cost_usd:.4g} and that of {counted(use.unknown_cost, 'call')}, which is unknown"
    return f"cost ${use.total_cost_usd:.4g}"


def flip_lines(flips: Flips | None) -> Iterator[Line]:
    """Whose doing it is that trials of one case end differently; nothing where none do."""
    if flips is not None and (differing := flips.agent + flips.judge + flips.infrastructure):
        yield line(
            f"flips {differing} of {counted(flips.pairs, 'pair')} of trials: "
            f"agent {flips.agent}, judge {flips.judge}, infrastructure {flips.infrastructure}",
            dim("  (another trace; the same trace, judged otherwise; no judgement)"),
        )


def flips_document(flips: Flips | None) -> Mapping[str, Any] | None:
    """The flips for machines; None where each case has a single trial."""
    return None if flips is None else attrs.asdict(flips)
