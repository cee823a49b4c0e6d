"""What is raised in the agent where a guard refuses what it was about to do, and how is it found again?"""

from typing import ClassVar

_LONGEST_CHAIN = 10


class NetworkRefused(ConnectionRefusedError):
    """The agent was to reach a host that it may not; to its code a connection that was refused like any other."""

    code: ClassVar = "NETWORK_REFUSED"

    def __init__(self, address: str) -> None:
        """Name the address that was not asked."""
        super().__init__(f"no connection to {address}: the network guard refuses it")


class ProcessRefused(PermissionError):
    """The agent was to start a program; to its code one that it may not execute."""

    code: ClassVar = "PROCESS_REFUSED"

    def __init__(self, program: str) -> None:
        """Name the program that was not started."""
        super().__init__(f"{program} is not started: the processes guard refuses it")


def behind(error: BaseException) -> BaseException:
    """The refusal that an exception comes of, where a library wrapped it in one of its own; else the exception."""
    found: BaseException | None = error
    for _ in range(_LONGEST_CHAIN):
        if found is None or isinstance(found, NetworkRefused | ProcessRefused):
            break
        found = found.__cause__ or (None if found.__suppress_context__ else found.__context__)
    return error if not isinstance(found, NetworkRefused | ProcessRefused) else found
