from collections.abc import Sequence

from hypothesis import given, settings
from hypothesis import strategies as st

from goldgate.agents.calls import Call
from goldgate.agents.flows import AT_THE_END, WAITED, Flow, Waited, steps_of
from goldgate.model.trace import Step
from goldgate.model.value import NOT_CAPTURED


def call(name: str, *, observation: str | None = None) -> Call:
    return Call.of(Step(name=name, observation=NOT_CAPTURED if observation is None else observation))


def flow(*items: Call | Flow | Waited | str) -> Flow:
    made = Flow()
    made.items = [call(item) if isinstance(item, str) else item for item in items]
    return made


def all_of(root: Flow) -> list[Flow]:
    """The flow and all that it started, each behind its parent."""
    started = [item for item in root.items if isinstance(item, Flow)]
    strays = [stray for stray_flows in root.strays.values() for stray in stray_flows]
    return [root, *(below for child in (*started, *strays) for below in all_of(child))]


def told(root: Flow) -> list[tuple[str | None, str | int | None]]:
    return [(step.name, step.group) for step in steps_of(all_of(root))]


def names(root: Flow) -> str:
    return "".join(name or "?" for name, _ in told(root))


def test_steps_of_one_flow_stand_in_its_own_order() -> None:
    assert names(flow("b", "a", "c")) == "bac"


def test_a_flow_stands_where_it_was_started() -> None:
    assert names(flow("a", flow("x", "y"), "b")) == "axyb"


def test_flows_started_together_are_one_turn_in_the_order_of_their_content() -> None:
    assert told(flow("z", flow("b"), flow("a"), "c")) == [("z", None), ("a", "turn-1"), ("b", "turn-1"), ("c", None)]


def test_flows_with_a_step_between_their_starts_are_two_turns() -> None:
    assert told(flow(flow("b"), "z", flow("a"))) == [("b", None), ("z", None), ("a", None)]


def test_flows_with_a_wait_between_their_starts_are_two_turns() -> None:
    assert told(flow(flow("b"), WAITED, flow("a"))) == [("b", None), ("a", None)]


def test_flows_without_steps_take_no_part() -> None:
    assert told(flow(flow(), flow("a"), flow(flow()))) == [("a", None)]


def test_a_flow_that_only_starts_one_other_counts_as_that() -> None:
    assert told(flow(flow(flow("b")), flow("a"))) == [("a", "turn-1"), ("b", "turn-1")]


def test_flows_of_several_steps_stand_behind_the_group() -> None:
    turn = flow(flow("a", "b"), flow("d"), flow("c"))
    assert told(turn) == [("c", "turn-1"), ("d", "turn-1"), ("a", None), ("b", None)]


def test_a_single_step_beside_longer_flows_is_no_group() -> None:
    assert told(flow(flow("b"), flow("a", "c"))) == [("b", None), ("a", None), ("c", None)]


def test_groups_are_numbered_in_the_order_of_the_trace() -> None:
    later, sooner = flow("x", flow("d"), flow("c")), flow("w", flow("b"), flow("a"))
    assert [group for _, group in told(flow(later, sooner))] == [None, "turn-1", "turn-1", None, "turn-2", "turn-2"]


def test_equal_calls_are_ordered_by_what_came_of_them() -> None:
    root = flow(flow(call("a", observation="2")), flow(call("a", observation="1")), flow(call("a")))
    assert [step.observation for step in steps_of(all_of(root))] == ["1", "2", NOT_CAPTURED]


def test_a_stray_joins_the_flows_that_were_started_at_its_place() -> None:
    root = flow("x", flow("c"), "y")
    root.strays = {1: [flow("b")], 3: [flow("z")], AT_THE_END: [flow("a")]}
    assert told(root) == [
        ("x", None),
        ("b", "turn-1"),
        ("c", "turn-1"),
        ("y", None),
        ("z", None),
        ("a", None),
    ]


def test_flows_that_say_the_same_in_other_turns_are_ordered_too() -> None:
    one_by_one, at_once = flow("c", "c", "b"), flow(flow("c"), flow("c"), "b")
    assert told(flow(one_by_one, at_once)) == told(flow(flow(flow("c"), flow("c"), "b"), flow("c", "c", "b")))


def test_a_dropped_step_is_left_out() -> None:
    dropped = call("x")
    dropped.dropped = True
    assert names(flow("a", dropped, "b")) == "ab"


def test_a_step_with_a_fault_is_in_no_group() -> None:
    faulty = Call(kind="tool", name="x", args={"set": {1}})
    steps = steps_of(all_of(flow(flow(faulty), flow("b"))))
    assert [(step.name, step.group) for step in steps] == [("b", None), ("x", None), (None, None)]


def test_a_chain_of_ten_thousand_flows_is_no_problem() -> None:
    root = last = Flow()
    flows = [root]
    for _ in range(10_000):
        last.items = [call("a"), Flow()]
        last = next(item for item in last.items if isinstance(item, Flow))
        flows.append(last)
    assert len(steps_of(flows)) == 10_000


trees = st.recursive(
    st.lists(st.sampled_from("abc"), max_size=3).map(tuple),
    lambda children: st.lists(st.sampled_from("abc") | children, max_size=4).map(tuple),
    max_leaves=12,
)


def grown(tree: Sequence[object], *, turned: bool) -> Flow:
    """A flow of letters (steps) and inner tuples (flows); `turned`: each turn is started in the reverse order."""
    items: list[Call | Flow] = []
    turn: list[Flow] = []
    for part in (*tree, None):
        if isinstance(part, tuple):
            turn.append(grown(part, turned=turned))
            continue
        items += reversed(turn) if turned else turn
        turn = []
        if isinstance(part, str):
            items.append(call(part))
    return flow(*items)


@given(trees)
@settings(max_examples=100)
def test_the_order_in_which_concurrent_flows_are_started_does_not_matter(tree: Sequence[object]) -> None:
    assert told(grown(tree, turned=False)) == told(grown(tree, turned=True))
