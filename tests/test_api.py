"""The gate from Python, as somebody uses it in a test of their own agent."""

import datetime as dt
from pathlib import Path

import attrs
import pytest

import goldgate

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
