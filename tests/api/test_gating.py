import datetime as dt
import random
from collections.abc import Callable

import pytest

import goldgate
from goldgate.model.case import CaseView
from goldgate.model.settings import GateSettings
from goldgate.model.variant import Selector, SelectorKind, VariantSettings

pytest.importorskip("scipy")

TODAY = dt.date(2026, 11, 30)
CASES = tuple(
    goldgate.Case(
        id=name, request=name, expect=goldgate.Expectation(answer=goldgate.ExpectedAnswer(contains=("30 days",)))
    )
    for name in "abcdefgh"
)
Agent = Callable[[CaseView, goldgate.Context], str]


def clerk(day: int, attention: float, *, forgotten: str = "") -> Agent:
    """Answers most letters most of the time, and forgotten ones never; each day has luck of its own."""

    def agent(case: CaseView, context: goldgate.Context) -> str:
        luck = (random.random() + day / 7) % 1  # noqa: S311 - dice
        answered = case.id not in forgotten and (case.id == "a" or luck < attention)
        return "within 30 days" if answered else "no idea"

    return agent


def measured(agent: Agent) -> goldgate.Run:
    settings = goldgate.Settings(sampled=True, gate=GateSettings(trials=5))
    return goldgate.run(CASES, agent, suite="letters", settings=settings)


@pytest.fixture(scope="module")
def baselines() -> dict[str, goldgate.Baseline]:
    (promotion,) = goldgate.promote(measured(clerk(1, 0.8)), {}, today=TODAY)
    return {"letters": promotion.baseline()}


def test_a_sampled_run_is_accepted_in_counts(baselines: dict[str, goldgate.Baseline]) -> None:
    counts = [line.trials for line in baselines["letters"].lines]
    assert [one.total for one in counts if one is not None] == [5] * 8
    assert len({str(one) for one in counts}) > 1


def test_noise_leaves_the_gate_open_and_counts_alone(baselines: dict[str, goldgate.Baseline]) -> None:
    run = measured(clerk(2, 0.8))
    comparison = goldgate.compare(run, baselines, today=TODAY)
    assert comparison.sampled["letters"].fell != ()
    assert goldgate.decide(comparison).open
    (promotion,) = goldgate.promote(run, baselines, today=TODAY)
    assert promotion.writes == ()


def test_a_break_closes_it(baselines: dict[str, goldgate.Baseline]) -> None:
    run = measured(clerk(2, 0.8, forgotten="a"))
    comparison = goldgate.compare(run, baselines, today=TODAY)
    assert goldgate.decide(comparison).reasons == ("1 regression",)
    (promotion,) = goldgate.promote(run, baselines, today=TODAY, request=goldgate.UpdateRequest(recount=True))
    assert [refusal.id for refusal in promotion.refused] == ["a"]


def test_a_drop_closes_it_unless_alpha_asks_for_more(baselines: dict[str, goldgate.Baseline]) -> None:
    run = measured(clerk(2, 0.3))
    assert not goldgate.decide(goldgate.compare(run, baselines, today=TODAY)).open
    assert goldgate.decide(goldgate.compare(run, baselines, today=TODAY, alpha=1e-9)).open


def test_each_variant_is_held_against_baselines_of_its_own_and_may_be_sampled_alone() -> None:
    def agent(case: CaseView, context: goldgate.Context) -> str:
        return clerk(1, 0.8)(case, context) if context.variant == "warm" else f"within 30 days, {context.variant}"

    warm = VariantSettings(selector=Selector(kind=SelectorKind.NONE), sampled=True)
    settings = goldgate.Settings(variants={"warm": warm}, gate=GateSettings(trials=5))
    variants = {"default": None, "warm": None}
    run = goldgate.run(CASES, agent, suite="letters", settings=settings, variants=variants)

    (plain,) = goldgate.promote(run, {}, today=TODAY)
    (counted,) = goldgate.promote(run, {}, today=TODAY, variant="warm")
    assert [line.trials for line in plain.baseline().lines] == [None] * 8
    assert [line.trials and line.trials.total for line in counted.baseline().lines] == [5] * 8

    comparison = goldgate.compare(run, {"letters": counted.baseline()}, today=TODAY, variant="warm")
    assert (comparison.variant, [*comparison.sampled], comparison.ran) == ("warm", ["letters"], 8)
    assert goldgate.compare(run, {"letters": plain.baseline()}, today=TODAY).sampled == {}
    with pytest.raises(goldgate.GoldgateError, match="the outcome settings of variant 'warm' of suite 'letters' are"):
        goldgate.compare(run, {"letters": plain.baseline()}, today=TODAY, variant="warm")
