import datetime as dt
from collections.abc import Callable, Mapping

import attrs
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from goldgate.errors import UpdateRefused, UsageError
from goldgate.gate.compare import compare, compare_suite
from goldgate.gate.fates import Action, fate_of
from goldgate.gate.promote import promote, promote_suites
from goldgate.gate.promotion import Promotion, needs_yes
from goldgate.gate.sides import Sides
from goldgate.gate.update_request import UpdateRequest
from goldgate.model.baseline import Baseline, BaselineLine
from goldgate.model.comparison import CaseClass, CaseComparison, Marker
from goldgate.model.grading import JudgeIdentity, JudgeKind
from goldgate.model.judgement import Verdict
from goldgate.model.known_failure import KnownFailure
from goldgate.model.result import Run, RunHeader

TODAY = dt.date(2026, 11, 30)
LIVE = KnownFailure(reason="pulled to file_read", issue="#12", expires=TODAY)
EXPIRED = attrs.evolve(LIVE, expires=TODAY - dt.timedelta(days=1))
PASS, FAIL = Verdict.PASS, Verdict.FAIL

MakeLine = Callable[..., BaselineLine]
MakeSides = Callable[..., Sides]


def promoted(sides: Sides, request: UpdateRequest | None = None) -> Promotion:
    (promotion,) = promote_suites([sides], today=TODAY, request=request or UpdateRequest())
    return promotion


def accepting(*ids: str) -> UpdateRequest:
    return UpdateRequest(accept=frozenset(ids), reason="the new hint is meant")


def lines(promotion: Promotion) -> list[BaselineLine]:
    return [entry.line() for entry in promotion.entries]


def written(promotion: Promotion) -> dict[str, str]:
    return {write.id: write.case_class.value for write in promotion.writes}


def refused(promotion: Promotion) -> dict[str, str]:
    return {refusal.id: refusal.case_class.value for refusal in promotion.refused}


def test_what_is_ok_or_known_is_untouched_byte_for_byte(line: MakeLine, sides: MakeSides) -> None:
    """Even where the accepted line is spelled or noted otherwise, or its failure is worded otherwise."""
    both = sides(
        now=[line("a"), line("b"), line("c", FAIL, answer="can't")],
        then=[line("a"), line("b", note="accepted once"), line("c", FAIL, answer="can not")],
        known={"c": LIVE},
    )
    promotion = promoted(both)
    assert (promotion.writes, promotion.refused, promotion.writes_file) == ((), (), False)
    assert list(promotion.entries) == both.accepted
    assert (promotion.existing, promotion.unchanged) == (3, 3)


def test_what_is_new_or_stale_is_written_as_observed(line: MakeLine, sides: MakeSides) -> None:
    now = [line("drifted", answer="2"), line("edited", case="d2"), line("fixed"), line("known", FAIL), line("new")]
    then = [line("drifted", answer="1", note="old"), line("edited"), line("fixed", FAIL)]
    both = sides(now=now, then=then, known={"known": LIVE})
    promotion = promoted(both)
    assert written(promotion) == {
        "drifted": "drifted",
        "edited": "case_edited",
        "fixed": "fixed",
        "known": "known_new",
        "new": "new",
    }
    assert list(promotion.entries) == both.observed
    assert (promotion.existing_changed, promotion.refused) == (3, ())


def test_the_first_update_writes_the_first_baseline(line: MakeLine, sides: MakeSides) -> None:
    promotion = promoted(sides(now=[line("a"), line("b", FAIL)], then=None))
    assert (written(promotion), refused(promotion)) == ({"a": "new"}, {"b": "unexplained"})
    assert (promotion.outcome, promotion.existing, promotion.settings_changed) == ("s1", 0, False)


def test_a_fixed_case_is_refused_while_it_is_marked(line: MakeLine, sides: MakeSides) -> None:
    both = sides(now=[line("a")], then=[line("a", FAIL)], known={"a": LIVE})
    assert refusal_of(both) == "fixed: it passes now: take its known_failure marker out of the golden file first"


def test_a_failing_case_without_a_marker_is_never_written(line: MakeLine, sides: MakeSides) -> None:
    regression = sides(now=[line("a", FAIL)], then=[line("a")])
    unexplained = sides(now=[line("a", FAIL)], then=[line("a", FAIL)])
    why = "a failing case without a marker is never written: fix it, or give it a known_failure in the golden file"
    assert refusal_of(regression) == f"regression: {why}, then --accept a --reason TEXT"
    assert refusal_of(unexplained) == f"unexplained: {why}"


def test_an_expired_failure_is_refused(line: MakeLine, sides: MakeSides) -> None:
    both = sides(now=[line("a", FAIL)], then=[line("a", FAIL)], known={"a": EXPIRED})
    assert refusal_of(both).endswith("fix it, or set a new date in its marker")


def test_a_removed_case_is_refused(line: MakeLine, sides: MakeSides) -> None:
    both = sides(then=[line("a")])
    assert refusal_of(both) == "removed: it is no longer in the golden file: --prune drops its line"


def test_a_case_in_error_and_an_unstable_one_are_refused(line: MakeLine, sides: MakeSides) -> None:
    assert refusal_of(sides(golden=["a"], then=[line("a")])).startswith("error: nothing could be judged")
    assert refusal_of(sides(now=[line("a")], then=[line("a")], disagree=["a"])).startswith("unstable: its trials")


def refusal_of(sides: Sides) -> str:
    """Class and sentence of the only refusal; the file stays as it is."""
    promotion = promoted(sides)
    assert (list(promotion.entries), promotion.writes) == (sides.accepted, ())
    (refusal,) = promotion.refused
    return f"{refusal.case_class}: {refusal.why}"


@pytest.fixture
def acceptable(line: MakeLine, sides: MakeSides) -> Sides:
    """The three changes that can be accepted."""
    return sides(
        now=[line("free", tool="file_read"), line("marked", FAIL), line("other", FAIL, failed=["status"])],
        then=[line("free"), line("marked"), line("other", FAIL, note="old")],
        unexpecting=["free"],
        known={"marked": LIVE, "other": LIVE},
    )


def test_what_can_be_accepted_is_refused_with_the_option_to_use(acceptable: Sides) -> None:
    promotion = promoted(acceptable)
    assert refused(promotion) == {"free": "regression", "marked": "regression", "other": "changed_failure"}
    assert [refusal.why.split(": ")[-1] for refusal in promotion.refused] == [
        f"--accept {case_id} --reason TEXT" for case_id in ("free", "marked", "other")
    ]


def test_what_is_accepted_is_written_with_the_reason_as_its_note(acceptable: Sides) -> None:
    promotion = promoted(acceptable, accepting("free", "files::other"))
    assert (written(promotion), refused(promotion)) == (
        {"free": "regression", "other": "changed_failure"},
        {"marked": "regression"},
    )
    assert [it.note for it in lines(promotion)] == ["the new hint is meant", None, "the new hint is meant"]
    assert lines(promotion)[0] == acceptable.observed[0].line()  # type: ignore[index]


def test_an_unknown_name_is_a_wrong_usage_with_the_nearest_one(acceptable: Sides) -> None:
    with pytest.raises(UsageError, match="unknown case 'markd', did you mean 'marked'"):
        promoted(acceptable, accepting("markd"))
    with pytest.raises(UsageError, match="unknown case 'othr', did you mean 'other'"):
        promoted(acceptable, UpdateRequest(only=frozenset({"othr"})))


def test_all_wrong_names_are_told_at_once(acceptable: Sides) -> None:
    with pytest.raises(UsageError) as told:
        promoted(acceptable, accepting("zzz", "yyy", "free"))
    known = "known are free, marked, other"
    assert [problem.message for problem in told.value.problems] == [
        f"unknown case 'yyy'; {known}",
        f"unknown case 'zzz'; {known}",
    ]


def test_what_can_not_be_accepted_is_a_wrong_usage_that_says_what_to_do(line: MakeLine, sides: MakeSides) -> None:
    both = sides(now=[line("0", FAIL), line("a", FAIL)], then=[line("a")])
    with pytest.raises(UsageError, match=r"'a' can't be accepted \(regression\): a failing case without a marker"):
        promoted(both, accepting("a"))


@pytest.mark.parametrize("answer", ["the same", "another"])
def test_what_is_not_refused_needs_no_acceptance(line: MakeLine, sides: MakeSides, answer: str) -> None:
    both = sides(now=[line("a", answer=answer)], then=[line("a", answer="the same")])
    with pytest.raises(UsageError, match="'a' needs no --accept: nothing about it is refused"):
        promoted(both, accepting("a"))


def test_a_name_that_several_suites_have_means_all_of_them(acceptable: Sides, line: MakeLine, sides: MakeSides) -> None:
    """In one of them it may need no acceptance; that is no reason to refuse the other."""
    other = attrs.evolve(sides(now=[line("free")], then=[line("free")]), suite="airline")
    promotions = promote_suites([other, acceptable], today=TODAY, request=accepting("free"))
    assert [written(promotion) for promotion in promotions] == [{}, {"free": "regression"}]


def test_a_narrowed_update_leaves_all_others_alone(line: MakeLine, sides: MakeSides) -> None:
    both = sides(now=[line("a"), line("b"), line("c", FAIL)], then=[line("c")])
    promotion = promoted(both, UpdateRequest(only=frozenset({"b"})))
    assert (written(promotion), refused(promotion)) == ({"b": "new"}, {})


@pytest.mark.parametrize("request_", [accepting("a"), UpdateRequest(only=frozenset({"a"}))], ids=["accept", "case"])
def test_a_case_that_did_not_run_can_not_be_named(line: MakeLine, sides: MakeSides, request_: UpdateRequest) -> None:
    both = sides(now=[line("b")], then=[line("a"), line("b")], golden=["a", "b"], selected=["b"])
    with pytest.raises(UsageError, match="case 'a' was not part of this run: goldgate run --case a"):
        promoted(both, request_)


def test_a_filtered_run_touches_only_what_it_ran(line: MakeLine, sides: MakeSides) -> None:
    both = sides(now=[line("b", answer="2")], then=[line("a"), line("b", answer="1")], golden="bc", selected="b")
    promotion = promoted(both)
    assert (written(promotion), refused(promotion), promotion.existing) == ({"b": "drifted"}, {}, 2)
    assert [entry.id for entry in promotion.entries] == ["a", "b"]


def test_prune_drops_removed_lines(line: MakeLine, sides: MakeSides) -> None:
    both = sides(now=[line("b")], then=[line("a"), line("b"), line("c")])
    promotion = promoted(both, UpdateRequest(prune=True))
    assert written(promotion) == {"a": "removed", "c": "removed"}
    assert (list(promotion.entries), promotion.existing_changed) == (both.observed, 2)


def test_prune_can_be_narrowed(line: MakeLine, sides: MakeSides) -> None:
    both = sides(now=[line("b")], then=[line("a"), line("b"), line("c")])
    assert written(promoted(both, UpdateRequest(prune=True, only=frozenset({"c"})))) == {"c": "removed"}


def test_prune_needs_a_run_of_all_cases(line: MakeLine, sides: MakeSides) -> None:
    both = sides(now=[line("b")], then=[line("a"), line("b")], selected=["b"])
    with pytest.raises(UsageError, match="--prune needs a run of all cases of suite 'files'"):
        promoted(both, UpdateRequest(prune=True))


@pytest.fixture
def resettled(line: MakeLine, sides: MakeSides) -> Sides:
    """A suite whose outcome settings changed since its baseline was written."""
    return sides(
        now=[line("a", answer=2), line("b", FAIL, failed=["status"]), line("d"), line("e", FAIL)],
        then=[line("a", note="old"), line("b", FAIL), line("d")],
        unexpecting=["a"],
        known={"b": LIVE},
        accepted_outcome="s0",
    )


def test_under_other_settings_every_line_of_the_same_verdict_is_rewritten(resettled: Sides) -> None:
    promotion = promoted(resettled)
    assert written(promotion) == {"a": "drifted", "b": "drifted"}
    assert refused(promotion) == {"e": "unexplained"}
    assert (promotion.outcome, promotion.settings_changed, promotion.blocked) == ("s1", True, False)


def test_under_other_settings_notes_stay(resettled: Sides) -> None:
    assert lines(promoted(resettled))[0].note == "old"


def test_under_other_settings_no_line_is_rewritten_while_one_would_stay_as_it_was(
    line: MakeLine, sides: MakeSides
) -> None:
    """The file says of all its lines by which settings they were written."""
    both = sides(now=[line("a", answer=2), line("b", FAIL)], then=[line("a"), line("b")], accepted_outcome="s0")
    promotion = promoted(both)
    assert (promotion.blocked, promotion.writes, promotion.writes_file) == (True, (), False)
    assert refused(promotion) == {"b": "regression"}
    assert (promotion.outcome, promotion.entries) == ("s0", tuple(both.accepted))
    assert needs_yes([promotion]) is None


def test_under_other_settings_what_was_refused_may_be_pruned_or_accepted(line: MakeLine, sides: MakeSides) -> None:
    both = sides(
        now=[line("a", answer=2), line("b", FAIL)],
        then=[line("a"), line("b"), line("gone")],
        known={"b": LIVE},
        accepted_outcome="s0",
    )
    assert promoted(both, accepting("b")).blocked
    assert promoted(both, UpdateRequest(prune=True)).blocked
    promotion = promoted(both, attrs.evolve(accepting("b"), prune=True))
    assert written(promotion) == {"a": "drifted", "b": "regression", "gone": "removed"}
    assert (promotion.outcome, promotion.blocked) == ("s1", False)


def test_under_other_settings_the_file_is_written_though_no_line_changes(line: MakeLine, sides: MakeSides) -> None:
    promotion = promoted(sides(now=[line("a")], then=[line("a")], accepted_outcome="s0"))
    assert (promotion.writes, promotion.writes_file) == ((), True)


@pytest.mark.parametrize(
    ("selected", "only"),
    [pytest.param(["a"], None, id="a filtered run"), pytest.param(None, frozenset({"a"}), id="a narrowed update")],
)
def test_under_other_settings_a_part_can_not_be_rewritten(
    line: MakeLine, sides: MakeSides, selected: list[str] | None, only: frozenset[str] | None
) -> None:
    both = sides(now=[line("a")], then=[line("a")], selected=selected, accepted_outcome="s0")
    with pytest.raises(UpdateRefused, match="all of its lines must be rewritten"):
        promoted(both, UpdateRequest(only=only))


def judged(sides: Sides, *, then: Mapping[str, str]) -> Sides:
    """The same, of a run that a judge looked at by the rubric `tone`."""
    judge = JudgeIdentity(kind=JudgeKind.CALLABLE, name="j:j", prompt="p", made_of="m", rubrics={"tone": "t1"})
    return attrs.evolve(sides, header=attrs.evolve(sides.header, judge=judge), accepted_judge=then)


def test_what_another_rubric_decided_is_rewritten_whole_or_not_at_all(line: MakeLine, sides: MakeSides) -> None:
    same = promoted(judged(sides(now=[line("a")], then=[line("a")]), then={"rubrics.tone": "t0"}))
    worse = promoted(judged(sides(now=[line("a", FAIL)], then=[line("a")]), then={"rubrics.tone": "t0"}))
    assert (same.writes_file, same.judge["rubrics.tone"], same.baseline().judge) == (True, "t1", same.judge)
    assert (worse.blocked, worse.judge) == (True, {"rubrics.tone": "t0"})
    with pytest.raises(UpdateRefused, match="the judge or a rubric of suite 'files' changed, so all of its lines"):
        promoted(judged(sides(now=[line("a")], golden=["a", "b"], selected=["a"]), then={"rubrics.tone": "t0"}))


def test_the_rubrics_of_cases_that_were_not_run_stay(line: MakeLine, sides: MakeSides) -> None:
    then = {"rubrics.gone": "g1", "rubrics.tone": "t1"}
    part = promoted(judged(sides(now=[line("a")], golden=["a", "b"], selected=["a"], then=[line("b")]), then=then))
    whole = promoted(judged(sides(now=[line("a")], then=[]), then=then))
    assert [promotion.judge.get("rubrics.gone") for promotion in (part, whole)] == ["g1", None]
    assert part.writes_file


def test_a_run_is_promoted_as_a_value(line: MakeLine, sides: MakeSides) -> None:
    both = sides(now=[line("a", answer=2), line("b")], then=[line("a", answer=1)])
    run, baselines = as_values(both)
    (promotion,) = promote(run, baselines, today=TODAY)
    assert (promotion.suite, written(promotion)) == ("files", {"a": "drifted", "b": "new"})
    after = {"files": promotion.baseline()}
    assert compare(run, after, today=TODAY).counts == {CaseClass.OK: 2}


def test_a_run_without_baselines_makes_the_first_ones(line: MakeLine, sides: MakeSides) -> None:
    run, _ = as_values(sides(now=[line("a", FAIL)]))
    (promotion,) = promote(run, {}, today=TODAY, known_failures={"files": {"a": LIVE}})
    assert written(promotion) == {"a": "known_new"}


def as_values(sides: Sides) -> tuple[Run, dict[str, Baseline]]:
    run = Run(
        header=RunHeader(
            run="r1",
            goldgate="0.1.0",
            started="2026-11-30T10:00:00Z",
            suites={sides.suite: attrs.evolve(sides.header, known_failures=sides.known_failures)},
            trials=1,
        ),
        results=(),
        proposed={sides.suite: tuple(entry.line() for entry in sides.observed)},
    )
    return run, {sides.suite: Baseline(outcome="s1", lines=tuple(entry.line() for entry in sides.accepted))}


@attrs.frozen
class Situation:
    """One case of a random suite: what is marked, accepted and observed; None is no line."""

    golden: bool
    marker: KnownFailure | None
    disagree: bool
    unexpecting: bool
    accepted: tuple[Verdict, str, str, str | None] | None
    observed: tuple[Verdict, str, str] | None


outcomes = (st.sampled_from([PASS, FAIL]), st.sampled_from(["file_read", "file_search"]), st.sampled_from(["d1", "d2"]))
situations = st.builds(
    Situation,
    golden=st.sampled_from([True, True, True, False]),
    marker=st.sampled_from([None, LIVE, EXPIRED]),
    disagree=st.sampled_from([False, False, False, True]),
    unexpecting=st.booleans(),
    accepted=st.none() | st.tuples(*outcomes, st.sampled_from([None, "accepted once"])),
    observed=st.none() | st.tuples(*outcomes),
)
suites = st.dictionaries(st.sampled_from(["a", "B", "c c", "가"]), situations, min_size=1)


def as_sides(suite: dict[str, Situation], line: MakeLine, sides: MakeSides, *, settings_changed: bool = False) -> Sides:
    cases = sorted(suite.items())
    return sides(
        now=[
            line(case_id, verdict, tool=tool, case=definition)
            for case_id, it in cases
            if it.golden and it.observed
            for verdict, tool, definition in [it.observed]
        ],
        then=[
            line(case_id, verdict, tool=tool, case=definition, note=note)
            for case_id, it in cases
            if it.accepted
            for verdict, tool, definition, note in [it.accepted]
        ],
        golden={case_id: it.observed[2] if it.observed else "d1" for case_id, it in cases if it.golden},
        known={case_id: it.marker for case_id, it in cases if it.marker and it.golden},
        disagree=[case_id for case_id, it in cases if it.disagree and it.golden],
        unexpecting=[case_id for case_id, it in cases if it.unexpecting],
        accepted_outcome="s0" if settings_changed else "s1",
    )


def after(sides: Sides, promotion: Promotion) -> Sides:
    """The same run, held against the new file."""
    return attrs.evolve(sides, accepted=promotion.entries, accepted_outcome=promotion.outcome)


def everything_asked(sides: Sides) -> UpdateRequest:
    """Accept all that can be accepted, prune all that can be pruned."""
    acceptable = [it.id for it in promoted(sides).refused if fate_of(it.case).action is Action.ACCEPT]
    return attrs.evolve(accepting(*acceptable), prune=True) if acceptable else UpdateRequest(prune=True)


def still_open(case: CaseComparison) -> bool:
    """Whether a case is not yet as accepted, and can't be by an update alone."""
    return fate_of(case).action is not Action.KEEP


@given(suite=suites, ask=st.booleans(), settings_changed=st.booleans())
def test_after_an_update_all_is_ok_or_known_but_what_was_refused(
    line: MakeLine,
    sides: MakeSides,
    suite: dict[str, Situation],
    *,
    ask: bool,
    settings_changed: bool,
) -> None:
    """A passing case that is marked is the one thing that an accepted line does not settle: its marker has to go."""
    both = as_sides(suite, line, sides, settings_changed=settings_changed)
    promotion = promoted(both, everything_asked(both) if ask else None)
    assume(not promotion.blocked)
    comparison = compare_suite(after(both, promotion), today=TODAY)
    left = {case.id for case in comparison.cases if still_open(case)}
    marked_and_passing = {
        write.id
        for write in promotion.writes
        if write.case.facts.current is PASS and write.case.facts.marker is not Marker.NONE
    }
    assert left - marked_and_passing <= {refusal.id for refusal in promotion.refused}


@given(suite=suites, settings_changed=st.booleans())
def test_a_second_update_writes_nothing(
    line: MakeLine,
    sides: MakeSides,
    suite: dict[str, Situation],
    *,
    settings_changed: bool,
) -> None:
    both = as_sides(suite, line, sides, settings_changed=settings_changed)
    first = promoted(both)
    second = promoted(after(both, first))
    assert (second.writes, second.entries, second.writes_file) == ((), first.entries, False)


@given(suite=suites, ask=st.booleans())
def test_a_line_that_is_not_written_stays_byte_for_byte(
    line: MakeLine,
    sides: MakeSides,
    suite: dict[str, Situation],
    *,
    ask: bool,
) -> None:
    both = as_sides(suite, line, sides)
    promotion = promoted(both, everything_asked(both) if ask else None)
    touched = {write.id for write in promotion.writes}
    assert [entry for entry in promotion.entries if entry.id not in touched] == [
        entry for entry in both.accepted if entry.id not in touched
    ]
    assert touched.isdisjoint(refusal.id for refusal in promotion.refused)


@given(suite=suites)
def test_no_failure_without_a_live_marker_ever_enters_the_baseline(
    line: MakeLine, sides: MakeSides, suite: dict[str, Situation]
) -> None:
    both = as_sides(suite, line, sides)
    promotion = promoted(both, everything_asked(both))
    for write in promotion.writes:
        if write.case.facts.current is FAIL:
            assert write.case.facts.marker is Marker.LIVE
