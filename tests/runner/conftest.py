import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from textwrap import dedent
from typing import Any

import attrs
import pytest

from goldgate.model.case import Case
from goldgate.model.plan import PlannedTrial
from goldgate.runner.pools import PoolName, pool_named
from goldgate.runner.pools.pool import Company, Performed


@attrs.frozen
class Project:
    """A project's folder with an agent, and a way to perform it on cases."""

    root: Path

    def write(self, name: str, text: str) -> Path:
        """Write a file of the project."""
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(dedent(text), encoding="utf-8")
        return path

    def company(self, **fields: Any) -> Company:
        """Who performs suite `s`: the object `agent` of `agent.py`."""
        return Company(**{"agents": {"s": "agent:agent"}, "root": self.root, **fields})

    def perform(
        self, *cases: Case, timeout: float = 20.0, pool: PoolName = PoolName.PROCESSES, **fields: Any
    ) -> list[Performed]:
        """Everything that came of the cases, in the order in which it came."""
        with pool_named(pool, self.company(**fields)) as entered:
            return [one for handful in entered.run(planned(cases, timeout=timeout)) for one in handful]


def planned(cases: Sequence[Case], *, timeout: float) -> list[PlannedTrial]:
    return [PlannedTrial(suite="s", case=case, timeout=timeout) for case in cases]


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Project]:
    """A project whose `agent` module is its own, wherever it is imported."""
    root = tmp_path / "project"
    root.mkdir()
    monkeypatch.setattr(sys, "path", [*sys.path])
    yield Project(root)
    sys.modules.pop("agent", None)


@pytest.fixture
def case() -> Callable[..., Case]:
    """A case whose request is its id, unless told otherwise."""

    def make(name: str = "a", **fields: Any) -> Case:
        return Case(**{"id": name, "request": name, **fields})

    return make
