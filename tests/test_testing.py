import datetime as dt
import json
import runpy
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import pytest

import goldgate
from goldgate.errors import BadTrace, MissingBaseline, UsageError
from goldgate.testing import NoJudgement, answer, assert_gate_open, assert_golden, call, run_suite

TODAY: Final = dt.date(2026, 11, 30)
DESK: Final = """
from goldgate.testing import ScriptedAgent, answer, call

agent = ScriptedAgent({
    "order": [call("track", id=7), answer("in Daejeon")],
    "refund": [call("cancel")],
    "free": [answer("hello")],
})
"""
CASES: Final = (
    {
        "id": "order",
        "request": "where is it?",
        "tags": ["daily"],
        "world": {"tools": [{"tool": "track", "returns": "in Daejeon"}]},
        "expect": {"calls": ["track"]},
    },
    {
        "id": "refund",
        "request": "the rules?",
        "world": {"tools": [{"tool": "cancel", "returns": "R-1"}]},
        "expect": {"calls": []},
        "known_failure": {"reason": "a question starts one", "issue": "#7"},
    },
    {"id": "free", "request": "hello"},
)
FOUND: Final = {"steps": [{"tool": "track", "args": {"id": 7}, "observation": "in Daejeon"}], "answer": "in Daejeon"}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project with two passing cases and a known failure, and its baseline."""
    write(tmp_path, "goldgate.toml", 'agent = "desk:agent"\n')
    write(tmp_path, "desk.py", DESK)
    golden(tmp_path, *CASES)
    agent = runpy.run_path(str(tmp_path / "desk.py"))["agent"]
    run = goldgate.run(goldgate.read_golden(tmp_path / "golden/desk.jsonl"), agent, suite="desk")
    (promotion,) = goldgate.promote(run, {}, today=TODAY)
    write(tmp_path, "baselines/desk.jsonl", goldgate.write_baseline(promotion.baseline()).decode())
    return tmp_path


def write(root: Path, name: str, text: str) -> None:
    (root / name).parent.mkdir(exist_ok=True)
    (root / name).write_text(text)


def golden(root: Path, *cases: Mapping[str, object]) -> None:
    write(root, "golden/desk.jsonl", "".join(f"{json.dumps(case)}\n" for case in cases))


def edit(root: Path, name: str, old: str, new: str) -> None:
    text = (root / name).read_text()
    assert old in text
    (root / name).write_text(text.replace(old, new))


def test_a_suite_is_run_as_check_runs_it_and_no_run_stays(project: Path) -> None:
    run = run_suite("desk", folder=project, today=TODAY)

    assert run.report.splitlines() == [
        "3 expected, 3 run, 3 compared, 0 errored",
        "ok 2, known 1",
        "known 1, expiring 0",
        "gate open  (exit 0, 2026-11-30)",
        "next: nothing to do",
    ]
    assert run.open
    assert not (project / ".goldgate").exists()
    assert_gate_open(run)


def test_cases_tags_and_keywords_narrow_a_run(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(project)

    runs = [run_suite(cases=["order"]), run_suite(tags=["daily"]), run_suite(keyword="not free and not refund")]

    assert [(run.comparison.expected, run.comparison.not_selected) for run in runs] == [(1, 2)] * 3


def test_a_closed_gate_fails_with_the_report(project: Path) -> None:
    edit(project, "desk.py", 'call("track", id=7)', 'call("trace", id=7)')

    run = run_suite(folder=project, cases=["desk::order"], today=TODAY)

    with pytest.raises(AssertionError) as failed:
        assert_gate_open(run)
    assert str(failed.value).splitlines()[:4] == [
        "gate closed",
        "WORSE regression  desk::order  no longer what was accepted as passing [GG101]",
        '       calls: expected call 1 track, got trace {"id":7}',
        '       step_errors: step 1 trace {"id":7} failed with NO_STUB, which was not expected',
    ]
    assert str(failed.value).endswith("next: goldgate check --case desk::order")


def test_a_case_that_nobody_can_judge_is_told_apart_from_a_closed_gate(project: Path) -> None:
    edit(
        project,
        "desk.py",
        "agent = ScriptedAgent",
        "def agent(case, context):\n    return context.model(1)\n\nother = dict",
    )

    run = run_suite(folder=project, cases=["order"])

    with pytest.raises(NoJudgement, match="no judgement\nERROR error  desk::order"):
        assert_gate_open(run)
    assert not issubclass(NoJudgement, AssertionError)


def test_what_the_command_refuses_is_raised(project: Path) -> None:
    (project / "baselines/desk.jsonl").unlink()

    with pytest.raises(MissingBaseline):
        run_suite(folder=project)


def test_ctrl_c_ends_the_tests_also_where_a_call_comes_to_its_end_first(project: Path) -> None:
    pressing = """
import os
import signal


def agent(case, context):
    context.usage(cost_usd=0.01)
    os.kill(os.getppid(), signal.SIGINT)
"""
    write(project, "desk.py", pressing)
    write(project, "goldgate.toml", 'agent = "desk:agent"\nmetered = ["usd"]\n[limits]\nusd = 10\n')

    with pytest.raises(KeyboardInterrupt):
        run_suite(folder=project)


def test_a_trace_at_hand_is_judged_and_compared(project: Path) -> None:
    assert_golden(FOUND, case="desk::order", folder=project)
    assert_golden(goldgate.Trace(answer="hello"), case="free", folder=project)
    assert_golden(
        {"steps": [{"tool": "cancel", "observation": "R-1"}]}, case="refund", folder=project
    )  # as it is known to fail


def test_a_trace_that_does_something_else_fails_as_a_case_would(project: Path) -> None:
    with pytest.raises(AssertionError) as failed:
        assert_golden({"answer": "no idea"}, case="order", folder=project)

    assert str(failed.value).splitlines() == [
        "desk::order",
        "regression: no longer what was accepted as passing [GG101]",
        "  calls: expected call 1 track, got no call",
        '  first difference: step 1 removed: {"args":{"id":7},"observation":"in Daejeon","tool":"track"}',
        "next: goldgate check --case desk::order",
    ]


def test_a_trace_of_another_outcome_is_stale_where_it_passes(project: Path) -> None:
    another = {**FOUND, "answer": "in Seoul"}

    with pytest.raises(AssertionError, match="drifted: passes, with another outcome"):
        assert_golden(another, case="order", folder=project)
    write(project, "goldgate.toml", '[gate]\nstale = "warn"\n')
    assert_golden(another, case="order", folder=project)


def test_without_expectations_every_other_outcome_is_a_regression(project: Path) -> None:
    with pytest.raises(AssertionError, match="regression: no longer what was accepted"):
        assert_golden({"answer": "bye"}, case="free", folder=project)


def test_a_trace_alone_meets_no_rubric(project: Path) -> None:
    golden(project, {**CASES[0], "expect": {"rubric": {"name": "tone"}}}, *CASES[1:])

    with pytest.raises(NoJudgement):
        assert_golden(FOUND, case="order", folder=project)


@pytest.mark.parametrize(
    ("trace", "case", "error", "message"),
    [
        (FOUND, "ordre", UsageError, "unknown case 'ordre', did you mean 'order'?"),
        ({"stepps": []}, "order", BadTrace, "did you mean 'steps'?"),
    ],
)
def test_what_is_no_case_and_what_is_no_trace_is_refused(
    trace: Mapping[str, object], case: str, error: type[Exception], message: str, project: Path
) -> None:
    with pytest.raises(error) as refused:
        assert_golden(trace, case=case, folder=project)
    assert message in str(refused.value)


def test_a_trace_says_nothing_of_a_sampled_suite(project: Path) -> None:
    write(project, "goldgate.toml", "sampled = true\n")

    with pytest.raises(UsageError, match="suite 'desk' is sampled"):
        assert_golden(FOUND, case="order", folder=project)


def test_scripts_are_made_of_calls_and_answers() -> None:
    assert (call("track", id=7).args, answer("here").value) == ({"id": 7}, "here")
