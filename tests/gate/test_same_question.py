import attrs
import pytest

from goldgate.errors import IncomparableRuns
from goldgate.gate.same_question import require_same_question, suite_digest
from goldgate.model.grading import JudgeIdentity, JudgeKind
from goldgate.model.result import RunHeader, SuiteHeader

SUITE = SuiteHeader(golden="g1", outcome="o", agent="a:b", cases={"a": "d1", "b": "d2"}, settings={"trials": "t1"})
A = RunHeader(run="A", goldgate="1", started="now", suites={"files": SUITE}, trials=2)


def other(**changes: object) -> RunHeader:
    return attrs.evolve(A, run="B", suites={"files": attrs.evolve(SUITE, **changes)})  # type: ignore[arg-type]  # any field


def refused(reference: RunHeader, candidate: RunHeader) -> list[str]:
    with pytest.raises(IncomparableRuns) as raised:
        require_same_question(reference, candidate)
    first, *differences = [problem.message for problem in raised.value.problems]
    assert first == "the runs A and B were not asked the same"
    return differences


def test_agent_settings_and_trials_may_be_others() -> None:
    require_same_question(A, attrs.evolve(other(agent="c:d", outcome="p", settings={"trials": "t2"}), trials=6))


def test_a_golden_file_may_differ_in_what_defines_no_case() -> None:
    require_same_question(A, other(golden="g2"))


def test_an_edited_case_is_named_with_both_digests() -> None:
    assert refused(A, other(golden="g2", cases={"a": "d1", "b": "d9"})) == [
        "suite 'files': the golden file was g1, is g2",
        "suite 'files': the definition of case 'b' was d2, is d9",
    ]


def test_an_edited_case_that_neither_ran_is_no_difference() -> None:
    ran = frozenset({"a"})
    reference = attrs.evolve(A, suites={"files": attrs.evolve(SUITE, selected=ran)})

    require_same_question(reference, other(golden="g2", cases={"a": "d1", "b": "d9"}, selected=ran))


def test_cases_that_only_one_ran_are_named() -> None:
    assert refused(A, other(cases={"a": "d1", "c": "d3"})) == [
        "suite 'files': only the reference has cases: b",
        "suite 'files': only the candidate has cases: c",
    ]


def test_many_cases_are_counted() -> None:
    def header(run: str, digest: str) -> RunHeader:
        suite = attrs.evolve(SUITE, golden=digest, cases={str(number): digest for number in range(7)})
        return attrs.evolve(A, run=run, suites={"files": suite})

    assert refused(header("A", "x"), header("B", "y"))[-2:] == [
        "suite 'files': the definition of case '4' was x, is y",
        "suite 'files': the definitions of 2 more cases differ",
    ]
    assert refused(header("A", "x"), other(cases={}))[0] == (
        "suite 'files': only the reference has cases: 0, 1, 2, 3, 4 and 2 more"
    )


def test_suites_that_only_one_ran_are_named() -> None:
    assert refused(A, attrs.evolve(A, run="B", suites={"mails": SUITE})) == [
        "only the reference has the suites files",
        "only the candidate has the suites mails",
    ]


JUDGE = JudgeIdentity(
    kind=JudgeKind.ENDPOINT, name="http://x", model="m1", prompt="p", made_of="f", rubrics={"r": "d1"}
)


def judged(run: str, judge: JudgeIdentity | None) -> RunHeader:
    return attrs.evolve(A, run=run, suites={"files": attrs.evolve(SUITE, judge=judge)})


def test_another_judge_is_named_with_both_digests() -> None:
    (difference,) = refused(judged("A", JUDGE), judged("B", attrs.evolve(JUDGE, model="m2")))

    assert difference.startswith("suite 'files': the judge was http://x m1 (")
    assert ", is http://x m2 (" in difference


def test_a_judge_and_nobody_are_not_the_same() -> None:
    assert "the judge was nobody, is http://x (" in refused(A, judged("B", attrs.evolve(JUDGE, model=None)))[0]


def test_another_rubric_is_named_with_both_digests() -> None:
    other_rubric = attrs.evolve(JUDGE, rubrics={"r": "d2", "s": "d3"})

    assert refused(judged("A", JUDGE), judged("B", other_rubric)) == [
        "suite 'files': the rubric 'r' was d1, is d2",
        "suite 'files': the rubric 's' was not used, is d3",
    ]


def test_the_digest_of_a_suite_is_that_of_the_question() -> None:
    assert suite_digest(SUITE) == suite_digest(attrs.evolve(SUITE, golden="g2", agent="c:d"))
    assert suite_digest(SUITE) != suite_digest(attrs.evolve(SUITE, selected=frozenset({"a"})))
    assert suite_digest(SUITE) != suite_digest(attrs.evolve(SUITE, judge=JUDGE))
