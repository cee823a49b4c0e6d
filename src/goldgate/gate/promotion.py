"""What does an update make of the baseline of one suite? The lines that change, the refused cases, the new file."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

import attrs

from goldgate.errors import UpdateRefused
from goldgate.formats.baseline import Entry
from goldgate.gate.fates import Action
from goldgate.model.baseline import Baseline
from goldgate.model.comparison import CaseClass, CaseComparison
from goldgate.model.frozen import frozen
from goldgate.model.sampling import Sampling

FEW_LINES: Final = 20
"""This many existing lines may change unconfirmed …"""
FEW_PERCENT: Final = 10
"""… or this many of a hundred, whichever is more."""


@frozen(kw_only=True)
class Considered:
    """One case of which an update has to say something."""

    case: CaseComparison

    @property
    def id(self) -> str:
        """The id of the case."""
        return self.case.id

    @property
    def case_class(self) -> CaseClass:
        """The class of the case."""
        return self.case.ruling.case_class


@frozen(kw_only=True)
class Write(Considered):
    """One line that changes: `old` None is a line that did not exist, `new` None one that is dropped.

    `accepted` says that it would have been refused, had nobody accepted it by name.
    """

    old: str | None
    new: str | None
    accepted: bool = False


@frozen(kw_only=True)
class Refusal(Considered):
    """One case whose line is not written; `why` says what to do next, `action` whether asking by name would help."""

    why: str
    action: Action = Action.REFUSE


@frozen(kw_only=True)
class Promotion:
    """The update of one suite: `writes` and `refused` in the order of the id, and the `entries` of the new file.

    `outcome` is the digest of its outcome settings, `existing` the number of lines that were there. Where the settings
    of the outcome changed all lines are rewritten or none, as the file says of all of them by which they were written:
    `blocked` says that it is none, since a line that is refused would stay as it is.
    `sampling` is what the statistical rules say of a sampled suite; `drop_refused` that it got worse as a whole, and
    nobody accepted that. `judge` is as in `Baseline`.
    """

    suite: str
    outcome: str
    writes: tuple[Write, ...]
    refused: tuple[Refusal, ...]
    entries: tuple[Entry, ...]
    existing: int
    settings_changed: bool
    blocked: bool = False
    sampling: Sampling | None = None
    drop_refused: bool = False
    judge: Mapping[str, str] = attrs.field(factory=dict)

    @property
    def refuses(self) -> bool:
        """Whether something that the run observed is not accepted: of a case, or of the suite as a whole."""
        return bool(self.refused) or self.drop_refused

    @property
    def existing_changed(self) -> int:
        """How many lines that were there are changed or dropped."""
        return sum(write.old is not None for write in self.writes)

    @property
    def unchanged(self) -> int:
        """How many lines that were there stay as they are, byte for byte."""
        return self.existing - self.existing_changed

    @property
    def writes_file(self) -> bool:
        """Whether there is anything to write; when not, the file must not be touched."""
        return not self.blocked and (bool(self.writes) or self.settings_changed)

    def baseline(self) -> Baseline:
        """The new file as a value."""
        lines = tuple(entry.line() for entry in self.entries)
        return Baseline(outcome=self.outcome, lines=lines, judge=self.judge)


def merge(accepted: Iterable[Entry], writes: Iterable[Write]) -> tuple[Entry, ...]:
    """The lines of the new file, sorted: the accepted ones with the changes put in by id.

    Raises UpdateRefused when an accepted line is no longer the one that a change was made for.
    """
    entries = {entry.id: entry for entry in accepted}
    for write in writes:
        found = entries.pop(write.id, None)
        if (found and found.text) != write.old:
            raise UpdateRefused(f"the line of {write.id!r} was changed meanwhile: run goldgate update-baseline again")
        if write.new is not None:
            entries[write.id] = Entry(id=write.id, text=write.new)
    return tuple(sorted(entries.values(), key=lambda entry: entry.id))


def needs_yes(promotions: Sequence[Promotion]) -> int | None:
    """The number that must be confirmed with `--yes N`: of existing lines changed or dropped. None: no need to.

    A change of the outcome settings always has to be confirmed: lines are rewritten that could not be compared.
    """
    changed = sum(promotion.existing_changed for promotion in promotions)
    existing = sum(promotion.existing for promotion in promotions)
    many = changed > FEW_LINES and changed * 100 > existing * FEW_PERCENT
    rewritten = any(promotion.settings_changed and promotion.existing_changed for promotion in promotions)
    return changed if many or rewritten else None
