import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldgate.differ.align import Alignment, Pair, PairKind, align
from goldgate.model.value import Json

tools = st.lists(st.sampled_from("aaabc"), max_size=12)
steps: st.SearchStrategy[list[Json]] = st.lists(
    st.builds(lambda tool, n: {"tool": tool, "args": {"n": n}}, st.sampled_from("ab"), st.integers(0, 2)), max_size=10
)


def called(names: str) -> list[Json]:
    """Steps by letters: a small letter is a tool, a number after it an argument."""
    return [{"tool": name[0], "args": {"n": name[1:]}} if name[1:] else {"tool": name} for name in names.split()]


def told(alignment: Alignment) -> list[str]:
    """`=00` is an equal pair, `~` a changed, `<` a moved one; `+1` was added, `-1` removed."""
    signs = {
        PairKind.EQUAL: "=",
        PairKind.CHANGED: "~",
        PairKind.MOVED: "<",
        PairKind.ADDED: "+",
        PairKind.REMOVED: "-",
    }
    return [
        signs[pair.kind] + "".join(str(place) for place in (pair.expected, pair.actual) if place is not None)
        for pair in alignment.pairs
    ]


def longest_common(left: str, right: str) -> int:
    """The textbook's table, as a second opinion."""
    row = [0] * (len(right) + 1)
    for one in left:
        before = row
        row = [0]
        for place, other in enumerate(right):
            row.append(before[place] + 1 if one == other else max(before[place + 1], row[place]))
    return row[-1]


@pytest.mark.parametrize(
    ("expected", "actual", "pairs"),
    [
        ("", "", []),
        ("a b", "a b", ["=00", "=11"]),
        ("a b", "a x b", ["=00", "+1", "=12"]),
        ("a x b", "a b", ["=00", "-1", "=21"]),
        ("a b", "b a", ["<10", "=01"]),
        ("a b c d", "d a b c", ["<30", "=01", "=12", "=23"]),
        ("a", "a a", ["=00", "+1"]),
        ("a a", "a", ["=00", "-1"]),
        ("a b c", "a x c", ["=00", "~11", "=22"]),
        ("a1 b1", "b2 x a2", ["+0", "+1", "~02", "-1"]),
        ("a", "", ["-0"]),
        ("", "a", ["+0"]),
        ("a1", "a2", ["~00"]),
    ],
)
def test_steps_are_paired(expected: str, actual: str, pairs: list[str]) -> None:
    assert told(align(called(expected), called(actual))) == pairs


def test_in_a_gap_a_step_is_paired_with_one_of_the_same_tool() -> None:
    """By position b1 would have become x, and b2 were new."""
    assert told(align(called("a b1 c"), called("a x b2 c"))) == ["=00", "+1", "~12", "=23"]


def test_what_no_tool_pairs_is_paired_by_position() -> None:
    assert told(align(called("a x b1 c"), called("a y b2 z c"))) == ["=00", "~11", "~22", "+3", "=34"]


def test_equal_steps_far_apart_are_moved_even_when_another_of_the_tool_is_near() -> None:
    assert told(align(called("a1 m n o"), called("a2 m n o a1"))) == ["+0", "=11", "=22", "=33", "<04"]


def test_of_equally_good_alignments_the_earliest_is_taken() -> None:
    assert told(align(called("x a y"), called("z a a w"))) == ["~00", "=11", "~22", "+3"]
    assert told(align(called("x a a y"), called("z a w"))) == ["~00", "=11", "~22", "-3"]


def test_steps_differ_by_type_and_not_by_the_order_of_keys() -> None:
    assert told(align([{"tool": "a", "args": {"n": 1, "m": 2}}], [{"args": {"m": 2, "n": 1}, "tool": "a"}])) == ["=00"]
    assert told(align([{"tool": "a", "args": {"n": 1}}], [{"tool": "a", "args": {"n": True}}])) == ["~00"]


def test_the_kind_of_a_step_is_part_of_its_tool() -> None:
    expected: list[Json] = [{"kind": "message", "name": "a", "args": {"n": 1}}]
    actual: list[Json] = [{"tool": "a"}, {"kind": "message", "name": "a"}]
    assert told(align(expected, actual)) == ["+0", "~01"]


def test_what_is_no_step_is_aligned_all_the_same() -> None:
    assert told(align([1, "x", None], [1, None, "y"])) == ["=00", "-1", "=21", "+2"]
    assert told(align([1, 2], ["1", 2])) == ["~00", "=11"]


def test_above_the_cap_steps_are_held_against_each_other_by_position() -> None:
    alignment = align(called("a b c d e"), called("a c b d e"), cap=3)
    assert alignment == Alignment(
        pairs=(
            Pair(kind=PairKind.EQUAL, expected=0, actual=0),
            Pair(kind=PairKind.MOVED, expected=2, actual=1),
            Pair(kind=PairKind.MOVED, expected=1, actual=2),
            Pair(kind=PairKind.EQUAL, expected=3, actual=3),
            Pair(kind=PairKind.EQUAL, expected=4, actual=4),
        ),
        capped=True,
    )


def test_equal_ends_do_not_count_towards_the_cap() -> None:
    assert not align(called("a b c d e"), called("a c b d e"), cap=4).capped


def test_five_thousand_equal_steps_and_one_more() -> None:
    expected = called("a") * 5000
    alignment = align(expected, [*expected, *called("a")])
    assert Counter(pair.kind for pair in alignment.pairs) == {PairKind.EQUAL: 5000, PairKind.ADDED: 1}
    assert alignment.pairs[-1] == Pair(kind=PairKind.ADDED, actual=5000)


def test_five_thousand_equal_steps_with_edits_between() -> None:
    expected = called("a") * 5000
    actual = [*called("x"), *expected[:2000], *called("y z"), *expected[2000:4999], *called("a1")]
    alignment = align(expected, actual)
    assert not alignment.capped
    assert [pair for pair in alignment.pairs if pair.kind is not PairKind.EQUAL] == [
        Pair(kind=PairKind.ADDED, actual=0),
        Pair(kind=PairKind.ADDED, actual=2001),
        Pair(kind=PairKind.ADDED, actual=2002),
        Pair(kind=PairKind.CHANGED, expected=4999, actual=5002),
    ]


def test_ten_thousand_wholly_different_steps_of_one_tool_have_all_changed() -> None:
    expected: list[Json] = [{"tool": "a", "args": {"n": n}} for n in range(10_000)]
    actual: list[Json] = [{"tool": "a", "args": {"n": -n - 1}} for n in range(10_000)]
    alignment = align(expected, actual)
    assert not alignment.capped
    assert {(pair.kind, pair.expected == pair.actual) for pair in alignment.pairs} == {(PairKind.CHANGED, True)}


def test_ten_thousand_steps_of_two_tools_in_any_order_are_aligned_at_best() -> None:
    chance = random.Random(1)  # noqa: S311 - no secret
    left, right = chance.choices("ab", k=10_000), chance.choices("ab", k=10_000)
    alignment = align([{"tool": name} for name in left], [{"tool": name} for name in right])
    assert not alignment.capped
    assert sum(pair.kind is PairKind.EQUAL for pair in alignment.pairs) > 8000


@given(tools, tools)
def test_as_many_steps_as_possible_are_equal(expected: list[str], actual: list[str]) -> None:
    pairs = align([{"tool": name} for name in expected], [{"tool": name} for name in actual]).pairs
    assert sum(pair.kind is PairKind.EQUAL for pair in pairs) == longest_common("".join(expected), "".join(actual))


@given(steps)
def test_equal_sequences_give_only_equal_pairs(value: list[Json]) -> None:
    pairs = tuple(Pair(kind=PairKind.EQUAL, expected=place, actual=place) for place in range(len(value)))
    assert align(value, [*value]) == Alignment(pairs=pairs)


@given(steps, steps, st.sampled_from([0, 10, 1000]))
def test_every_step_of_both_sides_is_told_once(expected: list[Json], actual: list[Json], cap: int) -> None:
    pairs = align(expected, actual, cap=cap).pairs
    assert [pair.actual for pair in pairs if pair.actual is not None] == list(range(len(actual)))
    assert sorted(pair.expected for pair in pairs if pair.expected is not None) == list(range(len(expected)))
    stayed = [pair.expected for pair in pairs if pair.expected is not None and pair.kind is not PairKind.MOVED]
    assert stayed == sorted(stayed)


@given(steps, steps, st.sampled_from([0, 10, 1000]))
def test_a_pair_is_what_its_kind_says(expected: list[Json], actual: list[Json], cap: int) -> None:
    for pair in align(expected, actual, cap=cap).pairs:
        assert (pair.expected is None) == (pair.kind is PairKind.ADDED)
        assert (pair.actual is None) == (pair.kind is PairKind.REMOVED)
        if pair.expected is not None and pair.actual is not None:
            is_equal = pair.kind in (PairKind.EQUAL, PairKind.MOVED)
            assert is_equal == (expected[pair.expected] == actual[pair.actual])


@given(steps, steps)
def test_the_other_way_round_there_are_as_many_of_each_kind(expected: list[Json], actual: list[Json]) -> None:
    there = Counter(pair.kind for pair in align(expected, actual).pairs)
    back = Counter(pair.kind for pair in align(actual, expected).pairs)
    assert there[PairKind.EQUAL] == back[PairKind.EQUAL]
    assert there[PairKind.ADDED] - there[PairKind.REMOVED] == back[PairKind.REMOVED] - back[PairKind.ADDED]
