import pytest

from goldgate.runner.pools.driver import next_size


@pytest.mark.parametrize(
    ("size", "seconds", "next_one"),
    [(1, 0.001, 2), (32, 0.049, 64), (64, 0.001, 64), (64, 0.05, 32), (1, 60.0, 1), (3, 1.0, 1)],
)
def test_batches_grow_while_they_are_quick_and_shrink_when_they_are_not(
    size: int, seconds: float, next_one: int
) -> None:
    assert next_size(size, seconds=seconds) == next_one
