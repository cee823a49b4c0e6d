"""What happens while a run goes on? Events, for whoever shows progress."""

from goldgate.model.frozen import frozen


@frozen(kw_only=True)
class TrialsFinished:
    """Some more trials have results: by now `done` of `total`."""

    done: int
    total: int
