from collections.abc import Callable
from typing import TypeAlias

import pytest

from goldgate.model.case import Case, Split

MakeCase: TypeAlias = Callable[..., Case]


@pytest.fixture
def case() -> MakeCase:
    """A case with an id; what is not given does not matter."""

    def make(
        name: str,
        *,
        tags: tuple[str, ...] = (),
        trials: int | None = None,
        timeout: float | None = None,
        stream: str | None = None,
        split: Split | None = None,
    ) -> Case:
        return Case(id=name, request="do it", tags=tags, trials=trials, timeout=timeout, stream=stream, split=split)

    return make
