"""Which pools are there? The literal registry of the ways in which trials can be performed."""

from collections.abc import Callable, Mapping
from enum import StrEnum
from importlib import import_module
from typing import Final, cast

from goldgate.runner.pools.pool import Company, Pool


class PoolName(StrEnum):
    """The name of a pool."""

    PROCESSES = "processes"
    """Workers of their own, watched and replaced; what decides the gate."""
    IN_PROCESS = "in-process"
    """This process, for debuggers and pytest; `guards_off` says what does not hold."""


POOLS: Final[Mapping[PoolName, tuple[str, str]]] = {
    PoolName.PROCESSES: ("processes", "ProcessPool"),
    PoolName.IN_PROCESS: ("in_process", "InProcessPool"),
}
"""The file of this room, which is imported when it is used: the second one brings all that a worker needs."""


def pool_named(name: PoolName, company: Company) -> Pool:
    """A pool of that name for a company."""
    file, cls = POOLS[name]
    make = cast("Callable[[Company], Pool]", getattr(import_module(f"{__name__}.{file}"), cls))
    return make(company)
