"""What happens while a run goes on? Events, for whoever shows progress."""

import attrs


@attrs.frozen(kw_only=True)
class TrialsFinished:
    """Some more trials have results: by now `done` of `total`."""

    done: int
    total: int
