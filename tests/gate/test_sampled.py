"""Sampled suites on both sides: lines that count trials, weighed by the statistics that the commands weigh them by."""

import datetime as dt
from collections.abc import Iterable, Mapping
from functools import partial

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldgate.errors import BadFile, InternalFault, UsageError
from goldgate.exit_codes import ExitCode
from goldgate.formats.baseline import entry_of
from goldgate.gate.compare import combine, compare_suite
from goldgate.gate.decide import decide
from goldgate.gate.promote import promote_suites
from goldgate.gate.promotion import Promotion
from goldgate.gate.sides import Sides
from goldgate.gate.update_request import UpdateRequest
from goldgate.model.baseline import BaselineLine, Outcome
from goldgate.model.comparison import CaseComparison, Comparison, Decision, SuiteComparison
from goldgate.model.judgement import Verdict
from goldgate.model.known_failure import KnownFailure
from goldgate.model.result import SuiteHeader
from goldgate.model.sampling import Counts
from goldgate.model.settings import Stale
from goldgate.statistics.sampled import weigh

TODAY = dt.date(2026, 11, 30)
LIVE = KnownFailure(reason="the model can't count", issue="#12", expires=TODAY)
EXPIRED = attrs.evolve(LIVE, expires=TODAY - dt.timedelta(days=1))
PLAIN = BaselineLine(id="a", verdict=Verdict.PASS, case="d1", outcome=Outcome(steps=({"tool": "search"},)))


def counted(case_id: str, trials: str, *, case: str = "d1", note: str | None = None) -> BaselineLine:
    """A line of so many solved trials: `4/5`."""
    solved, total = map(int, trials.split("/"))
    verdict = Verdict.PASS if solved == total else Verdict.FAIL
    return BaselineLine(id=case_id, verdict=verdict, case=case, trials=Counts(solved=solved, total=total), note=note)


def sampled(
    then: Iterable[BaselineLine] | None,
    now: Iterable[BaselineLine],
    *,
    errored: Iterable[str] = (),
    known: Mapping[str, KnownFailure] | None = None,
    accepted_outcome: str = "s1",
    alpha: float = 0.05,
) -> Sides:
    """The sides of the sampled suite `letters`; `errored` are cases of the golden file that left no line."""
    observed = sorted(now, key=lambda line: line.id)
    cases = {line.id: line.case for line in observed} | dict.fromkeys(errored, "d1")
    return Sides(
        suite="letters",
        header=SuiteHeader(golden="g1", outcome="s1", agent="a:a", cases=cases, sampled=True),
        observed=iter([entry_of(line) for line in observed]),
        accepted=iter([entry_of(line) for line in sorted(then or (), key=lambda line: line.id)]),
        accepted_outcome=None if then is None else accepted_outcome,
        known_failures=known or {},
        weigh=partial(weigh, alpha=alpha),
    )


def compared(sides: Sides) -> SuiteComparison:
    return compare_suite(sides, today=TODAY, every=True)


def decided(comparison: SuiteComparison) -> Decision:
    return decide(combine("run", [comparison], TODAY), stale=Stale.FAIL)


def classes(sides: Sides) -> dict[str, tuple[str, int]]:
    """Id → class and row."""
    return {case.id: (case.ruling.case_class.value, case.ruling.row) for case in compared(sides).cases}


def only(sides: Sides) -> CaseComparison:
    (case,) = compared(sides).cases
    return case


def promoted(sides: Sides, **request: object) -> Promotion:
    (promotion,) = promote_suites([sides], today=TODAY, request=UpdateRequest(**request))  # type: ignore[arg-type]
    return promotion


def written(promotion: Promotion) -> dict[str, str]:
    """Id → class and counts of the new line."""
    return {write.id: f"{write.case_class} {write.case.now}" for write in promotion.writes}


def refused(promotion: Promotion) -> dict[str, str]:
    return {refusal.id: refusal.why for refusal in promotion.refused}


@pytest.mark.parametrize(
    ("then", "now", "marker", "expected"),
    [
        pytest.param("5/5", "0/5", None, ("regression", 12), id="certainly broken"),
        pytest.param("5/5", "1/5", None, ("ok", 18), id="not never"),
        pytest.param("4/5", "0/5", None, ("ok", 18), id="not every time before"),
        pytest.param("2/2", "0/2", None, ("ok", 18), id="only suspected"),
        pytest.param("3/5", "2/5", None, ("ok", 18), id="noisy as ever"),
        pytest.param("0/5", "0/5", None, ("ok", 18), id="never solved, as accepted"),
        pytest.param("0/5", "5/5", None, ("ok", 18), id="a rise closes nothing"),
        pytest.param(None, "5/5", None, ("new", 14), id="new"),
        pytest.param(None, "0/5", None, ("new", 14), id="new, never solved"),
        pytest.param("0/5", "1/5", LIVE, ("known", 11), id="known"),
        pytest.param("4/5", "5/5", LIVE, ("known", 11), id="solved every time, which may be luck"),
        pytest.param("0/5", "5/5", LIVE, ("fixed", 7), id="solved every time, which is none"),
        pytest.param("5/5", "5/5", LIVE, ("fixed", 7), id="marked, and never failed"),
        pytest.param("5/5", "0/5", LIVE, ("regression", 8), id="marked after the fact"),
        pytest.param("5/5", "2/5", LIVE, ("known", 11), id="marked, and unstable now"),
        pytest.param(None, "3/5", LIVE, ("known_new", 10), id="marked, not in the baseline"),
        pytest.param(None, "5/5", LIVE, ("fixed", 7), id="marked, not in the baseline, and no failure seen"),
        pytest.param("0/5", "0/5", EXPIRED, ("expired", 6), id="expired"),
        pytest.param("4/5", "5/5", EXPIRED, ("expired", 6), id="expired, and lucky"),
        pytest.param("0/5", "5/5", EXPIRED, ("fixed", 7), id="expired, and solved"),
        pytest.param("5/5", "0/5", EXPIRED, ("expired", 6), id="expired, and broken"),
    ],
)
def test_counts_and_marker_decide_the_class(
    then: str | None, now: str, marker: KnownFailure | None, expected: tuple[str, int]
) -> None:
    accepted = [] if then is None else [counted("a", then)]
    sides = sampled(accepted, [counted("a", now)], known={"a": marker} if marker else None)
    assert classes(sides) == {"a": expected}


def test_a_break_has_a_reason_in_words_and_its_counts() -> None:
    case = only(sampled([counted("a", "5/5")], [counted("a", "0/5")]))
    assert case.reasons == ("solved 5 of 5 times as accepted, 0 of 5 now; by chance at most 1 in 1,024",)
    assert (case.then, case.now) == (Counts(solved=5, total=5), Counts(solved=0, total=5))


def test_an_edited_definition_is_told_and_excuses_no_break() -> None:
    then = [counted("a", "5/5"), counted("b", "3/5"), counted("c", "0/5")]
    now = [counted("a", "0/5", case="d2"), counted("b", "2/5", case="d2"), counted("c", "0/5", case="d2")]
    assert classes(sampled(then, now, known={"c": LIVE})) == {
        "a": ("regression", 12),
        "b": ("case_edited", 16),
        "c": ("case_edited", 16),
    }


def test_removed_and_errored_cases_keep_their_classes_and_are_no_judgement_of_the_whole() -> None:
    comparison = compared(sampled([counted("a", "5/5"), counted("b", "5/5")], [], errored=["a"]))
    assert [(case.id, case.ruling.row) for case in comparison.cases] == [("a", 3), ("b", 2)]
    assert comparison.sampling is not None
    assert (comparison.sampling.errored, comparison.sampling.drop) == (("a",), None)
    assert decided(comparison).exit_code is ExitCode.NO_JUDGEMENT


def test_a_drop_without_a_broken_case_closes_the_gate_and_says_so() -> None:
    names = "abcdefgh"
    comparison = compared(sampled([counted(n, "4/5") for n in names], [counted(n, "1/5") for n in names]))
    assert comparison.counts == {"ok": 8}
    decision = decided(comparison)
    assert decision.exit_code is ExitCode.CLOSED
    assert decision.reasons == ("letters dropped from 80.0% to 20.0% (p = 0.0039)",)


def test_both_rules_close_at_once() -> None:
    names = "abcdefgh"
    then = [counted("z", "5/5"), *(counted(n, "4/5") for n in names)]
    now = [counted("z", "0/5"), *(counted(n, "1/5") for n in names)]
    assert decided(compared(sampled(then, now))).reasons == (
        "1 regression",
        "letters dropped from 82.2% to 17.8% (p = 0.002)",
    )


def test_alpha_is_what_the_caller_says() -> None:
    names = "abcdefgh"
    sides = sampled([counted(n, "4/5") for n in names], [counted(n, "1/5") for n in names], alpha=0.001)
    assert decided(compared(sides)).open


def test_a_run_of_some_cases_weighs_those() -> None:
    sides = sampled([counted("a", "5/5"), counted("b", "5/5")], [counted("a", "5/5")], errored=["b"])
    sides = attrs.evolve(sides, header=attrs.evolve(sides.header, selected=frozenset({"a"})))
    comparison = compared(sides)
    assert [(case.id, case.ruling.row) for case in comparison.cases] == [("a", 18), ("b", 1)]
    assert comparison.sampling is not None
    assert (comparison.sampling.cases, comparison.sampling.errored) == (1, ())


def test_a_baseline_line_that_counts_nothing_is_a_bad_file() -> None:
    with pytest.raises(BadFile, match="the line of 'a' counts no trials"):
        compared(sampled([PLAIN], [counted("a", "5/5")]))


def test_nobody_compares_a_sampled_suite_without_statistics() -> None:
    sides = attrs.evolve(sampled([], [counted("a", "5/5")]), weigh=None)
    with pytest.raises(InternalFault, match="nobody weighs the trials of the sampled suite 'letters'"):
        compared(sides)


a_count = st.integers(1, 5).flatmap(lambda total: st.builds(lambda solved: f"{solved}/{total}", st.integers(0, total)))


@given(st.lists(st.tuples(a_count, a_count), min_size=1, max_size=6))
def test_unmarked_cases_of_one_definition_are_ok_or_regressed_whatever_their_counts(
    trials: list[tuple[str, str]],
) -> None:
    comparison = compared(
        sampled(
            [counted(str(place), then) for place, (then, _) in enumerate(trials)],
            [counted(str(place), now) for place, (_, now) in enumerate(trials)],
        )
    )
    assert {case.ruling.row for case in comparison.cases} <= {12, 18}
    assert comparison.sampling is not None
    assert decided(comparison).open is not (bool(comparison.sampling.broken) or comparison.sampling.dropped)


@given(st.lists(a_count, min_size=1, max_size=6))
def test_the_same_counts_again_open_the_gate(trials: list[str]) -> None:
    lines = [counted(str(place), one) for place, one in enumerate(trials)]
    assert decided(compared(sampled(lines, lines))).open


def test_an_update_writes_what_is_new_or_edited_and_leaves_accepted_counts_alone() -> None:
    then = [counted("a", "4/5"), counted("b", "4/5")]
    now = [counted("a", "5/5"), counted("b", "2/5", case="d2"), counted("c", "0/5")]
    promotion = promoted(sampled(then, now))
    assert written(promotion) == {"b": "case_edited 2/5", "c": "new 0/5"}
    assert promotion.baseline().lines[0] == counted("a", "4/5")


def test_a_recount_takes_the_counts_of_the_run_where_they_differ() -> None:
    then = [counted("a", "4/5"), counted("b", "4/5", note="once accepted"), counted("c", "0/5")]
    now = [counted("a", "3/5"), counted("b", "4/5"), counted("c", "1/5")]
    promotion = promoted(sampled(then, now, known={"c": LIVE}), recount=True)
    assert written(promotion) == {"a": "ok 3/5", "c": "known 1/5"}
    assert promotion.baseline().lines[1].note == "once accepted"


def test_a_recount_of_named_cases_touches_no_other() -> None:
    then, now = [counted("a", "4/5"), counted("b", "4/5")], [counted("a", "3/5"), counted("b", "3/5")]
    assert written(promoted(sampled(then, now), recount=True, only=frozenset({"b"}))) == {"b": "ok 3/5"}


def test_a_certain_break_is_accepted_by_name_and_with_a_reason_only() -> None:
    then, now = [counted("a", "5/5"), counted("b", "5/5")], [counted("a", "0/5"), counted("b", "0/5")]
    promotion = promoted(sampled(then, now, known={"b": LIVE}), recount=True)
    assert refused(promotion) == {
        name: f"it certainly broke; if that is to be kept: --accept {name} --reason TEXT" for name in "ab"
    }
    accepted = promoted(sampled(then, now), accept=frozenset({"a"}), reason="the law changed")
    assert accepted.baseline().lines == (counted("a", "0/5"), counted("b", "5/5"))
    assert accepted.baseline().lines[0].note == "the law changed"


NAMES = "abcdefgh"
GOOD = [counted(name, "4/5") for name in NAMES]
BAD = [counted(name, "1/5") for name in NAMES]


def test_a_drop_holds_back_all_counts_that_would_hide_it() -> None:
    now = [counted("a", "1/5", case="d2"), *BAD[1:], counted("z", "5/5")]
    promotion = promoted(sampled(GOOD, now), recount=True)
    why = "its suite got worse as a whole; if that is to be kept: --accept-drop letters --reason TEXT"
    assert refused(promotion) == dict.fromkeys(NAMES, why)
    assert written(promotion) == {"z": "new 5/5"}


def test_an_accepted_drop_is_counted_anew_with_its_reason() -> None:
    promotion = promoted(sampled(GOOD, BAD), accept_drop=frozenset({"letters"}), reason="the cheaper model")
    assert promotion.baseline().lines == tuple(BAD)
    assert {line.note for line in promotion.baseline().lines} == {"the cheaper model"}


def test_nothing_is_written_while_trials_of_the_suite_are_in_error() -> None:
    sides = sampled(
        [counted("a", "5/5"), counted("b", "4/5")], [counted("b", "3/5"), counted("c", "5/5")], errored=["a"]
    )
    promotion = promoted(sides, recount=True)
    assert promotion.writes == ()
    assert sorted(refused(promotion)) == ["a", "b", "c"]
    assert refused(promotion)["b"] == (
        "trials of its suite are in ERROR, so nobody can say how it stands: repair what the run reports and run again"
    )


@pytest.mark.parametrize(
    ("request_", "message"),
    [
        ({"accept_drop": frozenset({"letter"}), "reason": "x"}, "unknown sampled suite 'letter'"),
        ({"accept_drop": frozenset({"letters"}), "reason": "x"}, "suite 'letters' did not get worse"),
        ({"accept": frozenset({"a"}), "reason": "x"}, "'a' needs no --accept"),
    ],
)
def test_what_need_not_be_accepted_can_not_be(request_: dict[str, object], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        promoted(sampled([counted("a", "5/5")], [counted("a", "4/5")]), **request_)


def test_where_nothing_is_sampled_there_is_nothing_to_count_anew() -> None:
    sides = sampled([], [])
    plain = attrs.evolve(sides, header=attrs.evolve(sides.header, sampled=False))
    with pytest.raises(UsageError, match="--recount: no suite of this run is sampled"):
        promoted(plain, recount=True)


def test_a_suite_that_becomes_sampled_is_rewritten_as_a_whole() -> None:
    """What was accepted as passing must be solved now and then; no counts are there to hold it against."""
    then = [PLAIN, attrs.evolve(PLAIN, id="b", verdict=Verdict.FAIL)]
    promotion = promoted(
        sampled(then, [counted("a", "3/5"), counted("b", "0/5")], known={"b": LIVE}, accepted_outcome="s0")
    )
    assert written(promotion) == {"a": "drifted 3/5", "b": "drifted 0/5"}
    assert (promotion.settings_changed, promotion.outcome) == (True, "s1")


def test_a_passing_case_that_is_never_solved_blocks_the_change_of_sort_until_it_is_accepted() -> None:
    sides = partial(sampled, [PLAIN], [counted("a", "0/5")], accepted_outcome="s0")
    assert promoted(sides()).blocked
    accepted = promoted(sides(), accept=frozenset({"a"}), reason="it was luck")
    assert (accepted.blocked, written(accepted)) == (False, {"a": "regression 0/5"})


def test_a_marker_that_says_nothing_any_more_blocks_it_as_well() -> None:
    sides = sampled([PLAIN], [counted("a", "5/5")], known={"a": LIVE}, accepted_outcome="s0")
    assert promoted(sides).blocked


def test_deterministic_suites_keep_their_table_beside_sampled_ones() -> None:
    plain = Sides(
        suite="files",
        header=SuiteHeader(golden="g", outcome="s1", agent="a:a", cases={"a": "d1"}),
        observed=[entry_of(PLAIN)],
        accepted=[entry_of(PLAIN)],
        accepted_outcome="s1",
        disagree=frozenset({"a"}),
    )
    both: Comparison = combine(
        "run",
        [compared(plain), compared(sampled([counted("a", "3/5")], [counted("a", "1/5")]))],
        TODAY,
    )
    assert [(case.suite, case.ruling.case_class.value) for case in both.cases] == [
        ("files", "unstable"),
        ("letters", "ok"),
    ]
    assert [*both.sampled] == ["letters"]
