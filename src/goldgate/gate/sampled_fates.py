"""What does an update of the baseline do with a case of a sampled suite? Accepted counts don't follow luck."""

import shlex
from collections.abc import Mapping
from typing import Final

from goldgate.gate.fates import FATES, KEPT, WRITTEN, Action, Fate, told_of
from goldgate.gate.update_request import UpdateRequest
from goldgate.model.comparison import CaseClass, CaseComparison
from goldgate.model.sampling import Sampling

_BROKE: Final = Fate(Action.ACCEPT, "it certainly broke; if that is to be kept: {accept}")
OTHERWISE: Final[Mapping[int, Fate]] = {8: _BROKE, 12: _BROKE}
"""Rows of the table of which a sampled suite has another fate than others have."""
COUNTED_ANEW: Final = (CaseClass.KNOWN, CaseClass.OK)
"""Classes whose counts stay as they were accepted, unless somebody asks for new ones."""
_ERRORED: Final = (
    "trials of its suite are in ERROR, so nobody can say how it stands: repair what the run reports and run again"
)
_DROPPED: Final = "its suite got worse as a whole; if that is to be kept: --accept-drop {suite} --reason TEXT"


def why_dropped(suite: str) -> str:
    """Why nothing that the suite had before is written, and what to do."""
    return _DROPPED.format(suite=shlex.quote(suite))


def sampled_fate_of(case: CaseComparison, sampling: Sampling, request: UpdateRequest) -> Fate:
    """The fate of this case, its sentence complete.

    Nothing is written while trials of the suite are in ERROR; of a suite that got worse, only what it did not have
    before, unless the drop is accepted.
    """
    fate = OTHERWISE.get(case.ruling.row) or FATES[case.ruling.row]
    if case.ruling.case_class in COUNTED_ANEW and request.recounts(case.suite):
        fate = KEPT if case.then == case.now else WRITTEN
    if fate.action not in (Action.WRITE, Action.ACCEPT):
        return told_of(case, fate)
    if sampling.errored:
        return Fate(Action.REFUSE, _ERRORED)
    if fate.action is Action.WRITE and case.then and sampling.dropped and not request.accepts_drop(case.suite):
        return Fate(Action.REFUSE, why_dropped(case.suite))
    return told_of(case, fate)
