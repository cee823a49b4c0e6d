from itertools import permutations, zip_longest
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldgate.judge.fitting import fits
from goldgate.judge.pairing import Rules
from goldgate.judge.steps_match import StepsMatch, match_steps
from goldgate.model.case import ArgsMatch, ExpectedGroup, ExpectedStep, Match
from goldgate.model.trace import Step, StepStatus
from goldgate.model.value import NOT_CAPTURED, Json

TRUTH_TABLE = """
| expected → got | exact | in_order | any_order | superset | subset |
|---|---|---|---|---|---|
| a b → a b | ✔ | ✔ | ✔ | ✔ | ✔ |
| a b → b a | ✘ | ✘ | ✔ | ✔ | ✔ |
| a b → a x b | ✘ | ✔ | ✘ | ✔ | ✘ |
| a a → a | ✘ | ✘ | ✘ | ✘ | ✔ |
| a → a a | ✘ | ✔ | ✘ | ✔ | ✘ |
| – → a | ✘ | ✘ | ✘ | ✔ | ✘ |
| a b → – | ✘ | ✘ | ✘ | ✘ | ✔ |
| – → – | ✔ | ✔ | ✔ | ✔ | ✔ |
| a{n:1} a{any} → a{n:2} a{n:1} | ✘ | ✘ | ✔ | ✔ | ✔ |
"""
ROWS = [[cell.strip() for cell in line.strip("|").split("|")] for line in TRUTH_TABLE.strip().splitlines()]
MODES = ROWS[0][1:]
ARGS: dict[str, Json] = {"{n:1}": {"n": 1}, "{n:2}": {"n": 2}, "{any}": {"n": {"$any": True}}}


def words(text: str) -> list[tuple[str, Json]]:
    return [(word[0], ARGS.get(word[1:], {})) for word in text.split() if word != "–"]


def expect(text: str) -> list[ExpectedStep | ExpectedGroup]:
    """`a b{n:1} [c d]`: calls, `[…]` is a group."""
    made: list[ExpectedStep | ExpectedGroup] = []
    for part in text.replace("]", "[").split("["):
        steps = [ExpectedStep(name=name, args=args or NOT_CAPTURED) for name, args in words(part)]
        made.extend([ExpectedGroup(calls=tuple(steps))] if f"[{part}]" in text and steps else steps)
    return made


def got(text: str) -> list[Step]:
    """`a b{n:1} 1c 1d`: calls, those with the same digit in front were made in one turn."""
    made = []
    for word in text.split():
        group = word[0] if word[0].isdigit() else None
        [(name, args)] = words(word.lstrip("0123456789")) or [("", {})]
        if name:
            made.append(Step(name=name, args=args, group=group))
    return made


def held(expected: str, actual: str, match: Match) -> StepsMatch:
    return match_steps(expect(expected), got(actual), match=match, rules=Rules(), noun="call")


def well(expected: str, actual: str, match: Match) -> bool:
    return held(expected, actual, match).why == ""


@pytest.mark.parametrize(("row", "mode"), [(row, mode) for row in ROWS[2:] for mode in MODES])
def test_the_truth_table(row: list[str], mode: str) -> None:
    expected, actual = row[0].split(" → ")
    assert well(expected, actual, Match(mode)) is (row[1 + MODES.index(mode)] == "✔")


# Turns and groups.


@pytest.mark.parametrize("match", [Match.EXACT, Match.IN_ORDER])
@pytest.mark.parametrize(
    ("expected", "actual"),
    [
        ("[a b]", "1a 1b"),
        ("[a b]", "1b 1a"),
        ("[a b]", "b a"),
        ("[a b] c", "b a c"),
        ("a [b c] a", "a c b a"),
        ("a b", "1b 1a"),
        ("a b c", "a 1c 1b"),
        ("[a b] c", "1c 1b 1a"),
        ("[a b] [c d]", "1d 1c 1b 1a"),
        ("[a b] [c d]", "1b 1a 2d 2c"),
        ("[a{n:1} a{any}]", "1a{n:2} 1a{n:1}"),
        ("a{n:1} a{any}", "1a{n:2} 1a{n:1}"),
        ("[a]", "a"),
        ("[a] [b]", "1b 1a"),
    ],
)
def test_within_a_turn_the_order_means_nothing(expected: str, actual: str, match: Match) -> None:
    assert well(expected, actual, match)


@pytest.mark.parametrize("match", [Match.EXACT, Match.IN_ORDER])
@pytest.mark.parametrize(
    ("expected", "actual"),
    [
        ("[a b]", "1a 2b"),
        ("[a b]", "1a b"),
        ("[a b]", "a 1b"),
        ("[a b]", "a c b"),
        ("[a b c]", "1a 1b c"),
        ("[a b] c", "c a b"),
        ("[a b] [c d]", "a c b d"),
        ("a b", "2b 1a"),
        ("a b c", "1c 1a b"),
        ("[a a]", "1a 1b"),
    ],
)
def test_a_group_is_made_in_one_turn_and_turns_keep_their_order(expected: str, actual: str, match: Match) -> None:
    assert not well(expected, actual, match)


def test_in_order_allows_others_in_the_turn_of_a_group_but_exact_does_not() -> None:
    assert well("[a b]", "1a 1x 1b", Match.IN_ORDER)
    assert not well("[a b]", "1a 1x 1b", Match.EXACT)


@pytest.mark.parametrize("match", [Match.EXACT, Match.IN_ORDER])
def test_within_a_turn_a_failure_comes_to_the_call_that_expects_it(match: Match) -> None:
    """As they stand, each fits the first it meets; the other way round both failures are in their place."""
    failing = ExpectedStep(name="a", status=StepStatus.ERROR)
    actual = [Step(name="a", status=StepStatus.ERROR, error_code=code, group=1) for code in ("NEEDY", "ALLOWED")]
    found = match_steps([ExpectedStep(name="a"), failing], actual, match=match, rules=Rules(needy=(0,)), noun="call")
    assert found.partners[0] == failing


def test_in_order_a_turn_takes_as_many_as_it_can() -> None:
    assert well("a b [c d] e", "1b 1a x 2d 2e 2c", Match.IN_ORDER)


def test_in_order_a_group_is_found_behind_false_starts() -> None:
    assert well("[a b] c", "a x b a c", Match.IN_ORDER)


@pytest.mark.parametrize("match", [Match.ANY_ORDER, Match.SUPERSET, Match.SUBSET])
def test_where_order_means_nothing_a_group_is_its_calls(match: Match) -> None:
    assert well("[a b] c", "b c a", match)


def test_an_empty_group_says_nothing() -> None:
    expected: list[ExpectedStep | ExpectedGroup] = [ExpectedGroup(calls=()), ExpectedStep(name="a")]
    assert match_steps(expected, got("a"), match=Match.EXACT, rules=Rules(), noun="call").why == ""


# How often.


@pytest.mark.parametrize("match", [Match.EXACT, Match.IN_ORDER, Match.ANY_ORDER, Match.SUPERSET])
def test_times_stands_for_equal_items(match: Match) -> None:
    def thrice(actual: str) -> bool:
        expected = [ExpectedStep(name="a", times=3), ExpectedStep(name="b")]
        return match_steps(expected, got(actual), match=match, rules=Rules(), noun="call").why == ""

    assert thrice("a a a b")
    assert not thrice("a a b")


@pytest.mark.parametrize("match", [Match.EXACT, Match.IN_ORDER])
def test_times_counts_in_a_group_too(match: Match) -> None:
    expected = [ExpectedGroup(calls=(ExpectedStep(name="a", times=2), ExpectedStep(name="b")))]
    assert match_steps(expected, got("a b a"), match=match, rules=Rules(), noun="call").why == ""
    assert match_steps(expected, got("a b b"), match=match, rules=Rules(), noun="call").why != ""


@pytest.mark.parametrize("match", list(Match))
def test_a_huge_number_of_times_costs_nothing(match: Match) -> None:
    expected = [ExpectedStep(name="a", times=10**12)]
    found = match_steps(expected, got("a a"), match=match, rules=Rules(), noun="call")
    assert (found.why == "") is (match is Match.SUBSET)


# Arguments.


@pytest.mark.parametrize("match", list(Match))
def test_expected_arguments_may_be_json_text(match: Match) -> None:
    expected = [ExpectedStep(name="a", args='{"n": 1, "t": "x"}')]
    steps = [Step(name="a", args={"t": "x", "n": 1})]
    assert match_steps(expected, steps, match=match, rules=Rules(), noun="call").why == ""


def test_expected_arguments_in_a_group_may_be_json_text() -> None:
    expected = [ExpectedGroup(calls=(ExpectedStep(name="a", args='{"n": 1}'), ExpectedStep(name="b")))]
    steps = [Step(name="b"), Step(name="a", args={"n": 1})]
    assert match_steps(expected, steps, match=Match.EXACT, rules=Rules(), noun="call").why == ""


def test_text_that_is_no_object_is_expected_as_it_is() -> None:
    expected = [ExpectedStep(name="a", args="{bad", error_code="BAD_ARGUMENTS")]
    steps = [Step(name="a", args="{bad", status=StepStatus.ERROR, error_code="BAD_ARGUMENTS")]
    assert match_steps(expected, steps, match=Match.EXACT, rules=Rules(), noun="call").why == ""


@pytest.mark.parametrize("match", list(Match))
def test_an_item_may_match_its_arguments_in_its_own_way(match: Match) -> None:
    expected = [ExpectedStep(name="a", args={"n": 1}, args_match=ArgsMatch.SUPERSET), ExpectedStep(name="a", args={})]
    steps = [Step(name="a", args={"n": 1, "m": 2}), Step(name="a", args={})]
    assert match_steps(expected, steps, match=match, rules=Rules(), noun="call").why == ""


# Properties.

names = st.sampled_from("abc")
arguments: st.SearchStrategy[Json] = st.sampled_from([{"n": 1}, {"n": 2}, {"n": 1.0}, {}])
wanted_args = st.just(NOT_CAPTURED) | arguments | st.sampled_from([{"n": {"$in": [1, 2]}}, {"n": {"$any": True}}])
statuses = st.sampled_from([(StepStatus.OK, None), (StepStatus.ERROR, "X"), (StepStatus.ERROR, "Y")])
steps = st.builds(
    lambda name, args, end, group: Step(name=name, args=args, status=end[0], error_code=end[1], group=group),
    names,
    arguments,
    statuses,
    st.none() | st.integers(1, 2),
)
wanted_steps = st.builds(
    ExpectedStep,
    name=st.none() | names,
    args=wanted_args,
    status=st.none() | st.sampled_from([StepStatus.OK, StepStatus.ERROR]),
    times=st.integers(1, 2),
)
wanted = st.lists(
    wanted_steps | st.builds(ExpectedGroup, calls=st.lists(wanted_steps, min_size=1, max_size=2).map(tuple)), max_size=4
)
given_steps = st.lists(steps, max_size=6)


@given(wanted, given_steps)
def test_exact_implies_in_order_implies_superset(
    expected: list[ExpectedStep | ExpectedGroup], actual: list[Step]
) -> None:
    def well(match: Match) -> bool:
        return match_steps(expected, actual, match=match, rules=Rules(), noun="call").why == ""

    assert not well(Match.EXACT) or (well(Match.IN_ORDER) and well(Match.ANY_ORDER))
    assert not well(Match.IN_ORDER) or well(Match.SUPERSET)
    assert well(Match.ANY_ORDER) is (well(Match.SUPERSET) and well(Match.SUBSET))


@given(st.lists(wanted_steps, max_size=4), given_steps, st.sampled_from(["any_order", "superset", "subset"]), st.data())
def test_where_order_means_nothing_it_changes_nothing(
    expected: list[ExpectedStep], actual: list[Step], mode: str, data: st.DataObject
) -> None:
    def well(expected: list[ExpectedStep], actual: list[Step]) -> bool:
        return match_steps(expected, actual, match=Match(mode), rules=Rules(), noun="call").why == ""

    shuffled = well(data.draw(st.permutations(expected)), data.draw(st.permutations(actual)))
    assert well(expected, actual) is shuffled


def tried(expected: list[ExpectedStep], actual: list[Step]) -> int:
    """How many find a partner at most, found by trying everything."""
    single = [step for step in expected for _ in range(step.times)]
    seats = [*range(len(actual)), *[-1] * len(single)]
    return max(
        sum(
            1
            for step, seat in zip(single, chosen, strict=True)
            if seat >= 0 and fits(step, actual[seat], args_match=ArgsMatch.EXACT)
        )
        for chosen in permutations(seats, len(single))
    )


@given(st.lists(wanted_steps, max_size=2), st.lists(steps, max_size=3))
def test_no_pairing_is_greater_than_the_one_found(expected: list[ExpectedStep], actual: list[Step]) -> None:
    found = match_steps(expected, actual, match=Match.ANY_ORDER, rules=Rules(), noun="call")
    assert len(found.partners) == tried(expected, actual)


def orders(actual: list[Step]) -> list[list[Step]]:
    """Every order that the steps may as well have had: turns in order, the steps of a turn in any."""
    made: list[list[Step]] = [[]]
    turn: list[Step] = []
    for step, after in zip_longest(actual, actual[1:]):
        turn.append(step)
        if step.group is None or after is None or after.group != step.group:
            made = [[*before, *some] for before in made for some in permutations(turn)]
            turn = []
    return made


def cuts(expected: list[ExpectedStep | ExpectedGroup], actual: list[Step], *, between: bool) -> bool:
    """Whether the expected items are found one after another, by trying every order of a group."""
    if not expected:
        return between or not actual
    first, rest = expected[0], expected[1:]
    block = first.calls if isinstance(first, ExpectedGroup) else (first,)
    block = tuple(step for step in block for _ in range(step.times))
    if isinstance(first, ExpectedStep) and first.times > 1:
        return cuts([*([ExpectedStep(name=first.name, args=first.args, status=first.status)] * first.times), *rest],
                    actual, between=between)  # fmt: skip
    for start in range(len(actual) - len(block) + 1 if between else 1):
        run = actual[start : start + len(block)]
        if len(run) < len(block) or (len(run) > 1 and len({step.group for step in run}) > 1):
            continue
        together = any(
            all(fits(one, step, args_match=ArgsMatch.EXACT) for one, step in zip(order, run, strict=True))
            for order in permutations(block)
        )
        if together and cuts(rest, actual[start + len(block) :], between=between):
            return True
    return False


short = st.lists(
    wanted_steps | st.builds(ExpectedGroup, calls=st.lists(wanted_steps, min_size=1, max_size=2).map(tuple)),
    min_size=1,
    max_size=3,
)


@given(short, st.lists(steps, max_size=4), st.sampled_from([Match.EXACT, Match.IN_ORDER]))
def test_ordered_matching_finds_what_trying_everything_finds(
    expected: list[ExpectedStep | ExpectedGroup], actual: list[Step], match: Match
) -> None:
    found = match_steps(expected, actual, match=match, rules=Rules(), noun="call").why == ""
    assert found is any(cuts(expected, order, between=match is Match.IN_ORDER) for order in orders(actual))


@given(wanted, given_steps, st.sampled_from(Match))
def test_partners_fit_and_every_mismatch_has_a_reason_in_one_line(
    expected: list[ExpectedStep | ExpectedGroup], actual: list[Step], match: Match
) -> None:
    found = match_steps(expected, actual, match=match, rules=Rules(), noun="call")
    assert all(fits(step, actual[place], args_match=ArgsMatch.EXACT) for place, step in found.partners.items())
    assert "\n" not in found.why
    assert len(found.why) < 1500


# Size.


@pytest.mark.parametrize("match", list(Match))
@pytest.mark.parametrize("turn", [None, "one"])
def test_thousands_of_equal_steps_take_less_than_a_second(match: Match, turn: str | None) -> None:
    expected = [ExpectedStep(name="a", args={"n": 1})] * 5000
    actual = [Step(name="a", args={"n": 1}, group=turn)] * 5000
    before = process_time()
    assert match_steps(expected, actual, match=match, rules=Rules(), noun="call").why == ""
    assert match_steps(expected, actual[:-1], match=match, rules=Rules(), noun="call").partners
    assert process_time() - before < 1


@pytest.mark.parametrize("match", list(Match))
@pytest.mark.parametrize(("count", "turn"), [(10_000, None), (5_000, "one")])
def test_ten_thousand_different_steps_take_less_than_a_second(match: Match, count: int, turn: str | None) -> None:
    expected = [ExpectedStep(name="a", args={"n": number}) for number in range(count)]
    actual = [Step(name="a", args={"n": number}, group=turn) for number in range(count)]
    before = process_time()
    assert match_steps(expected, actual, match=match, rules=Rules(), noun="call").why == ""
    assert process_time() - before < 1


@pytest.mark.parametrize("match", [Match.ANY_ORDER, Match.SUPERSET, Match.SUBSET])
def test_beyond_a_million_comparisons_it_gives_up_and_says_so(match: Match) -> None:
    expected = [ExpectedStep(name="a", args={"n": number, "m": {"$any": True}}) for number in range(1001)]
    actual = [Step(name="a", args={"n": number, "m": 0}) for number in range(1000)]
    found = match_steps(expected, actual, match=match, rules=Rules(), noun="call")
    assert found == StepsMatch(why="there are too many different calls to compare them all")


def test_where_too_many_are_to_be_paired_the_first_mismatch_is_told_all_the_same() -> None:
    expected = [ExpectedStep(name="a", args={"n": number, "m": {"$any": True}}) for number in range(1001)]
    actual = [Step(name="a", args={"n": number, "m": 0}) for number in range(1000)]
    found = match_steps(expected, actual, match=Match.EXACT, rules=Rules(), noun="call")
    assert found == StepsMatch(
        why='expected call 1001 a {"m":{"$any":true},"n":1000}, got only 1000 calls', partners={}
    )


@pytest.mark.parametrize("match", [Match.EXACT, Match.IN_ORDER])
def test_a_group_that_is_nowhere_among_thousands_is_given_up_or_refused_in_time(match: Match) -> None:
    group = ExpectedGroup(calls=(ExpectedStep(name="a", times=2500), ExpectedStep(name="b")))
    before = process_time()
    assert match_steps([group], got("a " * 10_000), match=match, rules=Rules(), noun="call").why != ""
    assert process_time() - before < 1
