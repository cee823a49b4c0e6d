from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

import pytest

from goldgate.runner.guards.guard import Guard

Holding = Callable[..., AbstractContextManager[None]]


@pytest.fixture
def holding() -> Holding:
    """Lets a guard hold for a block, as long as it would for a trial."""

    @contextmanager
    def hold(guard: Guard, *, suite: str = "s", case: str = "a") -> Iterator[None]:
        guard.open()
        try:
            guard.begin(suite, case)
            try:
                yield
            finally:
                guard.end()
        finally:
            guard.close()

    return hold
