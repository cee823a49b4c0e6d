import datetime as dt
from collections.abc import Callable, Iterator, Mapping
from itertools import product
from typing import NamedTuple

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldgate.exit_codes import ExitCode
from goldgate.gate.classify import classify
from goldgate.gate.compare import combine, compare_suite
from goldgate.gate.decide import SEVERITY, decide, decide_run
from goldgate.gate.sides import Sides
from goldgate.model.baseline import BaselineLine
from goldgate.model.comparison import CaseClass, Comparison, Decision, Facts, Marker, Severity
from goldgate.model.judgement import Verdict
from goldgate.model.known_failure import KnownFailure
from goldgate.model.result import Result
from goldgate.model.settings import Stale
from goldgate.model.shard import Shard
from goldgate.model.trace import Trace

TODAY = dt.date(2026, 11, 30)
PASS, FAIL, ERROR = Verdict.PASS, Verdict.FAIL, Verdict.ERROR
LIVE = KnownFailure(reason="r", issue="#1", expires=TODAY)
EXPIRED = KnownFailure(reason="r", issue="#1", expires=TODAY - dt.timedelta(days=1))


def comparison(counts: Mapping[CaseClass, int]) -> Comparison:
    ran = sum(counts.values())
    return Comparison(
        run="r1", today=TODAY, cases=(), counts=counts, expected=ran, ran=ran, compared=ran, errored=0, not_selected=0
    )


def decided(counts: Mapping[CaseClass, int], *, stale: Stale = Stale.FAIL) -> Decision:
    return decide(comparison(counts), stale=stale)


def test_the_gate_is_open_when_every_case_is_ok_or_known() -> None:
    assert decided({CaseClass.OK: 66, CaseClass.KNOWN: 3}) == Decision(exit_code=ExitCode.OPEN)


def test_what_is_worse_closes_the_gate_a_line_each() -> None:
    expected = Decision(exit_code=ExitCode.CLOSED, reasons=("1 removed", "2 regression"))
    assert decided({CaseClass.OK: 5, CaseClass.REGRESSION: 2, CaseClass.REMOVED: 1}) == expected


def test_a_case_in_error_wins_over_what_is_worse_which_is_listed_all_the_same() -> None:
    expected = Decision(exit_code=ExitCode.NO_JUDGEMENT, reasons=("1 error", "2 regression"))
    assert decided({CaseClass.ERROR: 1, CaseClass.REGRESSION: 2}) == expected


def test_a_stale_baseline_closes_the_gate() -> None:
    expected = Decision(exit_code=ExitCode.CLOSED, reasons=("3 drifted: stale",))
    assert decided({CaseClass.OK: 1, CaseClass.DRIFTED: 3}) == expected


def test_a_stale_baseline_may_be_let_pass_with_a_notice() -> None:
    expected = Decision(exit_code=ExitCode.OPEN, notices=("1 new: stale", "3 drifted: stale"))
    assert decided({CaseClass.DRIFTED: 3, CaseClass.NEW: 1}, stale=Stale.WARN) == expected


def test_a_new_known_failure_is_never_let_pass() -> None:
    expected = Decision(exit_code=ExitCode.CLOSED, reasons=("1 known_new: stale",), notices=("1 new: stale",))
    assert decided({CaseClass.KNOWN_NEW: 1, CaseClass.NEW: 1}, stale=Stale.WARN) == expected


@pytest.mark.parametrize("counts", [{}, {CaseClass.NOT_SELECTED: 7}, {CaseClass.OK: 0}])
def test_a_gate_that_looked_at_nothing_says_nothing(counts: Mapping[CaseClass, int]) -> None:
    assert decided(counts) == Decision(exit_code=ExitCode.NO_JUDGEMENT, reasons=("no case was run",))


def test_a_shard_without_a_case_is_looked_at_all_the_same() -> None:
    shard = Comparison(
        run="run",
        today=TODAY,
        cases=(),
        counts={CaseClass.NOT_SELECTED: 7},
        expected=0,
        ran=0,
        compared=0,
        errored=0,
        not_selected=7,
        shard=Shard(number=9, of=9),
    )
    assert decide(shard, stale=Stale.FAIL) == Decision(exit_code=ExitCode.OPEN)


def test_a_suite_whose_golden_file_is_gone_is_worse_though_nothing_ran() -> None:
    assert decided({CaseClass.REMOVED: 2}).exit_code is ExitCode.CLOSED


counted = st.dictionaries(st.sampled_from(CaseClass), st.integers(1, 3))


@given(counted, st.sampled_from(Stale))
def test_nothing_worse_ever_exits_0(counts: Mapping[CaseClass, int], stale: Stale) -> None:
    against = {Severity.WORSE, Severity.NO_JUDGEMENT}
    if any(SEVERITY[case_class] in against for case_class in counts):
        assert not decided(counts, stale=stale).open


@given(counted, st.sampled_from(CaseClass), st.sampled_from(Stale))
def test_one_more_case_that_is_not_fine_never_opens_the_gate(
    counts: Mapping[CaseClass, int], more: CaseClass, stale: Stale
) -> None:
    if SEVERITY[more] not in {Severity.FINE, Severity.NONE}:
        before = decided({**counts, CaseClass.OK: 1}, stale=stale)
        after = decided({**counts, CaseClass.OK: 1, more: counts.get(more, 0) + 1}, stale=stale)
        assert after.exit_code >= before.exit_code


def unmarked_and_expired() -> Iterator[Facts]:
    """Every case of the golden file that a run selected and that no live marker excuses."""
    flags = (True, False)
    for baseline, current, marker in product((None, PASS, FAIL), Verdict, (Marker.NONE, Marker.EXPIRED)):
        for disagree, s, f, i, x in product(flags, repeat=5):
            if baseline is not None or not (s or f or i):
                yield Facts(
                    baseline=baseline,
                    current=current,
                    marker=marker,
                    disagree=disagree,
                    same_outcome=s,
                    same_failure=f,
                    same_definition=i,
                    has_expectations=x,
                )


def worse_than(facts: Facts) -> Iterator[Facts]:
    if facts.current is PASS:
        yield attrs.evolve(facts, current=FAIL)
    yield attrs.evolve(facts, current=ERROR)
    yield attrs.evolve(facts, disagree=True)
    yield attrs.evolve(facts, same_outcome=False)
    yield attrs.evolve(facts, same_failure=False)


@pytest.mark.parametrize("stale", Stale)
def test_making_one_case_without_a_live_marker_worse_never_opens_the_gate(stale: Stale) -> None:
    codes = {case_class: decided({case_class: 1}, stale=stale).exit_code for case_class in CaseClass}
    for facts in unmarked_and_expired():
        before = codes[classify(facts).case_class]
        for worse in worse_than(facts):
            assert codes[classify(worse).case_class] >= min(before, ExitCode.CLOSED)


@pytest.mark.parametrize("facts", list(unmarked_and_expired())[::7])
def test_a_failure_without_a_live_marker_never_exits_0(facts: Facts) -> None:
    if facts.current is not PASS:
        ruling = classify(facts)
        assert not decided({ruling.case_class: 1}, stale=Stale.WARN).open


class Accepted(NamedTuple):
    """One case of a random suite: marker, accepted verdict (None: no line), observed verdict and tool."""

    marker: KnownFailure | None
    then: Verdict | None
    now: Verdict
    tool: str


accepted = st.builds(
    Accepted,
    marker=st.sampled_from([None, None, LIVE, EXPIRED]),
    then=st.sampled_from([PASS, PASS, FAIL, None]),
    now=st.sampled_from([PASS, PASS, FAIL]),
    tool=st.sampled_from(["file_search", "file_search", "file_read"]),
)


@given(
    suite=st.dictionaries(st.sampled_from("abcde"), accepted, min_size=1), data=st.data(), stale=st.sampled_from(Stale)
)
def test_one_case_made_worse_among_others_never_opens_the_gate(
    line: Callable[..., BaselineLine],
    sides: Callable[..., Sides],
    suite: dict[str, Accepted],
    data: st.DataObject,
    stale: Stale,
) -> None:
    """From the two files to the exit code; `ERROR` is a case without an outcome."""
    unexpecting = data.draw(st.sets(st.sampled_from(sorted(suite))))

    def gated(observed: Mapping[str, Verdict]) -> ExitCode:
        both = sides(
            now=[line(it, observed[it], tool=suite[it].tool) for it in sorted(suite) if observed[it] is not ERROR],
            then=[line(it, verdict) for it in sorted(suite) if (verdict := suite[it].then)],
            golden=suite,
            known={it: marker for it in suite if (marker := suite[it].marker)},
            unexpecting=unexpecting,
        )
        return decide(combine("r1", [compare_suite(both, today=TODAY)], TODAY), stale=stale).exit_code

    before = {case_id: case.now for case_id, case in suite.items()}
    victim = data.draw(st.sampled_from(sorted(suite)))
    worse = data.draw(st.sampled_from([FAIL, ERROR]))
    if suite[victim].marker is not LIVE or worse is ERROR:
        assert gated({**before, victim: worse}) >= gated(before)


def result(case_id: str, verdict: Verdict, *, trial: int = 1) -> Result:
    return Result(id=case_id, suite="files", trace=Trace(), verdict=verdict, trial=trial)


def run_decided(*results: Result, **known: KnownFailure) -> Decision:
    not_passed = [each for each in results if each.verdict is not Verdict.PASS]
    return decide_run(not_passed, {"files": known}, TODAY, ran=len(results))


def test_a_run_is_well_when_every_case_passes() -> None:
    assert run_decided(result("a", PASS), result("b", PASS)) == Decision(exit_code=ExitCode.OPEN)


def test_a_run_is_well_when_a_case_fails_under_a_live_marker() -> None:
    assert run_decided(result("a", FAIL), a=LIVE).open


def test_a_known_failure_that_passes_does_not_fail_a_run() -> None:
    assert run_decided(result("a", PASS), a=EXPIRED, b=LIVE).open


def test_a_failure_without_a_marker_fails_a_run() -> None:
    expected = Decision(exit_code=ExitCode.CLOSED, reasons=("1 failed",))
    assert run_decided(result("a", FAIL), b=LIVE) == expected


def test_the_marker_of_another_suite_excuses_nothing() -> None:
    assert decide_run([result("a", FAIL)], {"airline": {"a": LIVE}}, TODAY, ran=1).exit_code is ExitCode.CLOSED


SAMPLED = [("files", "default")]


def test_a_failure_under_a_variant_that_is_not_sampled_closes_the_gate() -> None:
    failed = [result("a", FAIL), attrs.evolve(result("a", FAIL), variant="lean")]
    assert decide_run(failed, {}, TODAY, ran=2, sampled=SAMPLED).reasons == ("1 failed",)
    assert decide_run(failed, {}, TODAY, ran=2, sampled=[*SAMPLED, ("files", "lean")]).open


def test_in_a_sampled_suite_trials_may_fail_and_markers_expire_all_the_same() -> None:
    failed = [result("a", FAIL), result("b", FAIL)]
    assert decide_run(failed, {}, TODAY, ran=2, sampled=SAMPLED).open
    expired = decide_run(failed, {"files": {"a": EXPIRED}}, TODAY, ran=2, sampled=SAMPLED)
    assert expired.reasons == ("1 failed under an expired marker",)
    error = decide_run([result("a", ERROR)], {}, TODAY, ran=2, sampled=SAMPLED)
    assert error.exit_code is ExitCode.NO_JUDGEMENT


def test_an_expired_marker_excuses_nothing() -> None:
    expected = Decision(exit_code=ExitCode.CLOSED, reasons=("1 failed", "1 failed under an expired marker"))
    assert run_decided(result("a", FAIL), result("b", FAIL), a=EXPIRED) == expected


def test_a_case_in_error_is_no_judgement_whatever_its_marker() -> None:
    expected = Decision(exit_code=ExitCode.NO_JUDGEMENT, reasons=("1 error", "1 failed"))
    assert run_decided(result("a", ERROR), result("b", FAIL), a=LIVE) == expected


def test_one_failed_trial_fails_the_case_once() -> None:
    trials = (result("a", PASS), result("a", FAIL, trial=2), result("a", FAIL, trial=3))
    assert run_decided(*trials) == Decision(exit_code=ExitCode.CLOSED, reasons=("1 failed",))


def test_an_error_in_one_trial_makes_the_case_an_error() -> None:
    trials = (result("a", FAIL), result("a", ERROR, trial=2))
    assert run_decided(*trials) == Decision(exit_code=ExitCode.NO_JUDGEMENT, reasons=("1 error",))


def test_a_run_of_nothing_is_no_judgement() -> None:
    assert run_decided() == Decision(exit_code=ExitCode.NO_JUDGEMENT, reasons=("no case was run",))


def test_a_run_that_may_be_empty_is_well_without_a_trial() -> None:
    assert decide_run([], {}, TODAY, ran=0, may_be_empty=True) == Decision(exit_code=ExitCode.OPEN)
