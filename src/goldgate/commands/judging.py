"""Who judges what a run brought, where cases expect a rubric? What `run`, `check` and `judge` share."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Final

from goldgate.commands.project import Project
from goldgate.model.event import TrialsFinished
from goldgate.model.frozen import frozen
from goldgate.model.grading import JudgeUse
from goldgate.model.result import RunHeader
from goldgate.runner.judging import Ask, judge_trials, seated
from goldgate.runner.purse import UNLIMITED, Purse
from goldgate.store.benches import Bench, named_in, open_benches
from goldgate.store.journal import Journal
from goldgate.store.judgements import Evidence
from goldgate.suite.select import Suites

_NOTHING: Final[Evidence] = {}


@frozen(kw_only=True)
class Court:
    """The judges of a run, ready to be asked."""

    suites: Suites
    benches: Mapping[str, Bench]
    ask: Ask
    purse: Purse

    def named_in(self, header: RunHeader) -> RunHeader:
        """The header, with who judges each suite, and by what."""
        return named_in(header, self.benches)

    def judge(
        self, journal: Journal, *, watch: Callable[[TrialsFinished], None], evidence: Evidence = _NOTHING
    ) -> JudgeUse | None:
        """Judge all trials of the journal that wait for it; None where none does."""
        return judge_trials(
            journal, self.suites, self.benches, ask=self.ask, evidence=evidence, watch=watch, purse=self.purse
        )


@contextmanager
def open_court(project: Project, suites: Suites, *, purse: Purse = UNLIMITED) -> Iterator[Court]:
    """Have the judges of these suites ready for the length of the block; there are none where no case asks for one.

    Raises SettingsError, BadFile, UnreadableFile, JudgeNotLoadable.
    """
    benches = open_benches(project.root, project.settings, suites)
    with seated(benches, root=project.root, purse=purse) as ask:
        yield Court(suites=suites, benches=benches, ask=ask, purse=purse)
