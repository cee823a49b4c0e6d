import datetime as dt
from collections.abc import Callable, Iterator

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldgate.errors import MissingBaseline, OutcomeSettingsChanged
from goldgate.formats.baseline import Entry
from goldgate.gate.compare import combine, compare, compare_suite, explain
from goldgate.gate.sides import Sides
from goldgate.model.baseline import Baseline, BaselineLine
from goldgate.model.comparison import CaseClass, Comparison, SuiteComparison
from goldgate.model.judgement import Check, Fault, Verdict
from goldgate.model.known_failure import KnownFailure
from goldgate.model.result import Result, Run, RunHeader
from goldgate.model.trace import OverallStatus, Trace

TODAY = dt.date(2026, 11, 30)
MARKER = KnownFailure(reason="pulled to file_read", issue="#12")
PASS, FAIL, ERROR = Verdict.PASS, Verdict.FAIL, Verdict.ERROR

MakeLine = Callable[..., BaselineLine]
MakeSides = Callable[..., Sides]


def classes(comparison: SuiteComparison | Comparison) -> dict[str, str]:
    return {case.id: case.ruling.case_class.value for case in comparison.cases}


@pytest.fixture
def mixed(line: MakeLine, sides: MakeSides) -> Sides:
    """One case of many kinds: nine in the golden file, of which one was not selected and one has no outcome."""
    now = [
        line("edited", case="d2"),
        line("failing", FAIL),
        line("known", FAIL),
        line("new"),
        line("ok"),
        line("part", answer="…"),
    ]
    then = [
        *(line("edited"), line("error"), line("failing"), line("known", FAIL), line("left-out")),
        *(line("ok"), line("part")),
    ]
    golden = {"edited": "d2"} | dict.fromkeys(["error", "failing", "known", "left-out", "new", "ok", "part"], "d1")
    selected = golden.keys() - {"left-out"}
    return sides(now=now, then=then, golden=golden, selected=selected, known={"known": MARKER})


def test_every_case_gets_one_class(mixed: Sides) -> None:
    expected = {
        "edited": "case_edited",
        "error": "error",
        "failing": "regression",
        "known": "known",
        "left-out": "not_selected",
        "new": "new",
        "ok": "ok",
        "part": "ok",
    }
    assert classes(compare_suite(mixed, today=TODAY, every=True)) == expected


def test_what_is_as_it_should_be_is_only_counted(mixed: Sides) -> None:
    listed = classes(compare_suite(mixed, today=TODAY))
    assert list(listed) == ["edited", "error", "failing", "known", "new", "part"]


def test_a_case_that_is_ok_after_a_closer_look_is_only_counted_too(line: MakeLine, sides: MakeSides) -> None:
    compared = compare_suite(sides(now=[line("a")], then=[line("a", note="accepted once")]), today=TODAY)
    assert (compared.cases, compared.counts) == ((), {CaseClass.OK: 1})


def test_the_figures_of_a_suite(mixed: Sides) -> None:
    compared = compare_suite(mixed, today=TODAY)
    assert (compared.expected, compared.ran, compared.compared, compared.errored) == (7, 7, 5, 1)
    assert (compared.not_selected, compared.partly_compared, compared.filtered) == (1, 1, True)
    assert compared.counts == {
        CaseClass.NOT_SELECTED: 1,
        CaseClass.ERROR: 1,
        CaseClass.REGRESSION: 1,
        CaseClass.KNOWN: 1,
        CaseClass.NEW: 1,
        CaseClass.CASE_EDITED: 1,
        CaseClass.OK: 2,
    }


def test_listing_every_case_counts_the_same(mixed: Sides) -> None:
    short, long = compare_suite(mixed, today=TODAY), compare_suite(mixed, today=TODAY, every=True)
    assert attrs.evolve(long, cases=()) == attrs.evolve(short, cases=())


def test_a_removed_case_was_not_expected_to_run(line: MakeLine, sides: MakeSides) -> None:
    compared = compare_suite(sides(now=[line("a")], then=[line("a"), line("b")]), today=TODAY)
    assert (compared.expected, compared.counts[CaseClass.REMOVED], compared.filtered) == (1, 1, False)


def test_a_suite_without_a_baseline_is_refused(line: MakeLine, sides: MakeSides) -> None:
    with pytest.raises(MissingBaseline, match="suite 'files' has no baseline: run goldgate update-baseline"):
        compare_suite(sides(now=[line("a")], then=None), today=TODAY)


def test_a_baseline_of_other_outcome_settings_is_refused(line: MakeLine, sides: MakeSides) -> None:
    with pytest.raises(OutcomeSettingsChanged, match=r"suite 'files'.*goldgate update-baseline"):
        compare_suite(sides(now=[line("a")], then=[line("a")], accepted_outcome="s0"), today=TODAY)


def test_equal_suites_are_never_held_in_memory_nor_parsed(sides: MakeSides) -> None:
    """Lines are pulled one by one from both streams, never one ahead by more than a line."""
    pulled = {"now": 0, "then": 0}

    def stream(name: str) -> Iterator[Entry]:
        for number in range(1000):
            pulled[name] += 1
            assert abs(pulled["now"] - pulled["then"]) <= 1
            yield Entry(id=f"{number:04}", text=f'{{"id":"{number:04}","verdict":"pass",no JSON from here on')

    endless = attrs.evolve(
        sides(golden=[f"{number:04}" for number in range(1000)]), observed=stream("now"), accepted=stream("then")
    )
    compared = compare_suite(endless, today=TODAY)
    assert (compared.cases, compared.counts, compared.compared) == ((), {CaseClass.OK: 1000}, 1000)


verdicts = st.sampled_from([None, PASS, FAIL])
pairs = st.dictionaries(st.sampled_from("abcdef"), st.tuples(verdicts, verdicts, st.booleans(), st.booleans()))


@given(pairs)
def test_the_way_without_parsing_decides_as_the_way_with_it(
    line: MakeLine, sides: MakeSides, pairs: dict[str, tuple[Verdict | None, Verdict | None, bool, bool]]
) -> None:
    both = sides(
        now=[line(case_id, now) for case_id, (now, _, _, _) in sorted(pairs.items()) if now],
        then=[line(case_id, then) for case_id, (_, then, _, _) in sorted(pairs.items()) if then],
        golden=pairs,
        known={case_id: MARKER for case_id, (_, _, known, _) in pairs.items() if known},
        disagree=[case_id for case_id, (_, _, _, disagree) in pairs.items() if disagree],
    )
    assert compare_suite(both, today=TODAY).counts == compare_suite(both, today=TODAY, every=True).counts


def test_suites_are_combined_in_the_order_of_their_names(line: MakeLine, sides: MakeSides, mixed: Sides) -> None:
    other = attrs.evolve(sides(now=[line("ok"), line("z")], then=[line("ok")]), suite="airline")
    suites = [compare_suite(it, today=TODAY) for it in (mixed, other)]
    comparison = combine("r1", suites, TODAY)
    assert [(case.suite, case.id) for case in comparison.cases][:2] == [("airline", "z"), ("files", "edited")]
    assert (comparison.run, comparison.today, comparison.expected, comparison.ran) == ("r1", TODAY, 9, 9)
    assert (comparison.compared, comparison.errored, comparison.not_selected) == (6, 1, 1)
    assert (comparison.partly_compared, comparison.removed_not_looked_for) == (1, True)
    assert (comparison.counts[CaseClass.OK], comparison.counts[CaseClass.NEW]) == (3, 2)


def test_nothing_combines_to_nothing() -> None:
    assert combine("r1", [], TODAY).counts == {}


def result(
    case_id: str, verdict: Verdict, *checks: Check, fault: Fault | None = None, status: OverallStatus | None = None
) -> Result:
    trace = Trace(status=status or OverallStatus.SUCCESS)
    return Result(id=case_id, suite="files", trace=trace, verdict=verdict, checks=checks, fault=fault)


PASSED = Check(name="status", passed=True)
CALLS = Check(name="calls", passed=False, why="expected file_search, got file_read")
REFUSED = Check(name="step_errors", passed=False, why="step 1 file_read failed with NOT_FOUND, which was not expected")
ANSWER = Check(name="answer.contains", passed=False, why="'today' is missing")


def explained(mixed: Sides, *results: Result) -> Comparison:
    by_case = {("files", it.id): [other for other in results if other.id == it.id] for it in results}
    return explain(combine("r1", [compare_suite(mixed, today=TODAY)], TODAY), by_case)


def test_a_listed_case_is_explained_by_its_failed_checks(mixed: Sides) -> None:
    comparison = explained(mixed, result("failing", FAIL, PASSED, CALLS, ANSWER))
    case = next(case for case in comparison.cases if case.id == "failing")
    assert case.failed_checks == ("calls", "answer.contains")
    assert case.reasons == ("calls: expected file_search, got file_read", "answer.contains: 'today' is missing")


@pytest.mark.parametrize(
    ("check", "status", "masked"),
    [
        (REFUSED, OverallStatus.SUCCESS, ["failing"]),
        (REFUSED, OverallStatus.FAILURE, []),
        (CALLS, OverallStatus.SUCCESS, []),
        (ANSWER, OverallStatus.SUCCESS, []),
    ],
)
def test_success_over_a_step_that_failed_is_masked(
    mixed: Sides, check: Check, status: OverallStatus, masked: list[str]
) -> None:
    comparison = explained(mixed, result("failing", FAIL, check, status=status))
    assert [case.id for case in comparison.cases if case.masked] == masked


def test_a_case_in_error_is_explained_by_its_fault(mixed: Sides) -> None:
    fault = Fault(code="LOST_STEP", message="a step came from a thread that no trial owns")
    comparison = explained(mixed, result("error", ERROR, fault=fault))
    case = next(case for case in comparison.cases if case.id == "error")
    assert (case.fault, case.reasons) == ("LOST_STEP", ("LOST_STEP: a step came from a thread that no trial owns",))
    assert (comparison.expected, comparison.ran) == (7, 7)


def test_a_case_in_error_without_a_result_did_not_run(mixed: Sides) -> None:
    comparison = explained(mixed)
    case = next(case for case in comparison.cases if case.id == "error")
    assert case.reasons == ("it has no result: it did not run",)
    assert (comparison.expected, comparison.ran, comparison.errored) == (7, 6, 1)


def test_several_trials_say_the_same_thing_once(mixed: Sides) -> None:
    trials = [result("failing", FAIL, CALLS), result("failing", PASS), result("failing", FAIL, CALLS)]
    comparison = explained(mixed, *trials)
    case = next(case for case in comparison.cases if case.id == "failing")
    assert (case.failed_checks, len(case.reasons)) == (("calls",), 1)


def run_of(*suites: Sides, selection: str = "", results: tuple[Result, ...] = ()) -> Run:
    headers = {it.suite: attrs.evolve(it.header, known_failures=it.known_failures) for it in suites}
    return Run(
        header=RunHeader(
            run="r1", goldgate="0.1.0", started="…", suites=headers, trials=len(results), selection=selection
        ),
        results=results,
        proposed={it.suite: tuple(entry.line() for entry in it.observed) for it in suites},
        disagree={it.suite: tuple(it.disagree) for it in suites},
    )


def baseline_of(sides: Sides) -> Baseline:
    return Baseline(outcome="s1", lines=tuple(entry.line() for entry in sides.accepted))


def test_values_are_compared_as_files_are(mixed: Sides) -> None:
    results = (result("failing", FAIL, CALLS),)
    comparison = compare(run_of(mixed, results=results), {"files": baseline_of(mixed)}, today=TODAY)
    assert comparison == explained(mixed, *results)


def test_a_run_brings_its_own_markers_unless_others_are_given(line: MakeLine, sides: MakeSides) -> None:
    both = sides(now=[line("a", FAIL)], then=[line("a", FAIL)], known={"a": MARKER})
    baselines = {"files": baseline_of(both)}
    assert classes(compare(run_of(both), baselines, today=TODAY)) == {"a": "known"}
    assert classes(compare(run_of(both), baselines, today=TODAY, known_failures={})) == {"a": "unexplained"}


def test_every_suite_without_a_baseline_is_named_at_once(line: MakeLine, sides: MakeSides) -> None:
    suites = [attrs.evolve(sides(now=[line("a")]), suite=suite) for suite in ("files", "airline")]
    with pytest.raises(MissingBaseline) as refused:
        compare(run_of(*suites), {}, today=TODAY)
    assert [problem.message for problem in refused.value.problems] == [
        "suite 'airline' has no baseline: run goldgate update-baseline",
        "suite 'files' has no baseline: run goldgate update-baseline",
    ]


def test_a_baseline_whose_golden_file_is_gone_is_all_removed(line: MakeLine, sides: MakeSides) -> None:
    gone = sides(then=[line("a"), line("b")])
    comparison = compare(run_of(), {"files": baseline_of(gone)}, today=TODAY)
    assert classes(comparison) == {"a": "removed", "b": "removed"}


def test_a_filtered_run_does_not_look_for_baselines_without_a_golden_file(line: MakeLine, sides: MakeSides) -> None:
    gone = sides(then=[line("a")])
    assert compare(run_of(selection="--suite airline"), {"files": baseline_of(gone)}, today=TODAY).counts == {}


def test_the_run_as_a_value_need_not_be_sorted(line: MakeLine, sides: MakeSides) -> None:
    both = sides(now=[line("b"), line("a")], then=[line("b"), line("a")])
    assert compare(run_of(both), {"files": baseline_of(both)}, today=TODAY).counts == {CaseClass.OK: 2}
