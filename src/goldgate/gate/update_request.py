"""What did the caller of an update ask for beyond the default, and does it make sense?"""

from collections.abc import Iterable, Mapping

import attrs

from goldgate.errors import UsageError
from goldgate.model.case_key import composed, names_of
from goldgate.model.frozen import frozen


def _composed(names: Iterable[str]) -> frozenset[str]:
    """Names as they are compared: keyboards and file systems spell the same Korean word in two ways."""
    return frozenset(map(composed, names))


def _by_composed(reasons: Mapping[str, str]) -> Mapping[str, str]:
    return {composed(name): reason for name, reason in reasons.items()}


@frozen(kw_only=True)
class UpdateRequest:
    """What to do otherwise than by default. A case is named by its id, or by suite and id as `files::search-by-name`.

    `only` narrows the update to the named cases (None: all); `accept` names refused changes that are to be written all
    the same, for the `reason` that becomes the note of their lines, or for one of their own in `reasons`; `prune` drops
    the lines of removed cases.
    `recount` takes the counts of this run also for cases of sampled suites of which nothing changed; `accept_drop`
    names sampled suites that got worse, and takes the counts of this run for them, with the `reason` as the note.
    Raises UsageError for an acceptance without a reason, and for a reason without an acceptance.
    """

    only: frozenset[str] | None = attrs.field(default=None, converter=attrs.converters.optional(_composed))
    accept: frozenset[str] = attrs.field(default=frozenset(), converter=_composed)
    reason: str | None = None
    reasons: Mapping[str, str] = attrs.field(factory=dict, converter=_by_composed)
    prune: bool = False
    recount: bool = False
    accept_drop: frozenset[str] = frozenset()

    def __attrs_post_init__(self) -> None:
        given = self.reason is not None and self.reason.strip() != ""
        if not given and not self.accept <= self.reasons.keys():
            raise UsageError("--accept needs --reason TEXT: it is kept in the baseline as the note of the line")
        if self.accept_drop and not given:
            raise UsageError("--accept-drop needs --reason TEXT: it is kept in the baseline as the note of the lines")
        if self.reason is not None and not self.accept and not self.accept_drop:
            raise UsageError("--reason says why something is accepted: name it with --accept ID")

    def covers(self, suite: str, case_id: str) -> bool:
        """Whether the update is to touch this case at all."""
        return self.only is None or not self.only.isdisjoint(names_of(suite, case_id)) or self.accepts(suite, case_id)

    def recounts(self, suite: str) -> bool:
        """Whether the counts of a sampled suite are taken anew where nothing changed."""
        return self.recount or self.accepts_drop(suite)

    def accepts_drop(self, suite: str) -> bool:
        """Whether a sampled suite may have got worse as a whole."""
        return suite in self.accept_drop

    def reason_for(self, suite: str, case_id: str) -> str | None:
        """Why a refused change of this case is to be written."""
        return next((self.reasons[name] for name in names_of(suite, case_id) if name in self.reasons), self.reason)

    def accepts(self, suite: str, case_id: str) -> bool:
        """Whether a refused change of this case is to be written."""
        return bool(self.accept) and not self.accept.isdisjoint(names_of(suite, case_id))
