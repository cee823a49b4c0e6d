"""The gate from Python, as somebody uses it in a test of their own agent."""

import datetime as dt
from decimal import Decimal
from pathlib import Path
from typing import Any

import attrs
import pytest

import goldgate
from goldgate.errors import UsageError
from goldgate.model.settings import JudgeSettings

TODAY = dt.date(2026, 11, 30)
FIND = goldgate.Case(
    id="find",
    request="find notes",
    world=goldgate.World(tools=(goldgate.Stub(tool="file_search", returns=["notes.md"]),)),
    expect=goldgate.Expectation(calls=(goldgate.ExpectedStep(name="file_search"),)),
)
READ = goldgate.Case(
    id="read",
    request="read notes",
    world=goldgate.World(tools=(goldgate.Stub(tool="file_read", returns="text"),)),
    expect=goldgate.Expectation(calls=(goldgate.ExpectedStep(name="file_read"),)),
)


def agent(case: goldgate.CaseView, context: goldgate.Context) -> str:
    tool = "file_search" if "find" in str(case.request) else "file_read"
    return str(context.tools.call(tool, {"words": str(case.request)}))


def reader(case: goldgate.CaseView, context: goldgate.Context) -> str:
    return str(context.tools.call("file_read", {"words": str(case.request)}))


def accepted(run: goldgate.Run) -> dict[str, goldgate.Baseline]:
    return {promotion.suite: promotion.baseline() for promotion in goldgate.promote(run, {}, today=TODAY)}


def test_a_run_has_a_verdict_for_each_case() -> None:
    run = goldgate.run([FIND, READ], agent)

    assert [(result.id, result.verdict) for result in run.results] == [
        ("find", goldgate.Verdict.PASS),
        ("read", goldgate.Verdict.PASS),
    ]


def test_cases_that_share_an_id_are_refused() -> None:
    """One would take the place of the other, and its failure with it."""
    with pytest.raises(goldgate.GoldgateError, match="several cases have the id 'find'"):
        goldgate.run([FIND, READ, FIND], agent)


def test_a_regression_is_accepted_on_request() -> None:
    known = goldgate.KnownFailure(reason="the hints changed", issue="https://example.org/issues/1")
    baselines = accepted(goldgate.run([FIND], agent))
    marked = goldgate.run([attrs.evolve(FIND, known_failure=known)], reader)
    request = goldgate.UpdateRequest(accept=frozenset({"find"}), reason="until the hints are back")

    (promotion,) = goldgate.promote(marked, baselines, today=TODAY, request=request)

    assert [line.note for line in promotion.baseline().lines] == ["until the hints are back"]


def test_a_run_that_was_accepted_is_open() -> None:
    run = goldgate.run([FIND, READ], agent)

    comparison = goldgate.compare(run, accepted(run), today=TODAY)

    assert goldgate.decide(comparison) == goldgate.Decision(exit_code=goldgate.ExitCode.OPEN)


def test_another_tool_closes_the_gate() -> None:
    before, after = goldgate.run([FIND, READ], agent), goldgate.run([FIND, READ], reader)

    comparison = goldgate.compare(after, accepted(before), today=TODAY)

    assert goldgate.decide(comparison).exit_code is goldgate.ExitCode.CLOSED
    (case,) = comparison.cases
    assert (case.id, case.ruling.case_class) == ("find", goldgate.CaseClass.REGRESSION)


def test_trials_that_differ_make_a_case_unstable() -> None:
    answers = iter("ab")
    run = goldgate.run([goldgate.Case(id="a", request="x", trials=2)], lambda case, context: next(answers))

    assert run.disagree == {"suite": ("a",)}


def test_a_stale_baseline_may_be_let_pass() -> None:
    before, after = goldgate.run([FIND], agent), goldgate.run([FIND, READ], agent)
    comparison = goldgate.compare(after, accepted(before), today=TODAY)

    assert not goldgate.decide(comparison).open
    assert goldgate.decide(comparison, stale=goldgate.Stale.WARN).open


def code_of(caught: pytest.ExceptionInfo[goldgate.GoldgateError]) -> tuple[int, list[str]]:
    """What a command would end with, and the codes that it would print."""
    return int(caught.value.exit_code), [problem.code for problem in caught.value.problems]


def test_a_suite_without_a_baseline_is_refused_as_by_the_command() -> None:
    run = goldgate.run([FIND], agent, suite="files")

    with pytest.raises(goldgate.GoldgateError, match="suite 'files' has no baseline") as caught:
        goldgate.compare(run, {}, today=TODAY)

    assert code_of(caught) == (2, ["GG012"])


def test_outcomes_of_other_settings_are_refused_and_rewritten_whole_or_not_at_all() -> None:
    baselines = accepted(goldgate.run([FIND, READ], agent))
    digests = goldgate.Settings(store=goldgate.Store.DIGEST)
    same, worse = (goldgate.run([FIND, READ], each, settings=digests) for each in (agent, reader))

    with pytest.raises(goldgate.GoldgateError, match="the outcome settings of suite 'suite' are not those") as caught:
        goldgate.compare(same, baselines, today=TODAY)
    (rewritten,), (blocked,) = (goldgate.promote(each, baselines, today=TODAY) for each in (same, worse))

    assert code_of(caught) == (2, ["GG041"])
    assert goldgate.decide(goldgate.compare(same, {"suite": rewritten.baseline()}, today=TODAY)).open
    assert (blocked.blocked, blocked.baseline()) == (True, baselines["suite"])


def test_what_could_not_be_judged_is_no_judgement_and_never_accepted() -> None:
    nowhere = attrs.evolve(FIND, world=goldgate.World(files={"long" * 100: goldgate.WorldFile(content=b"")}))
    broken = goldgate.run([nowhere, READ], agent)
    baselines = accepted(goldgate.run([FIND, READ], agent))

    decision = goldgate.decide(goldgate.compare(broken, baselines, today=TODAY))
    (promotion,) = goldgate.promote(broken, baselines, today=TODAY)

    assert (decision.exit_code, decision.reasons) == (goldgate.ExitCode.NO_JUDGEMENT, ("1 error",))
    assert ([refusal.id for refusal in promotion.refused], promotion.writes) == (["find"], ())


def test_a_case_that_left_no_result_is_no_judgement() -> None:
    run = goldgate.run([FIND, READ], agent)
    half = attrs.evolve(run, results=run.results[:1], proposed={"suite": run.proposed["suite"][:1]})

    comparison = goldgate.compare(half, accepted(run), today=TODAY)

    assert goldgate.decide(comparison).exit_code is goldgate.ExitCode.NO_JUDGEMENT
    assert (comparison.expected, comparison.ran, comparison.cases[0].reasons) == (
        2,
        1,
        ("it has no result: it did not run",),
    )


def test_a_run_of_nothing_is_no_judgement() -> None:
    nothing = goldgate.run([], agent)

    decision = goldgate.decide(goldgate.compare(nothing, accepted(nothing), today=TODAY))

    assert (decision.exit_code, decision.reasons) == (goldgate.ExitCode.NO_JUDGEMENT, ("no case was run",))


def test_trials_that_differ_close_the_gate_and_are_never_accepted() -> None:
    answers = iter("aab")
    cases = [goldgate.Case(id="a", request="x", trials=2)]
    steady = goldgate.run([goldgate.Case(id="a", request="x")], lambda case, context: next(answers))
    unsteady = goldgate.run(cases, lambda case, context: next(answers))

    decision = goldgate.decide(goldgate.compare(unsteady, accepted(steady), today=TODAY))
    (promotion,) = goldgate.promote(unsteady, {}, today=TODAY)

    assert (decision.exit_code, decision.reasons) == (goldgate.ExitCode.CLOSED, ("1 unstable",))
    assert ([refusal.case_class for refusal in promotion.refused], promotion.entries) == (
        [goldgate.CaseClass.UNSTABLE],
        (),
    )


def test_a_baseline_of_other_definitions_is_stale_and_one_of_more_cases_closes_the_gate() -> None:
    baselines = accepted(goldgate.run([FIND, READ], agent))
    edited = goldgate.run([attrs.evolve(FIND, request="find more notes")], agent)

    comparison = goldgate.compare(edited, baselines, today=TODAY)
    (kept,) = goldgate.promote(edited, baselines, today=TODAY)
    (pruned,) = goldgate.promote(edited, baselines, today=TODAY, request=goldgate.UpdateRequest(prune=True))

    assert comparison.counts == {goldgate.CaseClass.REMOVED: 1, goldgate.CaseClass.CASE_EDITED: 1}
    assert not goldgate.decide(comparison, stale=goldgate.Stale.WARN).open
    assert [line.id for line in kept.baseline().lines] == ["find", "read"]
    assert [line.id for line in pruned.baseline().lines] == ["find"]


def test_a_marker_expires_by_the_day_that_is_given() -> None:
    known = goldgate.KnownFailure(reason="the hints changed", issue="#1", expires=TODAY)
    run = goldgate.run([attrs.evolve(FIND, known_failure=known)], reader)
    baselines = accepted(run)

    today, tomorrow = (
        goldgate.decide(goldgate.compare(run, baselines, today=TODAY + dt.timedelta(days=days))) for days in (0, 1)
    )

    assert (today.open, tomorrow.reasons) == (True, ("1 expired",))


def test_baselines_and_golden_files_are_read_and_written(tmp_path: Path) -> None:
    golden = tmp_path / "files.jsonl"
    golden.write_text('{"id": "read", "request": "read notes"}\n', encoding="utf-8")
    baseline = accepted(goldgate.run([READ], agent))["suite"]
    path = tmp_path / "baseline.jsonl"
    path.write_bytes(goldgate.write_baseline(baseline))

    assert goldgate.read_golden(golden) == (goldgate.Case(id="read", request="read notes"),)
    assert goldgate.read_baseline(path) == baseline


def test_a_missing_file_is_told_with_its_place(tmp_path: Path) -> None:
    with pytest.raises(goldgate.GoldgateError, match="can't read: No such file"):
        goldgate.read_golden(tmp_path / "none.jsonl")


def test_files_of_the_world_lie_in_a_folder_that_is_gone_afterwards() -> None:
    seen: list[Path] = []
    world = goldgate.World(files={"notes.md": goldgate.WorldFile(content=b"hello")})

    def look(case: goldgate.CaseView, context: goldgate.Context) -> str:
        seen.append(Path.cwd())
        return Path("notes.md").read_text(encoding="utf-8")

    here = Path.cwd()
    run = goldgate.run([goldgate.Case(id="a", request="x", world=world)], look)

    assert run.results[0].trace.answer == "hello"
    assert (seen[0].exists(), Path.cwd()) == (False, here)


def test_a_trace_at_hand_can_be_judged() -> None:
    trace = goldgate.Trace(steps=(goldgate.Step(name="file_read"),))

    assert goldgate.judge_trace(FIND, trace).verdict is goldgate.Verdict.FAIL


RUBRIC = goldgate.Rubric(
    layout=goldgate.Layout.DIMENSIONS,
    criteria=(
        goldgate.Criterion(name="clarity", weight=Decimal("0.4")),
        goldgate.Criterion(name="tone", weight=Decimal("0.6")),
    ),
)


def scores(clarity: object, tone: object) -> list[dict[str, object]]:
    return [
        {"case_id": "a", "trial": 1, "condition": name, "score": score}
        for name, score in (("clarity", clarity), ("tone", tone))
    ]


def test_scores_are_weighed_by_a_rubric() -> None:
    summary = goldgate.score(scores(80, 65), RUBRIC)

    assert summary.cases[0].weighted_score == Decimal(71)
    assert summary.release_gate_passed
    assert not goldgate.score(scores(80, 65), RUBRIC, gate=Decimal(75)).release_gate_passed


def test_floats_are_the_numbers_that_they_are_spelled_as() -> None:
    rubric = attrs.evolve(RUBRIC, scale=goldgate.Scale(whole=False))

    assert goldgate.score(scores(0.1, 0.2), rubric).cases[0].weighted_score == Decimal("0.16")


def test_a_rubric_is_read_from_its_file(tmp_path: Path) -> None:
    path = tmp_path / "rubric.toml"
    path.write_bytes(b'layout = "dimensions"\r\n[criteria]\r\nclarity = 0.4\r\ntone = 0.6\r\n')

    assert goldgate.read_rubric(path) == RUBRIC


def test_bad_rows_are_told_with_their_numbers() -> None:
    with pytest.raises(goldgate.GoldgateError) as caught:
        goldgate.score([*scores(80, float("nan")), {"case_id": "a"}, {1: 2}, 3], RUBRIC)  # type: ignore[list-item, dict-item]

    assert [(problem.line, problem.pointer) for problem in caught.value.problems] == [
        (2, "$.score"),
        (3, "$"),
        (3, "$"),
        (3, "$"),
        *[(4, "$")] * 5,
        (5, "$"),
    ]


def test_a_rubric_that_contradicts_itself_is_refused() -> None:
    half = attrs.evolve(RUBRIC, criteria=RUBRIC.criteria[:1])

    with pytest.raises(goldgate.GoldgateError, match=r"rubric\.criteria: expected weights that add up to 1"):
        goldgate.score([], half)


def test_variants_are_measured_side_by_side(tmp_path: Path) -> None:
    def skilled(_case: goldgate.CaseView, context: goldgate.Context) -> str:
        return f"{context.variant} {context.adapter}"

    variants = {"none": None, "skill": tmp_path}
    run = goldgate.run([FIND], skilled, settings=goldgate.Settings(trials=2), variants=variants)

    assert [(one.variant, one.trial, one.trace.answer) for one in run.results] == [
        ("none", 1, "none None"),
        ("none", 2, "none None"),
        ("skill", 1, "skill adapter"),
        ("skill", 2, "skill adapter"),
    ]
    assert {name: [line.outcome.answer for line in lines] for name, lines in run.proposed.items()} == {
        "suite": [],
        "suite@none": ["none None"],
        "suite@skill": ["skill adapter"],
    }
    with pytest.raises(goldgate.GoldgateError, match="and not default, of which the baselines are held against it"):
        goldgate.compare(run, {}, today=TODAY)


def test_the_cases_of_a_stream_come_in_their_order_and_results_in_that_of_the_plan() -> None:
    def counting(_case: goldgate.CaseView, context: goldgate.Context) -> str:
        context.state = 1 if context.state is None else context.state + 1  # type: ignore[operator]  # a number
        return str(context.state)

    cases = [attrs.evolve(case, stream="s", world=goldgate.World()) for case in (READ, FIND)]
    run = goldgate.run(cases, counting)
    assert [(one.id, one.trace.answer) for one in run.results] == [("find", "2"), ("read", "1")]


BREVITY = goldgate.Rubric(
    layout=goldgate.Layout.DIMENSIONS, criteria=(goldgate.Criterion(name="brevity", weight=Decimal(1)),)
)


def brief(question: Any) -> object:  # noqa: ANN401 - the document of a question
    """A judge that likes short answers, whoever gives them."""
    scores = {letter: 100 - len(one["answer"]) for letter, one in question["conditions"].items()}
    return {"conditions": {letter: {"scores": {"brevity": score}} for letter, score in scores.items()}}


def expecting(rubric: str = "brief") -> goldgate.Case:
    expect = goldgate.Expectation(rubric=goldgate.ExpectedRubric(name=rubric))
    return goldgate.Case(id="a", request="x" * 40, expect=expect)


def test_cases_that_expect_a_rubric_are_judged_by_a_function() -> None:
    run = goldgate.run(
        [expecting()],
        lambda case, context: case.request if context.adapter else "short",
        variants={"default": None, "with": Path()},
        judge=brief,
        rubrics={"brief": BREVITY},
    )
    assert [(result.variant, result.verdict, result.scores and result.scores.weighted) for result in run.results] == [
        ("default", goldgate.Verdict.PASS, Decimal(95)),
        ("with", goldgate.Verdict.FAIL, Decimal(60)),
    ]
    (line,) = run.proposed["suite"]
    assert line.verdict is goldgate.Verdict.PASS
    judge = run.header.suites["suite"].judge
    assert judge is not None
    assert judge.name.endswith("test_running:brief")


def test_without_a_judge_such_cases_have_no_judgement() -> None:
    (result,) = goldgate.run([expecting()], lambda case: "short").results
    assert (result.verdict, result.fault and result.fault.code) == (goldgate.Verdict.ERROR, "NOT_JUDGED")


def test_a_judge_that_fails_is_asked_as_often_as_the_settings_say() -> None:
    asked = []

    def failing(question: object) -> object:
        asked.append(question)
        raise ValueError("no idea")

    settings = goldgate.Settings(judge=JudgeSettings(retries=1))
    (result,) = goldgate.run(
        [expecting()], lambda case: "short", settings=settings, judge=failing, rubrics={"brief": BREVITY}
    ).results
    assert (len(asked), result.fault and result.fault.code) == (2, "JUDGE_FAILED")


def test_rubrics_that_are_not_given_or_compare_are_refused() -> None:
    arms = attrs.evolve(BREVITY, layout=goldgate.Layout.ARMS)
    for rubrics, said in (({"brif": BREVITY}, "did you mean 'brif'"), ({"brief": arms}, "a rubric of arms compares")):
        with pytest.raises(UsageError, match=said):
            goldgate.run([expecting()], lambda case: "short", judge=brief, rubrics=rubrics)


def test_a_judge_without_such_cases_is_not_asked() -> None:
    (result,) = goldgate.run([goldgate.Case(id="a", request="x")], lambda case: "short", judge=brief).results
    assert (result.verdict, result.scores) == (goldgate.Verdict.PASS, None)
