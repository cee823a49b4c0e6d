"""What may a command take, and what is told when that is not enough? What all share that call agents or judges."""

import shlex
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from decimal import Decimal
from typing import Any, Final

from goldgate.commands.project import Project
from goldgate.errors import GoldgateError, Interrupted, RunStopped, SettingsError, UsageError
from goldgate.model.frozen import frozen
from goldgate.model.limits import LimitSettings, Meter, Stop, Unmetered
from goldgate.model.spending import Spent
from goldgate.reports.stopped import Stopped, stopped_document, stopped_lines
from goldgate.runner.gentle_end import ending_gently
from goldgate.runner.pools.desk import LOST_WORKER
from goldgate.runner.pools.streams import STREAM_BROKEN
from goldgate.runner.purse import Budget, CallRefused
from goldgate.store.files import is_there, shown
from goldgate.store.journal import Journal
from goldgate.store.judgements import read_evidence
from goldgate.store.spending import open_ledger

ALLOW: Final = "--allow-unmetered"
_UNCALLED: Final = (LOST_WORKER, STREAM_BROKEN)
_TOLD: Final[Mapping[Meter, str]] = {Meter.USD: "cost", Meter.TOKENS: "tokens"}


@frozen(kw_only=True)
class WayOn:
    """How whoever was stopped goes on: the words of a command, and what is to be done `then`."""

    words: Sequence[str]
    then: str = ""


def way_on(project: Project, *words: str, live: bool, in_process: bool, then: str = "") -> WayOn:
    """The command `words` that resumes, with those options without which a run would go on under other conditions."""
    flags = [flag for flag, given in (("--live", live), ("--in-process", in_process)) if given]
    for key in ("trials", "timeout"):
        if project.sources.get(key) == f"--{key}":
            flags += [f"--{key}", f"{getattr(project.settings, key):g}"]
    return WayOn(words=("goldgate", *words, *flags), then=then)


def open_budget(project: Project) -> Budget:
    """What the settings let a command take. Raises UsageError for a stop file that is there from before."""
    limits = project.settings.limits
    path = project.root / limits.stop_file
    if is_there(path):
        way_out = f"take it away: rm {shlex.quote(shown(path))}"
        raise UsageError(f"the stop file {shown(path)} is there from before, so nothing was called; {way_out}")
    return Budget(limits, stop_file=path)


def require_metered(project: Project, *, agents: Iterable[str], judges: Iterable[str]) -> None:
    """Raise SettingsError for agents and judges of suites that don't tell what the limits have to count."""
    settings, limits = project.settings, project.settings.limits
    if not limits.metered or limits.unmetered is Unmetered.ALLOW:
        return
    of_agents = (("agent", suite, settings.metered_of(suite)) for suite in agents)
    of_judges = (("judge", suite, settings.judge_of(suite).metered) for suite in judges)
    problems = [
        _unmetered(who, suite, meter)
        for who, suite, told in (*of_agents, *of_judges)
        for meter in limits.metered
        if meter not in told
    ]
    if problems:
        raise SettingsError(*problems)


def _unmetered(who: str, suite: str, meter: Meter) -> str:
    place = "[judge]" if who == "judge" else f"[suites.{suite}], or for all suites at its top"
    return (
        f"limits.{meter}: nothing says that the {who} of suite {suite!r} tells its {_TOLD[meter]}, so it could not be "
        f'held to that; if it does, write metered = ["{meter}"] into goldgate.toml under {place}, '
        f"else let it run by name: {ALLOW}"
    )


@contextmanager
def within(budget: Budget, journal: Journal, project: Project, *, go_on: WayOn) -> Iterator[None]:
    """Count what is spent in the block, from what the run had spent before on, and tell in full when it was stopped.

    Raises RunStopped, or Interrupted when somebody pressed Ctrl-C.
    """

    def stopped(stop: Stop) -> Stopped:
        return Stopped(
            run=journal.header.run,
            done=len(journal.finished),
            planned=journal.header.trials,
            answered=len(read_evidence(journal.folder)),
            **_common(budget, stop, project, go_on),
        )

    with _telling(stopped):
        if not budget.counts_each and not is_there(journal.folder.spending):
            yield
            return
        with open_ledger(journal, uncalled=_UNCALLED) as ledger, ending_gently(budget):
            budget.open(ledger.before, keep=ledger.add)
            try:
                yield
            finally:
                ledger.add(budget.now())


@contextmanager
def recording_within(
    budget: Budget, project: Project, *, done: Callable[[], int], planned: int, go_on: WayOn
) -> Iterator[None]:
    """As `within`, for what is no run."""

    def stopped(stop: Stop) -> Stopped:
        return Stopped(run=None, done=done(), planned=planned, **_common(budget, stop, project, go_on))

    with _telling(stopped), ending_gently(budget):
        yield


@contextmanager
def _telling(stopped: Callable[[Stop], Stopped]) -> Iterator[None]:
    try:
        yield
    except CallRefused as refused:
        raise _error(stopped(refused.stop)) from None


def _common(budget: Budget, stop: Stop, project: Project, go_on: WayOn) -> dict[str, Any]:
    return {
        "stop": stop,
        "limits": budget.limits,
        "spent": budget.now() if budget.counts_each else None,
        "stop_file": shown(project.root / budget.limits.stop_file),
        "go_on": _command(budget, project, go_on),
    }


def _error(stopped: Stopped) -> GoldgateError:
    kind = Interrupted if stopped.stop is Stop.SIGNAL else RunStopped
    return kind(*stopped_lines(stopped), details=stopped_document(stopped))


def _command(budget: Budget, project: Project, go_on: WayOn) -> str:
    """The command line that goes on: with the limits that the command line gave, and more of what was not enough."""
    words = [*go_on.words, *_limits(budget, project)]
    line = shlex.join(words) + (f"; {go_on.then}" if go_on.then else "")
    if budget.stop is not Stop.STOP_FILE:
        return line
    return f"rm {shlex.quote(shown(project.root / budget.limits.stop_file))} && {line}"


def _limits(budget: Budget, project: Project) -> Iterator[str]:
    limits = budget.limits
    enough = _enough(limits, budget.now())
    given = {Stop.USD: limits.usd, Stop.TOKENS: limits.tokens, Stop.MINUTES: limits.minutes}
    for key, limit in given.items():
        if budget.stop is key:
            yield from (f"--limit-{key}", _plain(enough[key]))
        elif limit is not None and project.sources.get(f"limits.{key}") == f"--limit-{key}":
            yield from (f"--limit-{key}", _plain(Decimal(limit)))
    if budget.stop is Stop.UNMETERED or project.sources.get("limits.unmetered") == ALLOW:
        yield ALLOW


def _plain(number: Decimal) -> str:
    return f"{number.normalize():f}"


def _enough(limits: LimitSettings, spent: Spent) -> Mapping[Stop, Decimal]:
    """Twice what was not enough."""
    minutes = Decimal(f"{spent.seconds / 60:.2f}")
    return {
        Stop.USD: 2 * max(limits.usd or Decimal(0), spent.usd),
        Stop.TOKENS: 2 * Decimal(max(limits.tokens or 0, spent.tokens)),
        Stop.MINUTES: 2 * max(limits.minutes or Decimal(0), minutes),
    }
