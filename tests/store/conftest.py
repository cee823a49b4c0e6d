import datetime as dt
import os
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any, ClassVar, TypeAlias

import attrs
import pytest

from goldgate.differ.outcome import outcome_digest
from goldgate.model.judgement import Check, Fault, Verdict
from goldgate.model.result import Result, RunHeader, SuiteHeader, Summary, Tally
from goldgate.model.settings import Settings
from goldgate.model.trace import Step, Trace
from goldgate.model.value import Json
from goldgate.store.finish import finish
from goldgate.store.journal import Journal, begin_run
from goldgate.store.run_folder import RunFolder
from goldgate.store.runs import FinishedRun

NOBODY = 65534

AsNobody: TypeAlias = Callable[[], AbstractContextManager[None]]


@pytest.fixture
def as_nobody(tmp_path: Path) -> AsNobody:
    """A block in which the rights of files count, also where the tests run as root. `tmp_path` stays reachable."""

    @contextmanager
    def without_rights() -> Iterator[None]:
        if os.geteuid() != 0:
            yield
            return
        for folder in (tmp_path, tmp_path.parent, tmp_path.parent.parent):
            folder.chmod(folder.stat().st_mode | 0o555)
        os.seteuid(NOBODY)
        try:
            yield
        finally:
            os.seteuid(0)

    return without_rights


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder that is the current one, so that messages name paths below it."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@attrs.frozen(kw_only=True)
class Runs:
    """Runs of a project of one suite, `files`, in a folder of their own."""

    STARTED: ClassVar = dt.datetime(2026, 11, 30, 12, 0, tzinfo=dt.UTC)

    root: Path
    settings: Settings = attrs.field(factory=Settings)

    def result(
        self,
        case: str,
        *,
        verdict: Verdict = Verdict.PASS,
        trial: int = 1,
        variant: str = "default",
        answer: Json = None,
        suite: str = "files",
        failed: tuple[str, ...] = (),
    ) -> Result:
        """A trial of a case; what is not given does not matter."""
        return Result(
            id=case,
            suite=suite,
            trial=trial,
            variant=variant,
            verdict=verdict,
            checks=tuple(Check(name=name, passed=False, why="because") for name in failed),
            trace=Trace(steps=(Step(name="file_read", args={"path": "최근"}),), answer=answer),
            fault=Fault(code="LOST_STEP", message="a step was lost") if verdict is Verdict.ERROR else None,
            seconds=0.25,
        )

    def header(self, *cases: str, suites: tuple[str, ...] = ("files",), **changes: Any) -> RunHeader:
        """A header for these cases in each suite."""
        source = SuiteHeader(
            golden="0" * 16,
            outcome=outcome_digest(self.settings.outcome_of("files")),
            agent="agent:agent",
            cases=dict.fromkeys(cases, "c" * 16),
            settings={"timeout": "0" * 16},
        )
        header = RunHeader(
            run="",
            goldgate="0.1.0",
            started=self.STARTED.isoformat(),
            suites=dict.fromkeys(suites, source),
            trials=len(cases),
        )
        return attrs.evolve(header, **changes)

    def begin(self, header: RunHeader, *results: Result) -> RunFolder:
        """A run that was left after some results."""
        with begin_run(self.root, header, settings=self.settings, now=self.STARTED) as journal:
            for result in results:
                journal.add(result)
        return journal.folder

    def finish(self, header: RunHeader, *results: Result) -> FinishedRun:
        """A complete run with some results."""
        with begin_run(self.root, header, settings=self.settings, now=self.STARTED) as journal:
            for result in results:
                journal.add(result)
            return self.end(journal)

    def end(self, journal: Journal) -> FinishedRun:
        """Complete a run that is going on."""
        return finish(journal, summary=self.summary(journal), finished="2026-11-30T12:01:00+00:00")

    @staticmethod
    def summary(journal: Journal) -> Summary:
        """Figures that count the trials only."""
        verdicts = [figures.verdict for figures in journal.figures.values()]
        tally = Tally(
            cases=0,
            trials=len(verdicts),
            passed=verdicts.count(Verdict.PASS),
            failed=verdicts.count(Verdict.FAIL),
            errors=verdicts.count(Verdict.ERROR),
            masked=0,
            known=0,
            pass_rate=None,
            solved_once=0,
            solved_every_time=0,
            mean_score=None,
            cost_usd=None,
            unknown_cost=len(verdicts),
        )
        return Summary(run="", overall=tally, variants={})


@pytest.fixture
def runs(here: Path) -> Runs:
    """What makes runs in the current folder."""
    return Runs(root=here)
