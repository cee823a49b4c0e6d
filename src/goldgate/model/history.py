"""How did earlier runs go? What a trend is drawn from."""

from goldgate.model.frozen import frozen


@frozen(kw_only=True)
class PastRun:
    """The figures of a finished run; `pass_rate` is from 0 to 1, and None with errors: unknown is never 0."""

    run: str
    pass_rate: float | None
    trials: int
    known: int
