"""What is put back after every trial, so that none meets what another left behind?"""

import os
import signal
import sys
from collections.abc import Mapping
from os import getcwd  # ours, whatever the agent does to that of `os`
from typing import Final, TextIO

from goldgate.model.frozen import frozen
from goldgate.runner.audit import Touched

_HAS_TIMERS: Final = hasattr(signal, "setitimer")


@frozen(kw_only=True)
class Surroundings:
    """What surrounds an agent in its process: cwd, environment, import path, arguments, streams, alarm."""

    cwd: str
    variables: Mapping[str, str]
    path: tuple[str, ...]
    arguments: tuple[str, ...]
    stdout: TextIO
    stderr: TextIO
    no_alarm: bool

    def restore(self, touched: Touched) -> None:
        """Put everything back that is not as it was; `touched` knows which variables may not be.

        Costs a few microseconds where nothing was changed: the environment is not read through.
        """
        if not self._is_here():
            os.chdir(self.cwd)
        if touched.variables:
            self._restore_variables(touched.variables)
        if sys.path != [*self.path]:
            sys.path[:] = self.path
        if sys.argv != [*self.arguments]:
            sys.argv[:] = self.arguments
        sys.stdout, sys.stderr = self.stdout, self.stderr
        if self.no_alarm:
            signal.setitimer(signal.ITIMER_REAL, 0)

    def _is_here(self) -> bool:
        """Whether the cwd is still the one to come back to: to ask costs half of going there."""
        try:
            return getcwd() == self.cwd  # noqa: PTH109 - which asks in three steps
        except OSError:  # the folder is gone
            return False

    def _restore_variables(self, names: set[str]) -> None:
        for name in list(names):
            value = self.variables.get(name)
            if value is None:
                os.environ.pop(name, None)
                os.unsetenv(name)  # where it was set behind the back of os.environ
            else:
                os.environ[name] = value
        names.clear()


def surroundings(*, cwd: str) -> Surroundings:
    """Everything as it is now, `cwd` as the folder to come back to."""
    return Surroundings(
        cwd=cwd,
        variables=dict(os.environ),
        path=tuple(sys.path),
        arguments=tuple(sys.argv),
        stdout=sys.stdout,
        stderr=sys.stderr,
        no_alarm=_HAS_TIMERS and signal.getitimer(signal.ITIMER_REAL)[0] == 0,
    )
