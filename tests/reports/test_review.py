from collections.abc import Callable
from fractions import Fraction

import attrs

from goldgate.gate.fates import Action
from goldgate.gate.review import Question, Subject
from goldgate.model.baseline import BaselineLine, Outcome
from goldgate.model.comparison import CaseComparison
from goldgate.model.judgement import Verdict
from goldgate.model.sampling import Counts, Drop
from goldgate.reports.line import plain_text
from goldgate.reports.material import ReportedCase
from goldgate.reports.review import Place, list_lines, question_lines

Compared = Callable[..., CaseComparison]
DROP = Drop(
    then=Fraction(7, 8), now=Fraction(1, 4), p_by_trials=0.01, p_by_cases=0.02, significant=True, underpowered=False
)


def side(verdict: Verdict, *steps: dict[str, object], **given: object) -> BaselineLine:
    outcome = Outcome(steps=steps, answer="메모", status="success")  # type: ignore[arg-type]  # plain JSON
    return BaselineLine(id="a", verdict=verdict, case="0" * 16, outcome=outcome, **given)  # type: ignore[arg-type]


def told(question: Question, reported: ReportedCase, *, width: int = 60, alike: tuple[str, ...] = ()) -> list[str]:
    place = Place(number=1, of=2, alike=alike)
    return plain_text(question_lines(question, reported, place, width=width)).splitlines()


def test_both_sides_of_a_case_stand_beside_each_other(compared: Compared) -> None:
    case = attrs.evolve(compared("a", reasons=("calls: expected file_search",)), masked=True)
    question = Question(case=case, action=Action.REFUSE, why="mark it")
    reported = ReportedCase(
        suite="files",
        id="a",
        accepted=side(Verdict.PASS, {"tool": "file_search"}),
        observed=side(Verdict.FAIL, {"tool": "file_read"}),
        comparison=case,
    )

    lines = told(question, reported, alike=("files::b", "files::c"))

    assert lines[:4] == [
        "1 of 2  WORSE regression  files::a",
        "  no longer what was accepted as passing [GG101]",
        "  - calls: expected file_search",
        "  masked: the agent says success, its steps say otherwise",
    ]
    assert lines[5] == "  baseline                    | now"
    assert "~ verdict pass                | verdict fail" in lines
    assert "= status success              | status success" in lines
    assert lines[-2:] == ["by default refused: mark it", "2 other cases changed alike: files::b, files::c"]
    assert max(map(len, lines[5:-2])) <= 60


def test_a_case_of_a_sampled_suite_is_told_by_how_often_it_was_solved(compared: Compared) -> None:
    case = compared("a")
    reported = ReportedCase(
        suite="files", id="a", observed=side(Verdict.FAIL, trials=Counts(solved=1, total=4)), comparison=case
    )

    lines = told(Question(case=case, action=Action.WRITE), reported)

    assert "~ nothing there               | " in lines
    assert "~                             | solved 1 of 4 times" in lines


def test_a_suite_that_dropped_is_listed_with_what_to_do(compared: Compared) -> None:
    waiting = (Subject(questions=(Question(case=compared("a"), action=Action.WRITE),)),)
    dropped = (
        "WORSE my suite  dropped as a whole: 87.5% as accepted, 25.0% now (-62.5 points); repair the agent, "
        "or if that is to be kept: goldgate update-baseline --accept-drop 'my suite' --reason TEXT"
    )

    assert plain_text(list_lines((), {"my suite": DROP})).splitlines() == [dropped]
    assert plain_text(list_lines(waiting, {"my suite": DROP})).splitlines() == [
        "WORSE regression  files::a  can be accepted [GG101]",
        dropped,
        "1 case to review",
    ]
    assert plain_text(list_lines((), {})) == "nothing to review\n"
