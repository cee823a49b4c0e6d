"""What does an update of the baseline do with a case? For each row of the table: kept, written, or refused and why."""

import shlex
from collections.abc import Mapping
from enum import StrEnum
from typing import Final

import attrs

from goldgate.model.comparison import CaseComparison
from goldgate.model.frozen import frozen


class Action(StrEnum):
    """What happens to the accepted line of a case."""

    KEEP = "keep"
    WRITE = "write"
    REFUSE = "refuse"
    ACCEPT = "accept"
    """Refused, unless `--accept ID --reason TEXT` asks for it to be written."""
    PRUNE = "prune"
    """Refused, unless `--prune` asks for it to be dropped."""


@frozen
class Fate:
    """The action, and for a refusal a sentence that says what to do next."""

    action: Action
    why: str = ""


KEPT: Final = Fate(Action.KEEP)
WRITTEN: Final = Fate(Action.WRITE)
_MARK: Final = "a failing case without a marker is never written: fix it, or give it a known_failure in the golden file"

FATES: Final[Mapping[int, Fate]] = {
    1: KEPT,  # not_selected
    2: Fate(Action.PRUNE, "it is no longer in the golden file: --prune drops its line"),
    3: Fate(Action.REFUSE, "nothing could be judged: repair what the run reports and run again"),
    4: Fate(Action.REFUSE, "its trials disagree, so there is no one outcome to accept: find out why"),
    5: Fate(Action.ACCEPT, "nothing but the baseline judges it, and its outcome changed; if that is meant: {accept}"),
    6: Fate(Action.REFUSE, "its known failure has expired: fix it, or set a new date in its marker"),
    7: Fate(Action.REFUSE, "it passes now: take its known_failure marker out of the golden file first"),
    8: Fate(Action.ACCEPT, "it was marked after it was accepted as passing; if the failure is to be kept: {accept}"),
    9: Fate(Action.ACCEPT, "it fails in another way than was accepted; if that is to be kept: {accept}"),
    10: WRITTEN,  # known_new
    11: KEPT,  # known
    12: Fate(Action.REFUSE, _MARK + ", then {accept}"),
    13: Fate(Action.REFUSE, _MARK),
    14: WRITTEN,  # new
    15: WRITTEN,  # fixed, its marker is already gone
    16: WRITTEN,  # case_edited
    17: WRITTEN,  # drifted
    18: KEPT,  # ok
}
"""Row of the table of classes → what an update does; `{accept}` is filled in for the case."""


def fate_of(case: CaseComparison) -> Fate:
    """The fate of this case, its sentence complete."""
    return told_of(case, FATES[case.ruling.row])


def told_of(case: CaseComparison, fate: Fate) -> Fate:
    """The fate with the option that accepts this case in its sentence."""
    accept = f"--accept {shlex.quote(case.id)} --reason TEXT"
    return attrs.evolve(fate, why=fate.why.format(accept=accept))
