"""Which answers of the world did nobody ask for? No verdict, but a case may not test what its author means."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from goldgate.differ.listing import listed
from goldgate.differ.show import inert
from goldgate.model.case import Stub
from goldgate.model.case_key import CaseKey, case_name
from goldgate.model.detail import Detail
from goldgate.reports.line import Line, dim, line
from goldgate.reports.wording import counted

MOST_CASES: Final = 3
_IN_ITS_PLACE: Final = (
    "it was called without asking the world: a function under @goldgate.tool is recorded, and runs for real"
)


def idle_stub_notices(stubs: Sequence[Stub], details: Sequence[Detail]) -> Iterator[str]:
    """A sentence for each stub of a case that answered nothing in any of its trials."""
    for index, stub in enumerate(stubs):
        if details and all(index in detail.idle_stubs for detail in details):
            said = f"$.world.tools[{index}] answered no call of {inert(stub.tool)}"
            bypassed = any(stub.tool in detail.bypassed for detail in details)
            yield f"{said}; {_IN_ITS_PLACE}" if bypassed else said


def idle_stub_lines(idle: Mapping[CaseKey, Sequence[int]]) -> Iterator[Line]:
    """The stubs of cases that passed without asking them, in one line."""
    if idle:
        names = tuple(case_name(suite, case_id) for suite, case_id in idle)
        number = sum(map(len, idle.values()))
        yield line(
            dim(f"{counted(number, 'stub')} answered no call in cases that passed: {listed(names, most=MOST_CASES)}")
        )


def idle_stubs_document(idle: Mapping[CaseKey, Sequence[int]]) -> list[Mapping[str, Any]]:
    """The same for machines; stubs are counted from 0, as in the path of `world.tools`."""
    return [{"suite": suite, "id": case_id, "stubs": list(stubs)} for (suite, case_id), stubs in idle.items()]
