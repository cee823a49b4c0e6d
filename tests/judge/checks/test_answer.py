from collections.abc import Callable

import pytest

from goldgate.model.case import Expectation, ExpectedAnswer
from goldgate.model.trace import Trace
from goldgate.model.value import NOT_CAPTURED, Json, NotCaptured


def why(reasons: Callable[..., dict[str, str]], expected: ExpectedAnswer, answer: Json | NotCaptured) -> str:
    found = reasons(Expectation(answer=expected), Trace(answer=answer))
    [name] = set(found) - {"step_errors", "status"}
    return found[name]


@pytest.mark.parametrize(
    ("expected", "answer", "told"),
    [
        ("done", "done", ""),
        ("done", "Done", 'expected "done", got "Done" at /answer'),
        ("done", NOT_CAPTURED, 'expected "done", got no answer'),
        (None, None, ""),
        (None, NOT_CAPTURED, "expected null, got no answer"),
        (1, True, "expected 1 (integer), got true (boolean) at /answer"),
        ({"n": {"$approx": 0.3}}, {"n": 0.1 + 0.2}, ""),
        ({"n": 1}, {"n": 2}, "expected 1, got 2 at /answer/n"),
        ('{"n":1}', {"n": 1}, 'expected "{\\"n\\":1}" (string), got {"n":1} (object) at /answer'),
    ],
)
def test_equals(expected: Json, answer: Json, told: str, reasons: Callable[..., dict[str, str]]) -> None:
    assert why(reasons, ExpectedAnswer(equals=expected), answer) == told


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ("3 notes, 2 lists", ""),
        ("2 lists, 3 notes", ""),
        ("3 notes", 'expected "2 lists" in the answer, got "3 notes"'),
        ("", 'expected "3 notes" in the answer, got ""'),
        (NOT_CAPTURED, 'expected "3 notes" in the answer, got no answer'),
        (None, 'expected "3 notes" in the answer, got null'),
        (["3 notes", "2 lists"], ""),
    ],
)
def test_contains_every_part(answer: Json, told: str, reasons: Callable[..., dict[str, str]]) -> None:
    assert why(reasons, ExpectedAnswer(contains=("3 notes", "2 lists")), answer) == told


def test_what_is_no_text_is_looked_at_in_its_canonical_spelling(reasons: Callable[..., dict[str, str]]) -> None:
    assert why(reasons, ExpectedAnswer(contains=('"a":1,"b":[true]',)), {"b": [True], "a": 1}) == ""
    assert why(reasons, ExpectedAnswer(matches="^42$"), 42) == ""


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ("all well", ""),
        ("no password", 'expected no "password" in the answer, got "no password"'),
        ({"key": "password"}, 'expected no "password" in the answer, got {"key":"password"}'),
        ("", 'expected an answer without "secret", got ""'),
        (" \n", 'expected an answer without "secret", got " \\n"'),
        (NOT_CAPTURED, 'expected an answer without "secret", got no answer'),
        (None, 'expected an answer without "secret", got null'),
    ],
)
def test_an_answer_without_unwanted_parts_is_an_answer(
    answer: Json, told: str, reasons: Callable[..., dict[str, str]]
) -> None:
    assert why(reasons, ExpectedAnswer(not_contains=("secret", "password")), answer) == told


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ("there are 3 notes", ""),
        ("none", 'expected the answer to match "\\\\d+ notes", got "none"'),
        (NOT_CAPTURED, 'expected the answer to match "\\\\d+ notes", got no answer'),
    ],
)
def test_matches_is_searched(answer: Json, told: str, reasons: Callable[..., dict[str, str]]) -> None:
    assert why(reasons, ExpectedAnswer(matches=r"\d+ notes"), answer) == told


@pytest.mark.parametrize("answer", [{"items": [{"n": 1}], "x": None}, '{"items": [{"n": 1}], "x": null}'])
@pytest.mark.parametrize(
    ("path", "expected", "told"),
    [
        ("$.items[0].n", 1, ""),
        ("$.items[0].n", {"$type": "integer"}, ""),
        ("$.items", {"$contains": {"n": 1}}, ""),
        ("$.x", None, ""),
        ("$.y", {"$optional": 1}, ""),
        ("$.items[0].n", 2, "expected 2, got 1 at $.items[0].n of the answer"),
        ("$.items[0]", {"n": 2}, "expected 2, got 1 at $.items[0]/n of the answer"),
        ("$.y", None, "expected null at $.y of the answer, but nothing is there"),
    ],
)
def test_json_path_looks_into_json_and_json_text(
    answer: Json, path: str, expected: Json, told: str, reasons: Callable[..., dict[str, str]]
) -> None:
    assert why(reasons, ExpectedAnswer(json_path={path: expected}), answer) == told


@pytest.mark.parametrize("answer", ["", "three notes", NOT_CAPTURED, '{"a":1,"a":2}'])
def test_an_answer_that_is_no_json_has_no_paths(answer: Json, reasons: Callable[..., dict[str, str]]) -> None:
    assert why(reasons, ExpectedAnswer(json_path={"$": {"$any": True}}), answer).startswith(
        "expected an answer in JSON"
    )


def test_every_part_of_the_expectation_is_a_check_of_its_own(reasons: Callable[..., dict[str, str]]) -> None:
    expected = ExpectedAnswer(
        equals="x", contains=("a",), not_contains=("b",), matches="c", json_path={"$.a": 1, "$.b": 2}
    )
    assert list(reasons(Expectation(answer=expected), Trace())) == [
        "step_errors",
        "status",
        "answer.equals",
        "answer.contains",
        "answer.not_contains",
        "answer.matches",
        "answer.json_path",
    ]


def test_a_part_that_was_not_given_is_no_check(reasons: Callable[..., dict[str, str]]) -> None:
    assert list(reasons(Expectation(answer=ExpectedAnswer()), Trace())) == ["step_errors", "status"]


def test_a_long_answer_is_cut(reasons: Callable[..., dict[str, str]]) -> None:
    assert len(why(reasons, ExpectedAnswer(contains=("x",)), "a" * 100_000)) < 300
