"""Which process dies where it is told? Not a test: a program that starts commands of goldgate and ends them early.

It reads a job a line (JSON), and answers each with a line. A command runs in a fork of this process, so that goldgate
is imported once for hundreds of them. It ends by SIGKILL, just before the call number `at` that would change something
on the disk (or, where `reading` says so, open a file), or after so many seconds, or by itself. Where `meanwhile` says
what else happens, it only stops there, and goes on when that has ended: the words of another command, or a file that
is cut off behind so many bytes.
"""

import fcntl
import io
import json
import os
import resource
import signal
import sys
import threading
import time
from collections.abc import Collection
from importlib import import_module
from types import FrameType, ModuleType
from typing import Any, Final

from goldgate.cli.main import VERBS, main
from goldgate.store import locks

CHANGING: Final = {
    "chmod", "flock", "fsync", "ftruncate", "mkdir", "remove", "rename", "replace", "rmdir", "symlink", "truncate",
    "unlink", "utime", "write", "writelines",
}  # fmt: skip
READING: Final = {"open", "stat", "lstat"}
PATIENCE: Final = 0.3
"""Seconds that a command waits for another one to end."""
_MODULES: Final = {os.open.__module__, fcntl.__name__, "io", "_io"}


class Counting:
    """Counts the calls of these names, and sends this process a signal before one of them."""

    def __init__(self, names: Collection[str], *, at: int | None, signal: signal.Signals) -> None:
        self.count = 0
        self._names = names
        self._at = at
        self._signal = signal

    def __call__(self, _frame: FrameType, event: str, called: Any) -> None:  # noqa: ANN401 - whatever is called
        """As sys.setprofile has it: before each call."""
        if event == "c_call" and called.__name__ in self._names and _is_of_files(called.__self__):
            self.count += 1
            if self.count == self._at:
                os.kill(os.getpid(), self._signal)


def _is_of_files(owner: object) -> bool:
    """Whether a function belongs to the operating system or to a file; `str.replace` does not."""
    return isinstance(owner, io.IOBase) or (isinstance(owner, ModuleType) and owner.__name__ in _MODULES)


def perform(job: dict[str, Any], *, told: int) -> None:
    """Be the command of a job: in its folder, with its output in a file; tells how many calls were counted."""
    os.chdir(job["folder"])
    os.environ.update(job["environ"])
    said = os.open(job["said"], os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    os.dup2(said, 1)
    os.dup2(said, 2)
    if job["most_bytes"] is not None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (job["most_bytes"], resource.RLIM_INFINITY))
    locks.PATIENCE = PATIENCE  # type: ignore[misc]
    names = READING if job["reading"] else CHANGING
    counting = Counting(names, at=job["at"], signal=signal.SIGKILL if job["meanwhile"] is None else signal.SIGSTOP)
    if job["at"] is not None:
        threading.setprofile(counting)
        sys.setprofile(counting)
    code: Any = 99
    try:
        main(job["words"])
    except SystemExit as ending:
        code = ending.code or 0
    finally:
        sys.setprofile(None)
        sys.stdout.flush()
        os.write(told, str(counting.count).encode())
        os._exit(int(code))


def attend(job: dict[str, Any]) -> dict[str, Any]:
    """Do a job: the exit code of its command, or the negative number of the signal, and the calls it made."""
    heard, told = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(heard)
        perform(job, told=told)
    os.close(told)
    if job["after"] is not None:
        time.sleep(job["after"])
        os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, os.WUNTRACED)
    other = None
    if os.WIFSTOPPED(status):
        other = happen(job)
        os.kill(child, signal.SIGCONT)
        _, status = os.waitpid(child, 0)
    with os.fdopen(heard, "rb") as counts:
        count = counts.read()
    return {"code": os.waitstatus_to_exitcode(status), "count": int(count or 0), "other": other}


def happen(job: dict[str, Any]) -> int | None:
    """What happens while a command stands still; the exit code of another command."""
    match job["meanwhile"]:
        case [str(path), int(size)]:
            os.truncate(path, size)
            return None
        case words:
            other = {
                **job,
                "words": words,
                "meanwhile": None,
                "at": None,
                "said": f"{job['said']}.other",
                "after": None,
            }
            code: int = attend(other)["code"]
            return code


if __name__ == "__main__":
    jobs, answers = os.fdopen(os.dup(0), "r"), os.fdopen(os.dup(1), "w")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    for verb in VERBS.values():
        import_module(verb.home.split(":")[0])
    for line in jobs:
        job = json.loads(line)
        if job["words"][0] == "pair":
            import_module("scipy.stats")  # which takes longer than all else
        print(json.dumps(attend(job)), file=answers, flush=True)
