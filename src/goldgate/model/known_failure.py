"""What is a known failure? A marker on a golden case: it is expected to fail, why, where tracked, until when."""

import datetime as dt

from goldgate.model.frozen import frozen


@frozen(kw_only=True)
class KnownFailure:
    """`reason` and `issue` are required; `expires` is the last valid day (UTC); without `since` the age is unknown."""

    reason: str
    issue: str
    expires: dt.date | None = None
    since: dt.date | None = None
    owner: str | None = None
