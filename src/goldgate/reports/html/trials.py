"""How do the trials of a case stand in a page? By variant, each with what was judged and what was done."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from goldgate.differ.divergence import first_divergence
from goldgate.differ.outcome import observe
from goldgate.differ.show import inert
from goldgate.formats.decimals import brief_decimal
from goldgate.model.grading import Scored
from goldgate.model.result import Result
from goldgate.model.settings import OutcomeSettings
from goldgate.model.trace import Usage
from goldgate.model.value import Json, NotCaptured
from goldgate.reports.halves import by_variant, passed_text
from goldgate.reports.html.charts import share_of_scale
from goldgate.reports.html.legible import in_lines, legible, written
from goldgate.reports.html.steps import Document, planned_document, step_document
from goldgate.reports.terminal import divergence_text
from goldgate.reports.wording import counted, raised_at

_WHOLE: Final = OutcomeSettings()


def variant_documents(results: Sequence[Result]) -> list[Document]:
    """The variants in the order of the run, each with its trials."""
    return [
        {
            "name": inert(name),
            "summary": passed_text(trials),
            "trials": [{**trial_document(one), **_unlike(trials[0], one)} for one in trials],
        }
        for name, trials in by_variant(results).items()
    ]


def trial_document(result: Result) -> Document:
    """One trial: verdict, checks, plan, steps, answer, and whatever else is known of it."""
    trace = result.trace
    return {
        "number": result.trial,
        "verdict": result.verdict.value,
        "status": trace.status.value,
        **({"masked": True} if result.masked else {}),
        **({"fault": legible(result.reasons[0])} if result.fault else {}),
        "used": ", ".join(_used(trace.usage, result.seconds)),
        "checks": [_check(check.name, check.why, passed=check.passed) for check in result.checks],
        **({} if result.scores is None else {"scores": _scores(result.scores)}),
        **({} if trace.plan is None else {"plan": [*map(planned_document, trace.plan)]}),
        "steps": [*map(step_document, trace.steps)],
        **({} if isinstance(trace.answer, NotCaptured) else {"answer": _answer(trace.answer)}),
        "rest": [list(one) for one in _rest(result)],
    }


def _answer(answer: Json) -> str:
    """A text as it is, all else as JSON."""
    return legible(answer) if isinstance(answer, str) and answer else written(answer)


def _check(name: str, why: str, *, passed: bool) -> Document:
    return {"name": inert(name), "passed": passed, **({"why": legible(why)} if why else {})}


def _unlike(first: Result, other: Result) -> Document:
    """Where a trial went another way than the first."""
    if other is first or first.trace == other.trace:
        return {}
    divergence = first_divergence(observe(first.trace, _WHOLE), observe(other.trace, _WHOLE))
    return {"unlike": divergence_text(divergence)} if divergence else {}


def _used(usage: Usage, seconds: float | None) -> Iterator[str]:
    if usage.tokens is not None:
        yield f"{usage.tokens:,} tokens"
    if usage.cost_usd is not None:
        yield f"${usage.cost_usd:.4f}"
    if seconds is not None:
        yield f"{seconds:.2f} s"


def _rest(result: Result) -> Iterator[tuple[str, str]]:
    """What few traces have: state and files afterwards, where it raised, what it printed."""
    trace, detail = result.trace, result.detail
    if not isinstance(trace.state, NotCaptured):
        yield "State afterwards", written(trace.state)
    if trace.files:
        files: Json = dict(trace.files)
        yield f"Changed files, {counted(len(trace.files), 'file')}", legible(in_lines(files))
    if detail.raised:
        yield "Exceptions", legible(raised_at(detail.raised))
    if detail.printed:
        yield "Printed", legible(detail.printed)


def _scores(scored: Scored) -> Document:
    scale = scored.scale
    criteria: list[dict[str, Any]] = [
        {"name": inert(name), "score": brief_decimal(score), "share": round(share_of_scale(score, scale), 4)}
        for name, score in scored.criteria.items()
    ]
    return {
        "rubric": inert(scored.rubric),
        "weighted": brief_decimal(scored.weighted),
        "scale": f"{brief_decimal(scale.min)} to {brief_decimal(scale.max)}",
        "criteria": criteria,
        **({"explanation": legible(scored.explanation)} if scored.explanation else {}),
    }
