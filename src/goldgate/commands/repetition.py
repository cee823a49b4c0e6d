"""Does every case do the same again? What `run --check-determinism` does beyond a run."""

from collections.abc import Iterable

import attrs

from goldgate.errors import UsageError
from goldgate.exit_codes import ExitCode
from goldgate.model.comparison import Decision
from goldgate.model.determinism import Unsteady
from goldgate.model.frozen import frozen
from goldgate.model.plan import Plan, TrialKey
from goldgate.model.result import Result
from goldgate.model.settings import Settings
from goldgate.reports.determinism import unstable_reason
from goldgate.runner.determinism import Check, Seen, seen
from goldgate.runner.pools.pool import Company
from goldgate.runner.pools.processes import ProcessPool


def require_repeatable(*, in_process: bool, resume: bool, live: bool) -> None:
    """Raise UsageError where nothing can be varied, or not all of the first trials were seen."""
    for option, given in (("--in-process", in_process), ("--resume", resume), ("--live", live)):
        if given:
            raise UsageError(f"--check-determinism does every trial twice in fresh workers; leave {option} out")


@frozen(kw_only=True)
class Repetition:
    """What the first trials did, gathered while they are performed, to hold the second ones against."""

    settings: Settings
    _first: dict[TrialKey, Seen] = attrs.field(factory=dict, init=False)

    def saw(self, results: Iterable[Result]) -> None:
        """Results of first trials."""
        for result in results:
            self._first[result.key] = seen(result, self.settings.outcome_of(result.suite))

    def unsteady(self, plan: Plan, company: Company) -> tuple[Unsteady, ...]:
        """The cases that do something else when everything around them is varied. Raises AgentNotLoadable."""
        check = Check(company=company, open=ProcessPool, settings=self.settings.outcome_of)
        return check.unsteady(plan.trials, self._first)


def decided(decision: Decision, unsteady: tuple[Unsteady, ...]) -> Decision:
    """A run with unstable cases is not good enough to go on from."""
    if not unsteady:
        return decision
    code = ExitCode.CLOSED if decision.exit_code is ExitCode.OPEN else decision.exit_code
    return attrs.evolve(decision, exit_code=code, reasons=(*decision.reasons, unstable_reason(unsteady)))
