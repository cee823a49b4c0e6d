import pytest

from goldgate.judge.pairing import Rules
from goldgate.judge.steps_match import match_steps
from goldgate.model.case import ExpectedGroup, ExpectedStep, Match
from goldgate.model.trace import Step, StepStatus
from goldgate.model.value import Json


def wanted(text: str) -> list[ExpectedStep | ExpectedGroup]:
    """`a [b c]`: one call, and a group of two."""
    made: list[ExpectedStep | ExpectedGroup] = []
    for place, part in enumerate(text.replace("]", "[").split("[")):
        steps = [ExpectedStep(name=name) for name in part.split()]
        made.extend([ExpectedGroup(calls=tuple(steps))] if place % 2 else steps)
    return made


def given(text: str) -> list[Step]:
    """`a 1b 1c`: three calls, the last two made in one turn."""
    return [Step(name=word.lstrip("123"), group=word[0] if word[0].isdigit() else None) for word in text.split()]


@pytest.mark.parametrize(
    ("expected", "actual", "why"),
    [
        ("", "a", "expected no call, got a"),
        ("", "a b c d e", "expected no call, got a, b, c and 2 more"),
        ("a b", "", "expected call 1 a, got no call"),
        ("a b", "a", "expected call 2 b, got only 1 call"),
        ("a b c", "a b", "expected call 3 c, got only 2 calls"),
        ("a", "a b", "unexpected call 2 b, expected only 1 call"),
        ("a b", "b a", "expected call 1 a, got b"),
        ("a b", "a x b", "unexpected call 2 x, all others are as expected"),
        ("a b c", "a c", "missing call 2 b, all others are as expected"),
        ("a b c", "a x y", "expected call 2 b, got x"),
        ("[a b] c", "1a 1x c", "expected call 2 b, got x"),
        ("[a b]", "1a 2b", "expected calls [a, b] in one turn, got no b in the turn of call 1 a"),
        ("a [b c]", "a", "expected call 2 [b, c] in one turn, got only 1 call"),
        ("a b", "1a 1b 1c", "unexpected call 3 c, the others of its turn are as expected"),
    ],
)
def test_exact(expected: str, actual: str, why: str) -> None:
    assert match_steps(wanted(expected), given(actual), match=Match.EXACT, rules=Rules(), noun="call").why == why


@pytest.mark.parametrize(
    ("expected", "actual", "why"),
    [
        ("", "a", "expected no call, got a"),
        ("a b", "", "expected call a, got no call"),
        ("a b", "b a", "expected call b after call 2 a, but it came before, as call 1"),
        ("a a", "a", "expected call a after call 1 a, got no other call"),
        ("a b", "x a y z", "expected call b after call 2 a, got y, z"),
        ("a [b c]", "a b x c", "expected call [b, c] in one turn after call 1 a, got b, x, c"),
    ],
)
def test_in_order(expected: str, actual: str, why: str) -> None:
    assert match_steps(wanted(expected), given(actual), match=Match.IN_ORDER, rules=Rules(), noun="call").why == why


@pytest.mark.parametrize(
    ("match", "expected", "actual", "why"),
    [
        (Match.ANY_ORDER, "a b", "b x a y", "unexpected call 2 x and 1 more"),
        (Match.ANY_ORDER, "a b", "a x", "missing call b, got x"),
        (Match.ANY_ORDER, "", "a", "expected no call, got a"),
        (Match.SUPERSET, "a a a", "a", "missing call a (2 times), got no other call"),
        (Match.SUPERSET, "a b", "", "missing call a and 1 more, got no call"),
        (Match.SUPERSET, "a b", "b c d e f", "missing call a, got c, d, e and 1 more"),
        (Match.SUBSET, "a b", "a a", "unexpected call 2 a"),
        (Match.SUBSET, "", "a", "expected no call, got a"),
    ],
)
def test_any_order(match: Match, expected: str, actual: str, why: str) -> None:
    assert match_steps(wanted(expected), given(actual), match=match, rules=Rules(), noun="call").why == why


@pytest.mark.parametrize(
    ("match", "why"),
    [
        (Match.EXACT, 'call 1 find: expected "*.md", got "*.txt" at /args/pattern'),
        (
            Match.IN_ORDER,
            'expected call find {"pattern":"*.md"}, nearest is call 1: expected "*.md", got "*.txt" at /args/pattern',
        ),
        (
            Match.SUPERSET,
            'missing call find {"pattern":"*.md"}, nearest is call 1: expected "*.md", got "*.txt" at /args/pattern',
        ),
        (Match.SUBSET, 'unexpected call 1 find {"pattern":"*.txt"}'),
    ],
)
def test_where_the_name_is_right_the_place_is_told(match: Match, why: str) -> None:
    expected = [ExpectedStep(name="find", args={"pattern": "*.md"})]
    actual = [Step(name="find", args={"pattern": "*.txt"})]
    assert match_steps(expected, actual, match=match, rules=Rules(), noun="call").why == why


def test_where_the_call_is_right_its_end_is_told() -> None:
    expected = [ExpectedStep(name="read", error_code="REFUSED")]
    actual = [Step(name="read", status=StepStatus.ERROR, error_code="NOT_FOUND")]
    found = match_steps(expected, actual, match=Match.EXACT, rules=Rules(), noun="call")
    assert found.why == "call 1 read: expected error REFUSED, got error NOT_FOUND"


def test_a_group_names_how_often() -> None:
    group = ExpectedGroup(calls=(ExpectedStep(name="a", times=2), ExpectedStep(name="b")))
    found = match_steps([group], [], match=Match.EXACT, rules=Rules(), noun="call")
    assert found.why == "expected call 1 [2 × a, b] in one turn, got no call"


@pytest.mark.parametrize("match", list(Match))
def test_whatever_the_agent_calls_the_reason_is_one_short_harmless_line(match: Match) -> None:
    evil: Json = {"\x1b[2J": "x\n" * 10_000}
    expected = [ExpectedStep(name="a"), ExpectedStep(name="b" * 10_000, args=evil)]
    actual = [Step(name="\x1b[31m\n" * 1000, args=evil)] * 50
    found = match_steps(expected, actual, match=match, rules=Rules(), noun="call")
    assert found.why.isprintable()
    assert len(found.why) < 1500
