"""Which pools are there? The literal registry of the ways in which trials can be performed."""

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Final

from goldgate.runner.pools.in_process import InProcessPool
from goldgate.runner.pools.pool import Company, Pool
from goldgate.runner.pools.processes import ProcessPool


class PoolName(StrEnum):
    """The name of a pool."""

    PROCESSES = "processes"
    """Workers of their own, watched and replaced; what decides the gate."""
    IN_PROCESS = "in-process"
    """This process, for debuggers and pytest; `guards_off` says what does not hold."""


POOLS: Final[Mapping[PoolName, Callable[[Company], Pool]]] = {
    PoolName.PROCESSES: ProcessPool,
    PoolName.IN_PROCESS: InProcessPool,
}
