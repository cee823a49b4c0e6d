import pytest

from goldgate.differ.matchers import Mismatch
from goldgate.judge.wording import describe, describe_step, name_of, tell, word
from goldgate.model.case import ExpectedStep
from goldgate.model.trace import Step
from goldgate.model.value import NOT_CAPTURED


@pytest.mark.parametrize(
    ("expected", "told"),
    [
        (ExpectedStep(name="file_search"), "file_search"),
        (ExpectedStep(name="file_search", args={"b": 1, "a": {"$any": True}}), 'file_search {"a":{"$any":true},"b":1}'),
        (ExpectedStep(name="file_search", args={}), "file_search {}"),
        (ExpectedStep(), "any call"),
        (ExpectedStep(kind="memory_write"), "any memory_write"),
        (ExpectedStep(kind="memory_write", name="notes"), "memory_write notes"),
        (ExpectedStep(name="find files"), '"find files"'),
    ],
)
def test_an_expected_step_is_told_in_a_few_words(expected: ExpectedStep, told: str) -> None:
    assert describe(expected) == told


@pytest.mark.parametrize(
    ("step", "told"),
    [
        (Step(name="file_read", args={"path": "recent"}), 'file_read {"path":"recent"}'),
        (Step(name="file_read"), "file_read"),
        (Step(name="file_read", args=NOT_CAPTURED), "file_read"),
        (Step(name="mcp.server-1/read"), "mcp.server-1/read"),
        (Step(kind="message"), "message"),
        (Step(kind="schedule", name="daily", args={"at": 9}), 'schedule daily {"at":9}'),
    ],
)
def test_a_step_is_told_in_a_few_words(step: Step, told: str) -> None:
    assert describe_step(step) == told


def test_the_name_of_a_step_is_told_without_arguments() -> None:
    assert name_of(Step(kind="schedule", name="daily", args={"at": 9})) == "schedule daily"


@pytest.mark.parametrize("name", ["", "a b", "\x1b[31m", "\u200b", "a" * 81])
def test_what_is_no_plain_word_is_shown_as_a_value(name: str) -> None:
    assert word(name).startswith('"')
    assert word(name).isprintable()


def test_a_mismatch_is_told_with_its_place() -> None:
    found = Mismatch(pointer="/a/0", expected=1, actual=2)
    assert tell(found, root="/args") == "expected 1, got 2 at /args/a/0"


def test_a_long_place_is_cut() -> None:
    found = Mismatch(pointer="/" + "a" * 500, expected=1, actual=2)
    assert tell(found, root="/args").endswith("aaa…[381 left out]")
