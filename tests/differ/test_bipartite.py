from itertools import permutations
from time import process_time

from hypothesis import given
from hypothesis import strategies as st

from goldgate.differ.bipartite import alike, pair_up, size

graphs = st.integers(0, 5).flatmap(
    lambda others: st.lists(st.sets(st.integers(0, others - 1)) if others else st.just(set()), max_size=5).map(
        lambda rows: ([sorted(row) for row in rows], others)
    )
)


def brute_force(edges: list[list[int]], others: int) -> int:
    seats = [*range(others), *[None] * len(edges)]
    return max(
        sum(1 for row, seat in zip(edges, chosen, strict=True) if seat in row)
        for chosen in permutations(seats, len(edges))
    )


def ones(count: int) -> list[int]:
    return [1] * count


def test_equal_keys_stand_together_in_order_of_appearance() -> None:
    assert alike("abcab") == {"a": [0, 3], "b": [1, 4], "c": [2]}


def test_one_with_a_choice_gives_way_to_one_without() -> None:
    assert pair_up([[0, 1], [0]], expected=ones(2), actual=ones(2)) == [{1: 1}, {0: 1}]


def test_a_chain_of_partners_gives_way() -> None:
    edges = [[0, 1], [1, 2], [2, 3], [0]]
    assert pair_up(edges, expected=ones(4), actual=ones(4)) == [{1: 1}, {2: 1}, {3: 1}, {0: 1}]


def test_counts_are_paired_all_at_once() -> None:
    assert pair_up([[0, 1], [0]], expected=[5, 4], actual=[4, 5]) == [{1: 5}, {0: 4}]


def test_a_count_is_split_between_partners() -> None:
    assert pair_up([[0, 1]], expected=[5], actual=[2, 9]) == [{0: 2, 1: 3}]


def test_whatever_is_paired_at_the_start_stays_paired() -> None:
    start = [{0: 1}, {}]
    assert pair_up([[0, 1], [0]], expected=ones(2), actual=ones(2), start=start) == [{1: 1}, {0: 1}]


def test_earlier_partners_are_preferred() -> None:
    assert pair_up([[0, 1, 2]], expected=[1], actual=ones(3)) == [{0: 1}]


def test_nobody_to_pair() -> None:
    assert pair_up([], expected=[], actual=[]) == []


@given(graphs)
def test_the_size_is_the_one_that_trying_everything_finds(graph: tuple[list[list[int]], int]) -> None:
    edges, others = graph
    found = pair_up(edges, expected=ones(len(edges)), actual=ones(others))
    assert size(found) == brute_force(edges, others)


@given(graphs)
def test_a_pairing_uses_edges_only_and_nobody_twice(graph: tuple[list[list[int]], int]) -> None:
    edges, others = graph
    found = pair_up(edges, expected=ones(len(edges)), actual=ones(others))
    taken = [other for partners in found for other in partners]
    assert all(set(partners) <= set(row) for partners, row in zip(found, edges, strict=True))
    assert len(taken) == len(set(taken)) == size(found)


@given(graphs, st.data())
def test_counts_mean_the_same_as_repeated_items(graph: tuple[list[list[int]], int], data: st.DataObject) -> None:
    edges, others = graph
    expected = data.draw(st.lists(st.integers(0, 3), min_size=len(edges), max_size=len(edges)))
    actual = data.draw(st.lists(st.integers(0, 3), min_size=others, max_size=others))
    places = [other for other, count in enumerate(actual) for _ in range(count)]
    repeated = [
        [place for place, other in enumerate(places) if other in row]
        for row, count in zip(edges, expected, strict=True)
        for _ in range(count)
    ]
    counted = pair_up(edges, expected=expected, actual=actual)
    single = pair_up(repeated, expected=ones(len(repeated)), actual=ones(len(places)))
    assert size(counted) == size(single)


@given(graphs, st.data())
def test_the_size_does_not_depend_on_the_order(graph: tuple[list[list[int]], int], data: st.DataObject) -> None:
    edges, others = graph
    shuffled = data.draw(st.permutations(edges))
    renamed = data.draw(st.permutations(range(others)))
    moved = [[renamed[other] for other in row] for row in shuffled]
    found = pair_up(edges, expected=ones(len(edges)), actual=ones(others))
    assert size(pair_up(moved, expected=ones(len(edges)), actual=ones(others))) == size(found)


@given(graphs, st.data())
def test_a_start_never_makes_the_pairing_smaller_nor_loses_anyone(
    graph: tuple[list[list[int]], int], data: st.DataObject
) -> None:
    edges, others = graph
    fewer = [data.draw(st.sets(st.sampled_from(row))) if row else set() for row in edges]
    start = pair_up([sorted(row) for row in fewer], expected=ones(len(edges)), actual=ones(others))
    found = pair_up(edges, expected=ones(len(edges)), actual=ones(others), start=start)
    assert size(found) == brute_force(edges, others)
    assert {other for partners in start for other in partners} <= {other for partners in found for other in partners}


def test_many_partners_are_swapped_within_a_second() -> None:
    """Five hundred who may have anyone take what another five hundred need, and all of them must give way."""
    edges = [[*range(1000)] for _ in range(500)] + [[index] for index in range(500)]
    before = process_time()
    assert size(pair_up(edges, expected=ones(1000), actual=ones(1000))) == 1000
    assert process_time() - before < 1
