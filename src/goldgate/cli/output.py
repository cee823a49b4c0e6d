"""How does output leave the process, and what if it can't? Then the exit code says so, and nothing else is tried."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, redirect_stdout, suppress
from io import TextIOWrapper

import click

from goldgate.cli.glyphs import HANDLING
from goldgate.errors import UnreadableFile
from goldgate.exit_codes import ExitCode


def open_streams() -> None:
    """Have all three streams: who closes one wants to hear nothing. Both that are written take every character."""
    for name in ("stdin", "stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "r+", encoding="utf-8"))  # noqa: PTH123, SIM115 - lives as long as we
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors=HANDLING)


@contextmanager
def kept_clean(*, form: str) -> Iterator[None]:
    """Send what an agent in this process prints to stderr, where stdout is for one document."""
    with redirect_stdout(sys.stderr) if form == "json" else nullcontext():
        yield


def write_bytes(data: bytes) -> None:
    """Write all of it to stdout, which takes a part at a time where it has no buffer."""
    left = memoryview(data)
    while left:
        left = left[sys.stdout.buffer.write(left) :]
    sys.stdout.buffer.flush()


def lost(error: OSError) -> ExitCode:
    """The reader of our output went away, or its disk is full: how the command ends, whatever it had to say."""
    with suppress(OSError, ValueError):  # what is buffered would make the interpreter fail once more, at its end
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    if isinstance(error, BrokenPipeError):
        return ExitCode.BROKEN_PIPE
    with suppress(OSError):
        click.echo(f"can't write the output: {error.strerror} [{UnreadableFile.code}]", err=True)
    return ExitCode.NO_JUDGEMENT
