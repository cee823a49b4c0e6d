"""What happens while a run goes on? Events, for whoever shows progress."""

import attrs

from goldgate.model.result import Result


@attrs.frozen(kw_only=True)
class TrialFinished:
    """One trial has a result; `done` of `total` trials are finished."""

    result: Result
    done: int
    total: int
