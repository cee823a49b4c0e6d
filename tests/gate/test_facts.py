import datetime as dt
from collections.abc import Callable

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldgate.errors import BadFile
from goldgate.formats.baseline import Entry
from goldgate.gate.facts import Examiner
from goldgate.gate.sides import Sides
from goldgate.model.baseline import BaselineLine
from goldgate.model.comparison import CaseClass, CaseComparison, Facts, Marker
from goldgate.model.judgement import Verdict
from goldgate.model.known_failure import KnownFailure

TODAY = dt.date(2026, 11, 30)
LIVE = KnownFailure(reason="pulled to file_read", issue="#12", expires=TODAY)
EXPIRED = attrs.evolve(LIVE, expires=TODAY - dt.timedelta(days=1))
PASS, FAIL = Verdict.PASS, Verdict.FAIL

MakeLine = Callable[..., BaselineLine]
MakeSides = Callable[..., Sides]


def examined(sides: Sides) -> CaseComparison:
    """The only case, examined."""
    examiner = Examiner(sides=sides, today=TODAY)
    (joined,) = examiner.cases()
    return examiner.examine(*joined)


def glanced(sides: Sides) -> CaseClass | None:
    """The only case, at a glance."""
    examiner = Examiner(sides=sides, today=TODAY)
    (joined,) = examiner.cases()
    return examiner.at_a_glance(*joined)


def test_equal_lines_of_a_passing_case_are_ok_at_a_glance(line: MakeLine, sides: MakeSides) -> None:
    assert glanced(sides(now=[line("a")], then=[line("a")])) is CaseClass.OK


def test_a_glance_parses_nothing(sides: MakeSides) -> None:
    entry = Entry(id="a", text='{"id":"a","verdict":"pass",not json at all')
    assert glanced(attrs.evolve(sides(golden=["a"]), observed=[entry], accepted=[entry])) is CaseClass.OK


def test_a_case_that_was_not_selected_is_seen_at_a_glance(line: MakeLine, sides: MakeSides) -> None:
    assert glanced(sides(golden=["a"], then=[line("a")], selected=[])) is CaseClass.NOT_SELECTED


def test_equal_lines_of_a_failing_case_need_a_closer_look(line: MakeLine, sides: MakeSides) -> None:
    assert glanced(sides(now=[line("a", FAIL)], then=[line("a", FAIL)])) is None


def test_equal_lines_of_a_marked_case_need_a_closer_look(line: MakeLine, sides: MakeSides) -> None:
    assert glanced(sides(now=[line("a")], then=[line("a")], known={"a": LIVE})) is None


def test_equal_lines_of_a_case_whose_trials_disagree_need_a_closer_look(line: MakeLine, sides: MakeSides) -> None:
    assert glanced(sides(now=[line("a")], then=[line("a")], disagree=["a"])) is None


def test_different_lines_need_a_closer_look(line: MakeLine, sides: MakeSides) -> None:
    assert glanced(sides(now=[line("a")], then=[line("a", note="accepted once")])) is None


@given(
    case_id=st.text(st.sampled_from('a",:{}\\pass verdict'), min_size=1),
    answer=st.text(st.sampled_from('",:{}\\pass verdict')),
    verdict=st.sampled_from([PASS, FAIL]),
)
def test_no_text_of_an_agent_or_of_an_id_passes_for_the_verdict(
    line: MakeLine, sides: MakeSides, case_id: str, answer: str, verdict: Verdict
) -> None:
    spelled = [line(case_id, verdict, answer={"verdict": "pass", "text": answer})]
    if glanced(sides(now=spelled, then=spelled)) is CaseClass.OK:
        assert verdict is PASS


def test_the_facts_of_an_unchanged_case(line: MakeLine, sides: MakeSides) -> None:
    case = examined(sides(now=[line("a")], then=[line("a")]))
    expected = Facts(baseline=PASS, current=PASS, same_outcome=True, same_failure=True, same_definition=True)
    assert case.facts == expected
    assert (case.ruling.row, case.divergence, case.uncaptured) == (18, None, ())


def test_a_note_takes_no_part(line: MakeLine, sides: MakeSides) -> None:
    case = examined(sides(now=[line("a")], then=[line("a", note="accepted once")]))
    assert case.ruling.case_class is CaseClass.OK


def test_a_case_that_is_new_has_nothing_to_be_the_same_as(line: MakeLine, sides: MakeSides) -> None:
    assert examined(sides(now=[line("a")])).facts == Facts(baseline=None, current=PASS)


def test_a_selected_case_without_an_outcome_is_in_error(line: MakeLine, sides: MakeSides) -> None:
    case = examined(sides(golden=["a"], then=[line("a")]))
    assert case.facts == Facts(baseline=PASS, current=Verdict.ERROR, same_definition=True)
    assert case.ruling.case_class is CaseClass.ERROR


def test_a_case_that_left_the_golden_file_is_removed(line: MakeLine, sides: MakeSides) -> None:
    case = examined(sides(then=[line("a", FAIL)]))
    assert case.facts == Facts(in_golden=False, baseline=FAIL, current=None)
    assert case.ruling.case_class is CaseClass.REMOVED


def test_another_outcome_comes_with_the_first_difference(line: MakeLine, sides: MakeSides) -> None:
    case = examined(sides(now=[line("a", tool="file_read")], then=[line("a", tool="file_search")]))
    assert not case.facts.same_outcome
    assert case.divergence is not None
    assert (case.divergence.step, case.divergence.pointer) == (0, "/tool")
    assert (case.divergence.expected, case.divergence.actual) == ("file_search", "file_read")


def test_an_answer_that_is_lost_is_a_drift(line: MakeLine, sides: MakeSides) -> None:
    case = examined(sides(now=[line("a")], then=[line("a", answer="three files")]))
    assert (case.ruling.case_class, case.uncaptured) == (CaseClass.DRIFTED, ())


def test_what_the_baseline_does_not_hold_is_named(line: MakeLine, sides: MakeSides) -> None:
    case = examined(sides(now=[line("a", answer="three files")], then=[line("a")]))
    assert (case.ruling.case_class, case.uncaptured) == (CaseClass.OK, ("/answer",))


def test_a_case_edited_since_has_another_definition(line: MakeLine, sides: MakeSides) -> None:
    case = examined(sides(now=[line("a", case="d2")], then=[line("a")]))
    assert (case.facts.same_definition, case.ruling.case_class) == (False, CaseClass.CASE_EDITED)


def test_a_failure_is_the_same_by_its_signature(line: MakeLine, sides: MakeSides) -> None:
    now, then = line("a", FAIL, answer="can't"), line("a", FAIL, answer="can not")
    case = examined(sides(now=[now], then=[then], known={"a": LIVE}))
    assert (case.facts.same_outcome, case.facts.same_failure, case.ruling.row) == (False, True, 11)
    assert (case.known_failure, case.failed_checks) == (LIVE, ("calls",))


def test_a_failure_of_another_check_is_another_failure(line: MakeLine, sides: MakeSides) -> None:
    now, then = line("a", FAIL, failed=["answer.contains"]), line("a", FAIL)
    assert examined(sides(now=[now], then=[then], known={"a": LIVE})).ruling.row == 9


def test_the_marker_is_judged_by_today(line: MakeLine, sides: MakeSides) -> None:
    case = examined(sides(now=[line("a", FAIL)], then=[line("a", FAIL)], known={"a": EXPIRED}))
    assert (case.facts.marker, case.ruling.case_class) == (Marker.EXPIRED, CaseClass.EXPIRED)


def test_a_marker_says_nothing_of_another_variant_that_passes(line: MakeLine, sides: MakeSides) -> None:
    passing = sides(now=[line("a")], then=[line("a")], known={"a": LIVE})
    assert examined(passing).ruling.case_class is CaseClass.FIXED
    lean = examined(attrs.evolve(passing, variant="lean"))
    assert (lean.ruling.case_class, lean.known_failure) == (CaseClass.OK, None)

    failing = sides(now=[line("a", FAIL)], then=[line("a", FAIL)], known={"a": LIVE})
    assert examined(attrs.evolve(failing, variant="lean")).ruling.case_class is CaseClass.KNOWN


def test_a_case_without_expectations_regresses_when_its_outcome_changes(line: MakeLine, sides: MakeSides) -> None:
    now, then = line("a", tool="file_read"), line("a")
    assert examined(sides(now=[now], then=[then], unexpecting=["a"])).ruling.row == 5


def test_trials_that_disagree_are_unstable(line: MakeLine, sides: MakeSides) -> None:
    case = examined(sides(now=[line("a")], then=[line("a")], disagree=["a"]))
    assert case.ruling.case_class is CaseClass.UNSTABLE


def test_a_filtered_run_does_not_look_for_removed_cases(line: MakeLine, sides: MakeSides) -> None:
    both = sides(now=[line("b")], then=[line("a"), line("b")], selected=["b"])
    assert [case_id for case_id, _, _ in Examiner(sides=both, today=TODAY).cases()] == ["b"]


def test_an_outcome_of_a_case_that_was_not_selected_is_refused(line: MakeLine, sides: MakeSides) -> None:
    with pytest.raises(BadFile, match="'a' has an outcome"):
        examined(sides(now=[line("a")], selected=[]))


def test_a_line_that_somebody_broke_is_a_bad_file(line: MakeLine, sides: MakeSides) -> None:
    broken = Entry(id="a", text='{"id":"a","verdict":"maybe"}', file="baselines/files.jsonl", number=3)
    with pytest.raises(BadFile, match=r"baselines/files\.jsonl:3"):
        examined(attrs.evolve(sides(now=[line("a")]), accepted=[broken]))


def under_other_settings(sides: MakeSides, now: BaselineLine, then: BaselineLine, **also: object) -> CaseClass:
    case = examined(sides(now=[now], then=[then], accepted_outcome="s0", **also))
    assert (case.divergence, case.facts.same_outcome, case.facts.same_failure) == (None, False, False)
    return case.ruling.case_class


def test_under_other_settings_the_same_verdict_is_a_drift(line: MakeLine, sides: MakeSides) -> None:
    now, then = line("a", tool="file_read"), line("a")
    assert under_other_settings(sides, now, then) is CaseClass.DRIFTED
    assert under_other_settings(sides, now, then, unexpecting=["a"]) is CaseClass.DRIFTED


def test_under_other_settings_another_known_failure_is_a_drift(line: MakeLine, sides: MakeSides) -> None:
    now, then = line("a", FAIL, failed=["status"]), line("a", FAIL)
    assert under_other_settings(sides, now, then, known={"a": LIVE}) is CaseClass.DRIFTED


def test_under_other_settings_a_changed_verdict_is_ruled_as_always(line: MakeLine, sides: MakeSides) -> None:
    assert under_other_settings(sides, line("a", FAIL), line("a")) is CaseClass.REGRESSION
    assert under_other_settings(sides, line("a", FAIL), line("a"), known={"a": LIVE}) is CaseClass.REGRESSION
    assert under_other_settings(sides, line("a"), line("a", FAIL), known={"a": LIVE}) is CaseClass.FIXED


def test_under_other_settings_a_failure_without_a_live_marker_stays_unexcused(line: MakeLine, sides: MakeSides) -> None:
    failing = line("a", FAIL)
    assert under_other_settings(sides, failing, failing) is CaseClass.UNEXPLAINED
    assert under_other_settings(sides, failing, failing, known={"a": EXPIRED}) is CaseClass.EXPIRED
