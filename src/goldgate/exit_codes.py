"""How does a goldgate command end? Five codes, and nothing else ever leaves the process."""

from enum import IntEnum


class ExitCode(IntEnum):
    """The exit codes of every command.

    A stronger code wins when several apply: NO_JUDGEMENT over CLOSED over OPEN.
    """

    OPEN = 0
    """The gate is open: a judgement was made and nothing is against the change."""
    CLOSED = 1
    """The gate is closed: a judgement was made and it is against the change."""
    NO_JUDGEMENT = 2
    """Nothing was judged: wrong usage, bad file, stale run, a case in ERROR, internal fault."""
    INTERRUPTED = 130
    """Ctrl-C, or a signal that asks the process to end."""
    BROKEN_PIPE = 141
    """The reader of our output went away (`goldgate check | head`)."""
