"""Does an adapter, a skill or another model help? As somebody asks it in Python."""

import datetime as dt
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

import attrs
import pytest

import goldgate
from goldgate.store.evidence import add_finding

if TYPE_CHECKING:
    from tests.conftest import Commit, Git

TODAY = dt.date(2026, 11, 30)
LETTERS = tuple(
    goldgate.Case(
        id=name,
        request=f"{name} by Friday",
        expect=goldgate.Expectation(answer=goldgate.ExpectedAnswer(contains=("Friday",))),
    )
    for name in ("appeal", "invoice", "permit", "refund", "report")
)


def clerk(case: goldgate.CaseView, context: goldgate.Context) -> str:
    """Names the deadline where a skill, or the adapter, says so."""
    folders = [skill.folder for skill in context.skills] + ([] if context.adapter is None else [context.adapter])
    told = "".join((folder / "SKILL.md").read_text() for folder in folders)
    return str(case.request) if "deadline" in told else "read"


def skill(folder: Path, name: str, text: str) -> Path:
    (folder / name).mkdir(parents=True)
    (folder / name / "SKILL.md").write_text(text)
    return folder / name


def solving(*ids: str) -> Callable[[goldgate.CaseView, goldgate.Context], str]:
    return lambda case, context: str(case.request) if case.id in ids else "read"


def test_the_trials_of_a_run_are_counted_by_variant() -> None:
    answers = {"none": iter(["", "", "", ""]), "with": iter(["Friday", "", "Friday", "Friday"])}
    run = goldgate.run(
        LETTERS[:1],
        lambda case, context: next(answers[context.variant]),
        settings=goldgate.Settings(trials=4),
        variants={"none": None, "with": None},
    )

    summary = goldgate.summarise(run, today=TODAY)

    assert {name: (of.passed, of.solved_once) for name, of in summary.variants.items()} == {
        "none": (0, 0),
        "with": (3, 1),
    }
    assert {k: rate.value for k, rate in summary.variants["with"].pass_hat_k.items()} == {
        1: 0.75,
        2: 0.5,
        3: 0.25,
        4: 0,
    }


def test_known_failures_are_counted_until_they_expire() -> None:
    known = goldgate.KnownFailure(reason="no hints yet", issue="#1", expires=TODAY)
    run = goldgate.run([attrs.evolve(LETTERS[0], known_failure=known)], solving())

    days = [goldgate.summarise(run, today=TODAY + dt.timedelta(days=later)) for later in (0, 1)]

    assert [summary.overall.known for summary in days] == [1, 0]


@pytest.fixture
def repository(tmp_path: Path, git: "Git", commit: "Commit") -> Path:
    """An adapter with two versions in git."""
    folder = tmp_path / "triage"
    folder.mkdir()
    git(folder, "init", "-q")
    commit(folder, "be kind")
    commit(folder, "name the deadline")
    return folder


def test_versions_of_an_adapter_are_measured_and_taken_away(repository: Path) -> None:
    with goldgate.adapters(repository, "none", "root", "final") as variants:
        taken_out = variants["root"].folder
        run = goldgate.run(LETTERS, clerk, variants=variants)

    assert taken_out is not None
    assert not taken_out.exists()
    rates = {name: of.pass_rate for name, of in goldgate.summarise(run, today=TODAY).variants.items()}
    assert rates == {"none": 0, "root": 0, "final": 1}
    told = run.header.suites["suite"].variants
    assert {name: (one.selector, one.commit is None, one.folder) for name, one in told.items()} == {
        "none": ("none", True, None),
        "root": ("root", False, None),
        "final": ("final", False, None),
    }
    better = goldgate.compare_runs(run, run, variants=("root", "final"))
    assert (better.delta.value, better.is_better, goldgate.decide(better).open) == (Fraction(1), True, True)


def test_what_is_no_version_of_an_adapter_is_refused(tmp_path: Path) -> None:
    with (
        pytest.raises(goldgate.GoldgateError, match="unknown variant 'rot', did you mean 'root'"),
        goldgate.adapters(tmp_path, "rot"),
    ):
        pass
    with pytest.raises(goldgate.GoldgateError, match="git:v1"), goldgate.adapters(tmp_path, "git:v1"):
        pass


def test_an_adapter_that_was_changed_while_it_was_measured_has_no_judgement(tmp_path: Path) -> None:
    def meddling(case: goldgate.CaseView, context: goldgate.Context) -> str:
        if context.adapter is not None:
            (context.adapter / "SKILL.md").write_text("name the deadline, please")
        return "Friday"

    folder = skill(tmp_path, "triage", "name the deadline")
    with goldgate.adapters(folder, "none", "default") as variants:
        default, none = goldgate.run(LETTERS[:1], meddling, variants=variants).results

    assert none.verdict is goldgate.Verdict.PASS
    assert (default.verdict, default.fault and default.fault.code) == (goldgate.Verdict.ERROR, "ADAPTER_CHANGED")


def test_two_runs_stand_side_by_side() -> None:
    before, after = goldgate.run(LETTERS, solving("appeal")), goldgate.run(LETTERS, solving("permit", "refund"))

    found = goldgate.compare_runs(before, after)

    assert (found.reference.value, found.candidate.value) == (Fraction(1, 5), Fraction(2, 5))
    assert (found.pairs.wins, found.pairs.ties, found.pairs.losses) == (2, 2, 1)
    assert goldgate.decide(found).open
    bound = goldgate.decide(goldgate.compare_runs(before, after, margin=Fraction(1, 10)))
    assert (bound.exit_code, bound.reasons) == (1, ("not shown to be within the margin of 10 points",))


def test_what_is_significantly_worse_closes_the_gate() -> None:
    before, after = goldgate.run(LETTERS, solving(*(case.id for case in LETTERS))), goldgate.run(LETTERS, solving())

    decision = goldgate.decide(goldgate.compare_runs(before, after))

    assert (decision.exit_code, decision.reasons) == (1, ("significantly worse, p = 0.0312",))


def test_runs_that_were_asked_something_else_or_lack_the_variant_are_refused() -> None:
    run = goldgate.run(LETTERS, solving())
    others = goldgate.run(LETTERS[1:], solving())
    two = goldgate.run(LETTERS, solving(), variants={"a": None, "b": None})

    with pytest.raises(goldgate.GoldgateError, match="were not asked the same"):
        goldgate.compare_runs(run, others)
    with pytest.raises(goldgate.GoldgateError, match=r"has the variants a, b; say which: variants=\('a', …\)"):
        goldgate.compare_runs(run, two)
    with pytest.raises(goldgate.GoldgateError, match="has no variant 'c'; it has 'a', 'b'"):
        goldgate.compare_runs(run, two, variants=("default", "c"))


def test_a_skill_is_handed_without_its_evals(tmp_path: Path) -> None:
    deadlines = skill(tmp_path, "deadlines", "name the deadline")
    (deadlines / "evals").mkdir()
    (deadlines / "evals" / "evals.json").write_text("name the deadline")
    seen: list[list[str]] = []

    def looks(case: goldgate.CaseView, context: goldgate.Context) -> str:
        seen.extend(sorted(path.name for path in one.folder.rglob("*")) for one in context.skills)
        return clerk(case, context)

    paired = goldgate.pair(LETTERS, looks, linked=[deadlines])

    assert (seen, paired.contributions[0].contrast.delta.value) == ([["SKILL.md"]] * len(LETTERS), Fraction(1))


def test_a_paired_run_says_what_skills_contribute_together(tmp_path: Path) -> None:
    linked = [skill(tmp_path, "deadlines", "name the deadline"), skill(tmp_path, "tone", "be kind")]

    paired = goldgate.pair(LETTERS, clerk, linked=linked, settings=goldgate.Settings(trials=2))

    (joint,) = paired.contributions
    assert (joint.skills, joint.without, joint.contrast.delta.value) == (("deadlines", "tone"), "without", Fraction(1))
    assert (paired.rate.value, paired.regression.status) == (Fraction(1), goldgate.RegressionStatus.NOT_APPLICABLE)
    assert (paired.decision.exit_code, len(paired.run.results)) == (0, 20)
    assert paired.run.header.suites["suite"].variants["without"].skills == ()


def test_a_paired_run_says_what_each_skill_contributes(tmp_path: Path) -> None:
    linked = [skill(tmp_path, "deadlines", "name the deadline"), skill(tmp_path, "tone", "be kind")]

    paired = goldgate.pair(
        LETTERS, clerk, linked=linked, mode=goldgate.PairMode.PER_SKILL, order=goldgate.Order.SEQUENTIAL
    )

    assert {one.skills: one.contrast.delta.value for one in paired.contributions} == {("deadlines",): 1, ("tone",): 0}


def test_the_half_with_is_held_against_a_reference(tmp_path: Path) -> None:
    deadlines = skill(tmp_path, "deadlines", "name the deadline")
    paired = goldgate.pair(LETTERS, clerk, linked=[deadlines])
    reference = goldgate.Reference(source="last month", suites=paired.suites, rate=Fraction(1))
    (deadlines / "SKILL.md").write_text("be brief")

    closed = goldgate.pair(LETTERS, clerk, linked=[deadlines], reference=reference)

    assert (closed.decision.exit_code, closed.decision.reasons) == (
        1,
        ("the half with fell by more than 10 points below the reference",),
    )
    with pytest.raises(goldgate.GoldgateError, match="the reference last month was not asked the same"):
        goldgate.pair(LETTERS[1:], clerk, linked=[deadlines], reference=reference)


def test_a_paired_run_with_errors_has_no_judgement(tmp_path: Path) -> None:
    deadlines = skill(tmp_path, "deadlines", "name the deadline")
    nowhere = attrs.evolve(LETTERS[0], world=goldgate.World(files={"long" * 100: goldgate.WorldFile(content=b"")}))

    paired = goldgate.pair([nowhere], clerk, linked=[deadlines])

    assert (paired.decision.exit_code, paired.decision.reasons) == (2, ("1 of 1 cases have a trial in ERROR",))


def test_a_paired_run_needs_a_skill() -> None:
    with pytest.raises(goldgate.GoldgateError, match="a paired run needs a linked skill"):
        goldgate.pair(LETTERS, clerk, linked=[])


@pytest.mark.parametrize("threshold", [Fraction(10), Fraction(-1, 10), 1.5, float("nan")])
def test_a_threshold_is_a_difference_of_rates_and_no_number_of_points(
    tmp_path: Path, threshold: Fraction | float
) -> None:
    """Ten as a difference of rates would leave the gate open whatever happens."""
    called: list[str] = []
    with pytest.raises(goldgate.GoldgateError, match="threshold is a difference of rates from 0 and up to 1, got"):
        goldgate.pair(
            LETTERS,
            lambda case: called.append(case.id),
            linked=[skill(tmp_path, "tone", "be kind")],
            threshold=threshold,
        )
    assert called == []


def test_a_threshold_is_as_it_is_spelled(tmp_path: Path) -> None:
    """As a double, 0.3 is a little less than three tenths, and a fall of just that would close the gate."""
    paired = goldgate.pair(LETTERS, clerk, linked=[skill(tmp_path, "tone", "be kind")], threshold=0.3)
    assert paired.regression.threshold == Fraction(3, 10)


def test_paths_and_words_may_be_texts(tmp_path: Path) -> None:
    """A mode that is a text is no other mode, whatever it is compared with."""
    linked = [str(skill(tmp_path, "deadlines", "name the deadline")), str(skill(tmp_path, "tone", "be kind"))]
    joint = goldgate.pair(LETTERS, clerk, linked=linked, mode="joint", order="sequential")  # type: ignore[arg-type]
    assert joint.run.header.variants == ("with", "without")
    with goldgate.adapters(str(tmp_path / "deadlines"), "default") as variants:
        assert variants["default"].folder == tmp_path / "deadlines"


def test_of_no_case_nothing_is_said(tmp_path: Path) -> None:
    nothing = goldgate.run([], clerk)
    with pytest.raises(goldgate.GoldgateError, match="there are no cases"):
        goldgate.pair([], clerk, linked=[skill(tmp_path, "tone", "be kind")])
    with pytest.raises(goldgate.GoldgateError, match="there are no cases"):
        goldgate.compare_runs(nothing, nothing)


def test_a_margin_is_a_difference_of_rates_above_0() -> None:
    run = goldgate.run(LETTERS, clerk)
    with pytest.raises(goldgate.GoldgateError, match="margin is a difference of rates above 0 and up to 1, got 0"):
        goldgate.compare_runs(run, run, margin=Fraction(0))


def finding(run: str, rate: Fraction) -> goldgate.Finding:
    return goldgate.Finding(
        run=run,
        finished_at="2026-11-30T12:00:00+00:00",
        mode=goldgate.PairMode.JOINT,
        linked=("tone",),
        suites={"letters": "asked"},
        skill_digest="d",
        cases=10,
        pass_rate=rate,
        rate_without=Fraction(1, 10),
    )


def test_the_evidence_on_a_skill_has_a_trend(tmp_path: Path) -> None:
    for tenths in range(1, 6):
        add_finding(tmp_path, "tone", finding(f"run-{tenths}", Fraction(tenths, 10)))

    evidence = goldgate.read_evidence(tmp_path, "tone")
    trend = goldgate.trend(evidence)

    assert (evidence.newest.run, evidence.newest.delta) == ("run-5", Fraction(2, 5))
    assert trend is not None
    assert (round(trend.tau, 9), trend.direction) == (1, goldgate.Direction.RISING)
    with pytest.raises(goldgate.GoldgateError, match="there is no evidence on 'ton'; there is some on 'tone'"):
        goldgate.read_evidence(tmp_path, "ton")
