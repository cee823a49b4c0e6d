"""What did the judge find? Named checks, and a verdict."""

from enum import StrEnum
from typing import Final

from goldgate.model.frozen import frozen

ADAPTER_CHANGED: Final = "ADAPTER_CHANGED"
"""What the agent was given was changed while it was measured; the trials of that variant are ERROR."""
SKILL_NOT_GIVEN: Final = "SKILL_NOT_GIVEN"
"""The fault of a trial with linked skills whose agent was not handed one of them."""
CASSETTE_MISS: Final = "CASSETTE_MISS"
"""The fault of a trial whose agent asked the outside world what is not recorded."""


class Verdict(StrEnum):
    """The verdict on one trial. ERROR: no judgement was possible; never the agent's own fault."""

    PASS = "pass"  # noqa: S105 - a verdict, no password
    FAIL = "fail"
    ERROR = "error"


STEP_ERRORS: Final = "step_errors"
"""The check that no step has an error which the case does not allow."""


@frozen(kw_only=True)
class Check:
    """One finding of the judge on one trace. `why` says what was expected, what came, where it first went wrong."""

    name: str
    passed: bool
    why: str = ""


@frozen(kw_only=True)
class Fault:
    """Why no judgement was possible: a stable code (`LOST_STEP`, `CHECK_CRASHED` …) and a sentence."""

    code: str
    message: str


@frozen(kw_only=True)
class Judgement:
    """All findings on one trace. `fault` is given exactly when the verdict is ERROR."""

    verdict: Verdict
    checks: tuple[Check, ...] = ()
    fault: Fault | None = None

    @property
    def failed(self) -> tuple[str, ...]:
        """Names of the failed checks, in the order of the checks."""
        return tuple([check.name for check in self.checks if not check.passed])

    @property
    def reasons(self) -> tuple[str, ...]:
        """Why the trace did not pass: the fault, else `check: why` of each failed check."""
        if self.fault is not None:
            return (f"{self.fault.code}: {self.fault.message}",)
        return tuple(f"{check.name}: {check.why}" for check in self.checks if not check.passed)
