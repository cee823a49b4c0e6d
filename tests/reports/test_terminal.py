import datetime as dt
from collections.abc import Callable

import attrs

from goldgate.gate.decide import decide, decide_run
from goldgate.model.comparison import CaseComparison, Comparison, Decision, Divergence, Facts, Marker
from goldgate.model.detail import Detail
from goldgate.model.judgement import Fault, Verdict
from goldgate.model.known_failure import KnownFailure
from goldgate.model.result import Result
from goldgate.model.settings import Stale
from goldgate.reports.line import plain_text
from goldgate.reports.summarise import summarise
from goldgate.reports.terminal import MOST_CASES, comparison_lines, divergence_text, known_line, run_lines

Compared = Callable[..., CaseComparison]
Comparing = Callable[..., Comparison]
Make = Callable[..., Result]

OTHER_TOOL = Divergence(kind="changed", pointer="/tool", step=0, expected="file_search", actual="file_read")
MARKER = KnownFailure(reason="the hint pulls", issue="https://example.org/1")
KNOWN = Facts(
    baseline=Verdict.FAIL,
    current=Verdict.FAIL,
    marker=Marker.LIVE,
    same_failure=True,
    same_definition=True,
    same_outcome=True,
)
NEW = Facts(current=Verdict.PASS)
ERRORED = Facts(current=Verdict.ERROR)


def report(comparison: Comparison, *, stale: Stale = Stale.FAIL, every: bool = False, expiring: int = 0) -> str:
    decision = decide(comparison, stale=stale)
    return plain_text(comparison_lines(comparison, decision, expiring=expiring, every=every))


def test_an_open_gate_is_told_in_five_lines(comparison: Comparing) -> None:
    assert report(comparison(ok=3)) == (
        "3 expected, 3 run, 3 compared, 0 errored\n"
        "ok 3\n"
        "known 0, expiring 0\n"
        "gate open  (exit 0, 2026-11-30)\n"
        "next: nothing to do\n"
    )


def test_a_regression_says_what_was_expected_what_came_and_where(compared: Compared, comparison: Comparing) -> None:
    case = compared("a", divergence=OTHER_TOOL, reasons=("calls: expected file_search, got file_read",), masked=True)

    assert report(comparison(case, ok=1)) == (
        "WORSE regression  files::a  no longer what was accepted as passing [GG101]\n"
        "       calls: expected file_search, got file_read\n"
        "       masked: the agent says success, its steps say otherwise\n"
        '       first difference: step 1 /tool: "file_search" → "file_read"\n'
        "\n"
        "2 expected, 2 run, 2 compared, 0 errored\n"
        "ok 1, regression 1\n"
        "known 0, expiring 0\n"
        "gate closed: 1 regression  (exit 1, 2026-11-30)\n"
        "next: goldgate show files::a\n"
    )


def test_the_same_change_in_many_cases_is_told_once(compared: Compared, comparison: Comparing) -> None:
    cases = [compared(f"case-{number}", divergence=OTHER_TOOL) for number in range(41)]

    lines = report(comparison(*cases)).splitlines()

    assert lines[0] == "WORSE regression: file_search → file_read in 41 cases, at step 1 [GG101]"
    assert lines[1].startswith("       files::case-0, files::case-1, ")
    assert lines[1].endswith(", files::case-19 and 21 more")
    assert lines[2] == ""


def test_a_change_at_different_steps_names_none(compared: Compared, comparison: Comparing) -> None:
    later = attrs.evolve(OTHER_TOOL, step=2)

    text = report(comparison(compared("a", divergence=OTHER_TOOL), compared("b", divergence=later)))

    assert text.startswith("WORSE regression: file_search → file_read in 2 cases [GG101]\n       files::a, files::b\n")


def test_many_different_cases_are_cut_and_counted(compared: Compared, comparison: Comparing) -> None:
    cases = [compared(f"case-{number:03}") for number in range(MOST_CASES + 7)]

    assert "  … and 7 more" in report(comparison(*cases))


def test_worse_stands_before_stale(compared: Compared, comparison: Comparing) -> None:
    lines = report(comparison(compared("a", facts=NEW), compared("b"))).splitlines()

    assert [line.split()[0] for line in lines[:2]] == ["WORSE", "STALE"]


def test_known_failures_are_counted_and_shown_only_when_everything_is(
    compared: Compared, comparison: Comparing
) -> None:
    cases = comparison(compared("a", facts=KNOWN, known_failure=MARKER), ok=1)

    assert "files::a" not in report(cases, expiring=1)
    assert "known 1, expiring 1" in report(cases, expiring=1)
    assert "known failure: the hint pulls (https://example.org/1)" in report(cases, every=True)


def test_a_stale_baseline_that_may_pass_leaves_a_notice(compared: Compared, comparison: Comparing) -> None:
    text = report(comparison(compared("a", facts=NEW), ok=1), stale=Stale.WARN)

    assert "notice 1 new: stale" in text
    assert "gate open" in text


def test_what_was_not_compared_is_said(compared: Compared, comparison: Comparing) -> None:
    text = report(comparison(compared("a", uncaptured=("/answer",)), partly=1, filtered=True))

    assert "not compared, since the baseline does not hold it: /answer" in text
    assert "1 compared only on what the baseline holds" in text
    assert "2 not selected; removed cases were not looked for" in text


def test_a_known_failure_that_changed_is_told_with_its_first_difference(
    compared: Compared, comparison: Comparing
) -> None:
    changed = Divergence(kind="changed", pointer="/args/path", step=1, expected="a.md", actual="b.md")

    assert report(comparison(compared("a", facts=KNOWN, divergence=changed), compared("b", facts=KNOWN))) == (
        "2 expected, 2 run, 2 compared, 0 errored\n"
        "known 2\n"
        'notice known, but differently: files::a; first difference: step 2 /args/path: "a.md" → "b.md"\n'
        "known 2, expiring 0\n"
        "gate open  (exit 0, 2026-11-30)\n"
        "next: nothing to do\n"
    )


def test_a_known_failure_that_changed_says_so_where_all_cases_are_listed(
    compared: Compared, comparison: Comparing
) -> None:
    changed = Divergence(kind="changed", pointer="/answer", expected="no", actual="none")
    text = report(comparison(compared("a", facts=KNOWN, divergence=changed)), every=True)

    assert "known  files::a  fails as it is known to, but differently than the baseline holds [GG132]\n" in text


def test_of_many_known_failures_that_changed_some_are_told(compared: Compared, comparison: Comparing) -> None:
    changed = [compared(f"c{number}", facts=KNOWN, divergence=OTHER_TOOL) for number in range(7)]
    notices = [told for told in report(comparison(*changed)).splitlines() if told.startswith("notice")]

    assert len(notices) == 6
    assert notices[5] == "notice known, but differently: 2 more"


def test_a_long_list_of_reasons_is_cut(compared: Compared, comparison: Comparing) -> None:
    reasons = tuple(f"calls: reason {number}" for number in range(6))

    assert "… and 2 more reasons" in report(comparison(compared("a", reasons=reasons)))


def test_added_and_removed_steps_read_as_such() -> None:
    added = Divergence(kind="added", pointer="", step=1, actual={"tool": "x"})
    moved = Divergence(kind="moved", pointer="", step=0, expected={"tool": "x"}, actual={"tool": "x"})
    removed = Divergence(kind="removed", pointer="/answer", expected="text")

    assert divergence_text(added) == 'first difference: step 2 added: {"tool":"x"}'
    assert divergence_text(moved) == 'first difference: step 1 moved: {"tool":"x"}'
    assert divergence_text(removed) == 'first difference: /answer removed: "text"'


def test_expired_markers_stand_beside_the_expiring_ones() -> None:
    assert plain_text([known_line(3, expiring=1, expired=2)]) == "known 3, expiring 1, expired 2\n"


def test_the_reason_of_an_error_is_its_fault(result: Make) -> None:
    errored = attrs.evolve(result("a", Verdict.ERROR), fault=Fault(code="LOST_STEP", message="a step was lost"))

    assert errored.reasons == ("LOST_STEP: a step was lost",)


def run_report(results: list[Result], *, known: dict[tuple[str, str], str] | None = None) -> str:
    markers = {"files": {case: MARKER for _, case in known or {}}}
    failures = [each for each in results if each.verdict is not Verdict.PASS]
    decision: Decision = decide_run(failures, markers, dt.date(2026, 11, 30), ran=len(results))
    return plain_text(
        run_lines(
            failures,
            summarise("run", {result.key: result.figures for result in results}, known=known or {}).overall,
            decision,
            known_failing=known or {},
            expected=len(results),
            not_selected=1,
            expiring=0,
            expired=0,
            today="2026-11-30",
            next_step="goldgate compare",
        )
    )


def test_a_run_lists_what_is_not_excused(result: Make) -> None:
    results = [
        result("a"),
        result("b", Verdict.FAIL, trial=2, step_errors="step 1 failed"),
        result("c", Verdict.FAIL),
        result("d", Verdict.ERROR),
    ]

    assert run_report(results, known={("files", "c"): "slow"}) == (
        "FAIL  files::b trial 2\n"
        "       step_errors: step 1 failed\n"
        "       masked: the agent says success, its steps say otherwise\n"
        "ERROR files::d\n"
        "\n"
        "4 expected, 4 run, 0 compared, 1 errored\n"
        "passed 1, failed 2, masked 1\n"
        "1 not selected\n"
        "known 1, expiring 0\n"
        "no judgement: 1 error; 1 failed  (exit 2, 2026-11-30)\n"
        "next: goldgate compare\n"
    )


def test_trials_of_a_variant_that_came_to_the_same_are_told_once(result: Make) -> None:
    failures = [
        *(result("a", Verdict.FAIL, trial=trial, calls="none came") for trial in (1, 2)),
        *(attrs.evolve(result("a", Verdict.FAIL, trial=n, calls="none came"), variant="none") for n in (2, 3)),
        attrs.evolve(result("a", Verdict.FAIL, trial=1, calls="too many"), variant="none"),
    ]
    lines = [text for text in run_report(failures).splitlines() if text.startswith("FAIL")]
    assert lines == ["FAIL  files::a trials 1, 2", "FAIL  files::a none, trials 2, 3", "FAIL  files::a none"]


def test_a_marker_excuses_no_trial_without_a_judgement(result: Make) -> None:
    text = run_report([result("a", Verdict.ERROR), result("b")], known={("files", "a"): "slow"})

    assert text.startswith("ERROR files::a\n")
    assert "known 0, expiring 0\nno judgement: 1 error" in text


def test_suites_that_a_selection_left_out_are_named(comparison: Comparing) -> None:
    held = comparison(ok=1, filtered=True)
    lines = comparison_lines(held, decide(held, stale=Stale.FAIL), suites_left_out=("airline", "mail"), expiring=0)

    assert "\nsuites left out: airline, mail\n" in plain_text(lines)


def test_a_run_with_very_many_failures_is_cut(result: Make) -> None:
    text = run_report([result(f"case-{number:03}", Verdict.FAIL) for number in range(MOST_CASES + 2)])

    assert "  … and 2 more" in text


def test_a_fault_that_many_cases_share_is_told_once(result: Make, compared: Compared, comparison: Comparing) -> None:
    fault = Fault(code="CASSETTE_MISS", message="not recorded")
    missed = [attrs.evolve(result(case, Verdict.ERROR), fault=fault) for case in "abc"]
    other = attrs.evolve(result("d", Verdict.ERROR), fault=Fault(code="LOST_STEP", message="gone"))
    names, reason = "ERROR 3 cases: files::a, files::b, files::c", "       CASSETTE_MISS: not recorded"

    assert run_report([*missed, other]).splitlines()[:4] == [names, reason, "ERROR files::d", "       LOST_STEP: gone"]

    cases = [
        attrs.evolve(compared(case, facts=ERRORED, reasons=("CASSETTE_MISS: not recorded",)), fault="CASSETTE_MISS")
        for case in "abc"
    ]
    assert report(comparison(*cases)).splitlines()[:3] == [f"{names} [GG111]", reason, ""]


def test_where_the_agent_raised_stands_below_the_reasons_of_a_run(result: Make) -> None:
    detail = Detail(raised=("KeyError at agent.py:42 in plan", "ValueError at tools.py:7 in read"))
    failed = attrs.evolve(result("b", Verdict.FAIL, step_errors="step 1 failed"), detail=detail)

    assert run_report([failed]).splitlines()[:3] == [
        "FAIL  files::b",
        "       step_errors: step 1 failed",
        "       raised: KeyError at agent.py:42 in plan; ValueError at tools.py:7 in read",
    ]


def test_where_the_agent_raised_stands_below_the_reasons_of_a_comparison(
    compared: Compared, comparison: Comparing
) -> None:
    raised = ("KeyError at agent.py:42 in plan",)
    worse = attrs.evolve(compared("a", reasons=("calls: no",)), raised=raised)
    known = attrs.evolve(compared("b", facts=KNOWN), raised=raised)
    text = report(comparison(worse, known), every=True)

    assert text.count("raised: ") == 1
    assert "       calls: no\n       raised: KeyError at agent.py:42 in plan\n" in text
