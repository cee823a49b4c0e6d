from collections.abc import Callable, Mapping

import attrs
import pytest

from goldgate.errors import MissingBaseline, OutcomeSettingsChanged, UsageError
from goldgate.formats.judgements import judge_digests
from goldgate.gate.sides import Sides, require_comparable, sides_of, without_golden_file
from goldgate.model.baseline import Baseline, BaselineLine
from goldgate.model.grading import JudgeIdentity, JudgeKind
from goldgate.model.known_failure import KnownFailure
from goldgate.model.result import Run, RunHeader, SuiteHeader

MARKER = KnownFailure(reason="pulled to file_read", issue="#12")

MakeLine = Callable[..., BaselineLine]
MakeSides = Callable[..., Sides]


def header(*ids: str, known: Mapping[str, KnownFailure] | None = None) -> SuiteHeader:
    return SuiteHeader(
        golden="g1", outcome="s1", agent="a:b", cases=dict.fromkeys(ids, "d1"), known_failures=known or {}
    )


def run_of(line: MakeLine, suites: Mapping[str, SuiteHeader], *, selection: str = "") -> Run:
    return Run(
        header=RunHeader(run="r1", goldgate="0.1.0", started="…", suites=suites, trials=1, selection=selection),
        results=(),
        proposed={suite: tuple(line(case_id) for case_id in it.cases) for suite, it in suites.items()},
        disagree={suite: tuple(it.cases)[:1] for suite, it in suites.items()},
    )


def test_all_cases_are_selected_where_no_selection_was_made(sides: MakeSides) -> None:
    whole = sides(golden=["a"])
    assert (whole.filtered, whole.selects("a")) == (False, True)


def test_a_selection_leaves_some_out(sides: MakeSides) -> None:
    part = sides(golden=["a", "b"], selected=["a"])
    assert (part.filtered, part.selects("a"), part.selects("b")) == (True, True, False)


def test_a_missing_baseline_has_no_settings_that_could_have_changed(sides: MakeSides) -> None:
    assert not sides(then=None).settings_changed


def test_settings_changed_when_the_baseline_has_another_digest(sides: MakeSides) -> None:
    assert (sides(accepted_outcome="s0").settings_changed, sides().settings_changed) == (True, False)


def judged(sides: Sides, *, then: Mapping[str, str], rubrics: Mapping[str, str]) -> Sides:
    """The sides of a suite that was judged by another judge then, unless `then` says so."""
    judge = JudgeIdentity(kind=JudgeKind.CALLABLE, name="judges:judge", prompt="p", made_of="m", rubrics=rubrics)
    who = {key: digest for key, digest in judge_digests(judge).items() if not key.startswith("rubrics.")}
    header = attrs.evolve(sides.header, judge=judge)
    return attrs.evolve(sides, header=header, accepted_judge={**who, **then} if then else {})


def test_what_was_judged_otherwise_is_named_with_both_digests(sides: MakeSides) -> None:
    both = judged(sides(), then={"judge.made_of": "m0", "rubrics.tone": "t0"}, rubrics={"tone": "t1"})
    made_of = judge_digests(both.header.judge)["judge.made_of"]
    with pytest.raises(OutcomeSettingsChanged) as refused:
        require_comparable(both)
    (problem,) = refused.value.problems
    assert problem.message == (
        "suite 'files' was judged otherwise when its baseline was written "
        f"(judge.made_of was m0, is {made_of}, rubrics.tone was t0, is t1): "
        "take the change back, or run goldgate update-baseline"
    )


@pytest.mark.parametrize(
    ("then", "rubrics"),
    [
        pytest.param({"rubrics.tone": "t1"}, {"tone": "t1"}, id="the same"),
        pytest.param({"rubrics.tone": "t1"}, {"tone": "t1", "new": "n1"}, id="a new rubric"),
        pytest.param({"rubrics.tone": "t1", "rubrics.gone": "g1"}, {"tone": "t1"}, id="a rubric that none expects"),
        pytest.param({}, {"tone": "t1"}, id="the first rubric of the suite"),
    ],
)
def test_rubrics_that_one_side_knows_alone_change_nothing(
    sides: MakeSides, then: Mapping[str, str], rubrics: Mapping[str, str]
) -> None:
    """Cases that expect them are new, or edited, or gone."""
    assert not judged(sides(), then=then, rubrics=rubrics).settings_changed


def test_a_run_that_asked_no_judge_is_held_against_what_a_judge_was_asked_about(sides: MakeSides) -> None:
    assert not attrs.evolve(sides(selected=["a"]), accepted_judge={"rubrics.tone": "t1"}).settings_changed


def test_comparable_suites_pass(sides: MakeSides) -> None:
    require_comparable(sides(), sides())


def test_every_suite_without_a_baseline_is_named(sides: MakeSides) -> None:
    with pytest.raises(MissingBaseline) as refused:
        require_comparable(sides(then=None), sides(), attrs.evolve(sides(then=None), suite="airline"))
    assert [problem.message.split(" has ")[0] for problem in refused.value.problems] == [
        "suite 'files'",
        "suite 'airline'",
    ]


def test_every_suite_of_other_settings_is_named(sides: MakeSides) -> None:
    with pytest.raises(OutcomeSettingsChanged) as refused:
        require_comparable(sides(accepted_outcome="s0"), attrs.evolve(sides(accepted_outcome="s0"), suite="airline"))
    assert len(refused.value.problems) == 2


def test_the_sides_of_a_run_are_sorted_by_suite(line: MakeLine) -> None:
    run = run_of(line, {"files": header("a", known={"a": MARKER}), "airline": header("b")})
    airline, files = sides_of(run, {"files": Baseline(outcome="s1", lines=(line("a"),))})
    assert (airline.suite, airline.accepted_outcome, list(airline.accepted)) == ("airline", None, [])
    assert (files.suite, files.accepted_outcome, list(files.accepted)) == ("files", "s1", list(files.observed))
    assert files.known_failures == {"a": MARKER}
    assert files.disagree == frozenset({"a"})


def test_markers_that_are_given_take_the_place_of_those_of_the_run(line: MakeLine) -> None:
    run = run_of(line, {"files": header("a", known={"a": MARKER}), "airline": header("b")})
    airline, files = sides_of(run, {}, known_failures={"airline": {"b": MARKER}})
    assert (airline.known_failures, files.known_failures) == ({"b": MARKER}, {})


def test_a_baseline_without_a_suite_has_lost_its_golden_file(line: MakeLine) -> None:
    baseline = Baseline(outcome="s0", lines=(line("a"),))
    (gone,) = sides_of(run_of(line, {}), {"files": baseline})
    assert gone == without_golden_file("files", accepted=gone.accepted, outcome="s0")
    assert (gone.settings_changed, gone.header.cases, gone.filtered) == (False, {}, False)


def test_a_filtered_run_says_nothing_of_other_suites(line: MakeLine) -> None:
    assert sides_of(run_of(line, {}, selection="--suite airline"), {"files": Baseline(outcome="s1")}) == []


def test_lines_are_sorted_by_the_utf_8_bytes_of_the_id(line: MakeLine) -> None:
    (files,) = sides_of(run_of(line, {"files": header("b", "가", "Z", "é")}), {})
    assert [entry.id for entry in files.observed] == ["Z", "b", "é", "가"]


def test_two_lines_of_one_case_are_refused(line: MakeLine) -> None:
    baseline = Baseline(outcome="s1", lines=(line("a"), line("b"), line("a")))
    with pytest.raises(UsageError, match="suite 'files' has two lines for case 'a'"):
        sides_of(run_of(line, {"files": header("a")}), {"files": baseline})
