"""How did it go earlier? What the runs that are kept, and the baselines that were committed, say of their time."""

from goldgate.model.frozen import frozen


@frozen(kw_only=True)
class PastRun:
    """The figures of a finished run; `pass_rate` is from 0 to 1, and None with errors: unknown is never 0."""

    run: str
    pass_rate: float | None
    trials: int
    known: int


@frozen(kw_only=True)
class Counts:
    """What was counted over all trials of a run, as its summary says it."""

    cases: int
    trials: int
    passed: int
    failed: int
    errors: int
    known: int
    pass_rate: float | None


@frozen(kw_only=True)
class KeptRun:
    """A run that is still there: when it began, of what, at which commit; `counts` is None where it is incomplete.

    `selection` are the options that narrowed it, `""` for everything. `dirty` says whether the folder differed from the
    commit, None where git did not say.
    """

    run: str
    started: str
    suites: tuple[str, ...]
    variants: tuple[str, ...]
    selection: str
    revision: str | None
    dirty: bool | None
    counts: Counts | None


@frozen(kw_only=True)
class CommittedBaselines:
    """The baselines as one commit left them: how many cases they hold, and how many of those fail as they are known to.

    `date` is that of the commit, ISO with its offset; `subject` is the first line of its message.
    """

    revision: str
    date: str
    subject: str
    cases: int
    known: int
