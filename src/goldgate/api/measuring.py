"""Does an adapter, a skill, another model help, in Python? Figures of trials, two halves side by side, paired runs."""

import datetime as dt
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Final

from goldgate.api.files import AnyPath
from goldgate.api.judging import Judge
from goldgate.api.observing import trials_by_case
from goldgate.api.running import SUITE, measure
from goldgate.api.shares import Share, share
from goldgate.errors import UsageError
from goldgate.formats.selector import variant_named
from goldgate.gate.known_failures import marker_of
from goldgate.gate.same_question import require_same_question, require_same_suites, suite_digests
from goldgate.model.case import Case
from goldgate.model.comparison import Decision, Marker
from goldgate.model.evidence import Evidence, PairMode
from goldgate.model.frozen import frozen
from goldgate.model.pairing import Order
from goldgate.model.reference import Reference, Regression
from goldgate.model.result import Run, Summary
from goldgate.model.rubric import Rubric
from goldgate.model.settings import Settings
from goldgate.model.variant import ResolvedVariant
from goldgate.reports import summarise as counting
from goldgate.reports.pair import Contribution
from goldgate.reports.sides import case_sides
from goldgate.statistics import trend as trends
from goldgate.statistics.contrast import Contrast, contrast
from goldgate.statistics.regression import decide, regression
from goldgate.statistics.scipy_ import require_scipy
from goldgate.statistics.trials import Rate
from goldgate.store.adapters import open_adapters
from goldgate.store.skills import linked_skills
from goldgate.suite.halves import WITH, halves_of

_BY_DEFAULT: Final = Settings()
_NO_RUBRICS: Final[Mapping[str, Rubric]] = {}
_TEN_POINTS: Final = Fraction(1, 10)


def summarise(run: Run, *, today: dt.date, solved_score: Decimal | None = None) -> Summary:
    """Count the trials of a run, over all and by variant: rates, pass@k, pass^k, scores and costs.

    `today` decides which known failures are still known. A trial is solved when it passes; one with a score, from
    `solved_score` on where that is given.
    """
    known = [
        (suite, case)
        for suite, header in run.header.suites.items()
        for case, marker in header.known_failures.items()
        if marker_of(marker, today) is Marker.LIVE
    ]
    figures = {result.key: result.figures for result in run.results}
    return counting.summarise(run.header.run, figures, known=known, solved_score=solved_score)


@contextmanager
def adapters(folder: AnyPath, *selectors: str) -> Iterator[Mapping[str, ResolvedVariant]]:
    """Versions of an adapter, as `run` takes them, for the length of the block; each is named as it was asked for.

    `selectors` are `none`, `root`, `final`, `git:REV`, `dir:PATH`, and `default` for the folder as it is now. What is
    taken out of git goes again afterwards; the repository, its index and its tags stay as they are.
    Raises UsageError for what is no selector, NoAdapter naming every version that can't be had, UnreadableFile.
    """
    variants = [variant_named(text, {}) for text in dict.fromkeys(selectors)]
    settings = Settings(adapter=str(Path(folder).resolve()))
    with open_adapters(Path.cwd(), settings, [SUITE], variants) as found:
        yield found.of_suites[SUITE]


def compare_runs(
    reference: Run,
    candidate: Run,
    *,
    variants: tuple[str, str] | None = None,
    margin: Share | None = None,
    solved_score: Decimal | None = None,
) -> Contrast:
    """Hold one run against another that was asked the same, case by case; `decide` says what follows.

    `variants` names one of each run, and is needed where a run has several; both may be of the same run. `margin` is a
    difference of rates from 0 to 1. `solved_score` is as in `summarise`.
    Raises IncomparableRuns with all that differs, UsageError for variants that are not there, without scipy, and for a
    margin that is no difference of rates, or where a case has several trials.
    """
    exact = None if margin is None else share(margin, name="margin", zero=False)
    before, after = variants or (_only_variant(reference), _only_variant(candidate))
    for run, variant in ((reference, before), (candidate, after)):
        if variant not in run.header.variants:
            there = ", ".join(map(repr, run.header.variants))
            raise UsageError(f"the run {run.header.run} has no variant {variant!r}; it has {there}")
    require_same_question(reference.header, candidate.header)
    _require_some(reference.results)
    sides = case_sides(trials_by_case(reference, before), trials_by_case(candidate, after), solved_score=solved_score)
    return contrast(sides, margin=exact)


def _require_some(of: Collection[object]) -> None:
    if not of:
        raise UsageError("there are no cases, so there is nothing to hold against each other")


def _only_variant(run: Run) -> str:
    name, *others = run.header.variants
    if others:
        there = ", ".join(run.header.variants)
        raise UsageError(f"the run {run.header.run} has the variants {there}; say which: variants=({name!r}, …)")
    return name


@frozen(kw_only=True)
class Paired:
    """A paired run: what the skills contribute, together or each, and the half with all of them against a reference.

    `suites` maps the suite to the digest of what was asked, as a `Reference` has it, `rate` is that of the half with.
    """

    run: Run
    suites: Mapping[str, str]
    rate: Rate
    contributions: tuple[Contribution, ...]
    regression: Regression
    decision: Decision


def pair(
    cases: Iterable[Case],
    agent: object,
    *,
    linked: Iterable[AnyPath],
    mode: PairMode = PairMode.JOINT,
    order: Order = Order.INTERLEAVED,
    suite: str = SUITE,
    settings: Settings = _BY_DEFAULT,
    judge: Judge | None = None,
    rubrics: Mapping[str, Rubric] = _NO_RUBRICS,
    reference: Reference | None = None,
    threshold: Share = _TEN_POINTS,
) -> Paired:
    """Run the same cases with and without the skills in the folders `linked`, and hold the halves against each other.

    The half with all skills may fall below the `reference` by `threshold`, a difference of rates. The other arguments
    are those of `run`. Skills with evals are handed out as copies that lack these. Writes nothing, and so no evidence.
    Raises UsageError without a linked skill, a case or scipy, for folders that are no skill, and for a threshold that
    is no difference of rates: then no agent was called; IncomparableRuns for a reference that was asked something else,
    and what `run` raises.
    """
    skills = linked_skills(tuple(map(Path, linked)))
    if not skills:
        raise UsageError("a paired run needs a linked skill, a folder with a SKILL.md")
    asked, allowed = tuple(cases), share(threshold, name="threshold")
    _require_some(asked)
    require_scipy()
    halves = halves_of(skills, PairMode(mode))
    with open_adapters(Path.cwd(), _BY_DEFAULT, [suite], halves.variants) as handed:
        run = measure(
            asked,
            agent,
            suite=suite,
            settings=settings,
            variants=handed.of_suites[suite],
            judge=judge,
            rubrics=rubrics,
            order=Order(order),
        )
    suites = suite_digests(run.header)
    if reference is not None:
        require_same_suites(reference, suites)
    whole = trials_by_case(run, WITH)
    contributions = tuple(
        Contribution(
            skills=half.lacks,
            without=half.variant.name,
            contrast=contrast(
                case_sides(trials_by_case(run, half.variant.name), whole, solved_score=settings.solved_score)
            ),
        )
        for half in halves.without
    )
    rate = contributions[0].contrast.candidate
    held = regression(rate, reference, threshold=allowed)
    return Paired(
        run=run,
        suites=suites,
        rate=rate,
        contributions=contributions,
        regression=held,
        decision=decide([one.contrast for one in contributions], held),
    )


def trend(evidence: Evidence) -> trends.Trend | None:
    """Whether what a skill is measured with rises or falls over the runs that asked the same as the newest.

    None with fewer than three, or when all are equal. Raises UsageError without scipy.
    """
    return trends.trend([finding.pass_rate for finding in evidence.comparable])
