import datetime as dt
from collections.abc import Callable

import pytest

from goldgate.gate.fates import Action
from goldgate.gate.promote import promote_suites
from goldgate.gate.promotion import Promotion
from goldgate.gate.review import Decisions, Question, Subject, narrow_request, request_of, subjects
from goldgate.gate.sides import Sides
from goldgate.gate.update_request import UpdateRequest
from goldgate.model.baseline import BaselineLine
from goldgate.model.judgement import Verdict
from goldgate.model.known_failure import KnownFailure

Line = Callable[..., BaselineLine]
Both = Callable[..., Sides]

TODAY = dt.date(2026, 11, 30)
KNOWN = KnownFailure(reason="the hint is gone", issue="#7")
FAIL = Verdict.FAIL


def promoted(sides: Sides, request: UpdateRequest | None = None) -> tuple[Promotion, ...]:
    return promote_suites([sides], today=TODAY, request=request or UpdateRequest())


def waiting(sides: Sides) -> tuple[Subject, ...]:
    return subjects(promoted(sides))


def one(sides: Sides) -> Question:
    ((question,),) = [subject.questions for subject in waiting(sides)]
    return question


def named(found: tuple[Subject, ...]) -> list[list[str]]:
    return [[question.name for question in subject.questions] for subject in found]


def test_what_changed_alike_is_one_subject_and_the_worst_comes_first(sides: Both, line: Line) -> None:
    found = waiting(
        sides(
            now=[line("a", tool="other"), line("b", answer="x"), line("c", tool="other"), line("d", FAIL), line("e")],
            then=[line("a"), line("b", answer="y"), line("c"), line("d"), line("e")],
        )
    )
    assert named(found) == [["files::d"], ["files::a", "files::c"], ["files::b"]]
    assert found[1].summary == "file_search → other"


def test_a_suite_as_accepted_leaves_nothing_to_review(sides: Both, line: Line) -> None:
    assert waiting(sides(now=[line("a")], then=[line("a")])) == ()


def test_a_drift_is_accepted_without_a_reason(sides: Both, line: Line) -> None:
    question = one(sides(now=[line("a", tool="other")], then=[line("a")]))
    assert (question.action, question.can_be_accepted, question.needs_reason) == (Action.WRITE, True, False)


def test_another_failure_needs_a_reason(sides: Both, line: Line) -> None:
    question = one(sides(now=[line("a", FAIL, tool="other")], then=[line("a", FAIL, tool="first")], known={"a": KNOWN}))
    assert (question.action, question.can_be_accepted, question.needs_reason) == (Action.ACCEPT, True, True)
    assert not question.can_be_marked


def test_a_failure_without_a_marker_can_only_be_marked(sides: Both, line: Line) -> None:
    question = one(sides(now=[line("a", FAIL)], then=[line("a")]))
    assert (question.can_be_accepted, question.can_be_marked, question.can_be_unmarked) == (False, True, False)
    assert question.why.startswith("a failing case without a marker is never written")


def test_a_repaired_known_failure_can_only_be_unmarked(sides: Both, line: Line) -> None:
    question = one(sides(now=[line("a")], then=[line("a", FAIL)], known={"a": KNOWN}))
    assert (question.can_be_accepted, question.can_be_marked, question.can_be_unmarked) == (False, False, True)


def test_a_removed_case_is_accepted_by_dropping_its_line(sides: Both, line: Line) -> None:
    question = one(sides(now=[], then=[line("a")], golden=[]))
    assert (question.is_removal, question.can_be_accepted) == (True, True)


@pytest.mark.parametrize(
    ("decisions", "written"),
    [
        (Decisions(accepted={("files", "a"): None}), {"a"}),
        (Decisions(accepted={("files", "b"): "on purpose"}), {"b"}),
        (Decisions(accepted={("files", "a"): None, ("files", "b"): "on purpose"}), {"a", "b"}),
        (Decisions(rejected=frozenset({("files", "a")})), set()),
    ],
)
def test_just_what_was_decided_for_is_written(sides: Both, line: Line, decisions: Decisions, written: set[str]) -> None:
    both = sides(
        now=[line("a", tool="other"), line("b", FAIL, tool="other")],
        then=[line("a"), line("b", FAIL)],
        known={"b": KNOWN},
    )
    refused = [refusal for promotion in promoted(both, narrow_request(decisions)) for refusal in promotion.refused]
    (promotion,) = promoted(both, request_of(decisions, refused))

    assert {write.id for write in promotion.writes} == written
    assert promotion.refused == ()


def test_each_case_keeps_a_reason_of_its_own(sides: Both, line: Line) -> None:
    both = sides(
        now=[line("a", FAIL, tool="other"), line("b", FAIL, tool="other")],
        then=[line("a", FAIL), line("b", FAIL)],
        known={"a": KNOWN, "b": KNOWN},
    )
    decisions = Decisions(accepted={("files", "a"): "one"}, marked={("files", "b"): KNOWN})
    refused = [refusal for promotion in promoted(both, narrow_request(decisions)) for refusal in promotion.refused]
    (promotion,) = promoted(both, request_of(decisions, refused))

    assert {entry.id: entry.line().note for entry in promotion.entries} == {"a": "one", "b": "the hint is gone"}
