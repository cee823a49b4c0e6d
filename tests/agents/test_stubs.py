from concurrent.futures import ThreadPoolExecutor

from goldgate.agents.stubs import Refusal, Stubs
from goldgate.model.case import Stub
from goldgate.model.value import NOT_CAPTURED

NO_STUB = Refusal(code="NO_STUB")


def test_the_first_stub_that_fits_answers() -> None:
    stubs = Stubs([Stub(tool="a", returns=1), Stub(tool="b", returns=2), Stub(tool="b", returns=3)])
    assert stubs.answer("b", {}) == 2


def test_what_no_stub_answers_is_refused() -> None:
    assert Stubs([Stub(tool="a", returns=1)]).answer("b", {}) == NO_STUB
    assert Stubs([]).answer("b", {}) == NO_STUB


def test_arguments_are_held_against_matchers() -> None:
    stubs = Stubs(
        [
            Stub(tool="a", args={"path": {"$regex": r"\.md$"}}, returns="text"),
            Stub(tool="a", args={"path": {"$any": True}}, returns="other"),
        ]
    )
    assert stubs.answer("a", {"path": "x.md"}) == "text"
    assert stubs.answer("a", {"path": "x.py"}) == "other"
    assert stubs.answer("a", {}) == NO_STUB


def test_a_stub_without_arguments_fits_any_even_unknown_ones() -> None:
    assert Stubs([Stub(tool="a", returns=1)]).answer("a", NOT_CAPTURED) == 1


def test_unknown_arguments_fit_no_expectation() -> None:
    assert Stubs([Stub(tool="a", args={}, returns=1)]).answer("a", NOT_CAPTURED) == NO_STUB


def test_the_first_call_may_fail_and_the_second_succeed() -> None:
    stubs = Stubs([Stub(tool="a", error_code="BUSY", message="later", times=1), Stub(tool="a", returns="done")])
    answers = [stubs.answer("a", {}) for _ in range(3)]
    assert answers == [Refusal(code="BUSY", message="later"), "done", "done"]


def test_values_are_given_one_after_the_other_and_are_used_up() -> None:
    stubs = Stubs([Stub(tool="a", returns_each=(1, None)), Stub(tool="a", returns="rest")])
    assert [stubs.answer("a", {}) for _ in range(3)] == [1, None, "rest"]


def test_times_also_limits_values_given_one_after_the_other() -> None:
    stubs = Stubs([Stub(tool="a", returns_each=(1, 2), times=1)])
    assert [stubs.answer("a", {}) for _ in range(2)] == [1, NO_STUB]


def test_a_stub_for_no_times_never_answers() -> None:
    assert Stubs([Stub(tool="a", returns=1, times=0)]).answer("a", {}) == NO_STUB


def test_null_is_a_value() -> None:
    assert Stubs([Stub(tool="a", returns=None)]).answer("a", {}) is None


def test_a_value_belongs_to_the_caller() -> None:
    stubs = Stubs([Stub(tool="a", returns={"items": [1]})])
    first = stubs.answer("a", {})
    assert isinstance(first, dict)
    first.clear()
    assert stubs.answer("a", {}) == {"items": [1]}


def test_a_stub_that_says_nothing_is_an_error_without_a_code() -> None:
    assert Stubs([Stub(tool="a")]).answer("a", {}) == Refusal(code="ERROR")


def test_threads_share_what_is_given_one_after_the_other() -> None:
    stubs = Stubs([Stub(tool="a", returns_each=tuple(range(200)))])
    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(lambda _: stubs.answer("a", {}), range(201)))
    assert sorted(answer for answer in answers if isinstance(answer, int)) == list(range(200))
    assert answers.count(NO_STUB) == 1


def test_stubs_that_answered_nothing_are_known() -> None:
    stubs = Stubs([Stub(tool="a", args={"n": 1}, returns=1), Stub(tool="a", returns=2), Stub(tool="b", returns=3)])
    stubs.answer("a", {"n": 2})
    assert stubs.idle() == (0, 2)


def test_a_tool_that_nobody_asked_the_world_for_is_known() -> None:
    stubs = Stubs([Stub(tool="a", args={"n": 1}, returns=1), Stub(tool="b", returns=3)])
    stubs.answer("a", {"n": 2})
    assert stubs.never_asked() == {"b"}
