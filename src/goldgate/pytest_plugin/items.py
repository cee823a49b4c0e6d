"""What does pytest collect? A file a suite, and in it a test for each case, or for each of its trials."""

import datetime as dt
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from goldgate.commands.project import Project
from goldgate.differ.listing import listed
from goldgate.differ.show import inert
from goldgate.errors import GoldgateError
from goldgate.formats.golden import Golden
from goldgate.model.case import Case
from goldgate.model.case_key import SUITE_MARK, case_name
from goldgate.model.comparison import CaseClass
from goldgate.pytest_plugin.batches import Batches, Wanted
from goldgate.pytest_plugin.endings import WHOLE, End
from goldgate.reports.wording import MEANING, code_of, counted
from goldgate.store.baselines import open_entries
from goldgate.store.golden import read_golden_file

BATCHES: Final = pytest.StashKey[Batches]()
NOTICE: Final = "goldgate_notice"
"""The property of a test that says what was let pass."""
_CLASS: Final = "goldgate_class"
_REMOVED: Final = "[removed]"
_SAMPLED: Final = "[sampled]"
_MOST_NAMES: Final = 20


class Judged(Exception):
    """How a test fails: by what the gate says of its case."""


class _GoldenItem(pytest.Item):
    """A test that fails in the words of the gate, without frames of ours."""

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:  # noqa: ANN401 - pytest's signature
        """What the gate says; of what else goes wrong, what pytest says."""
        return str(excinfo.value) if isinstance(excinfo.value, Judged) else super().repr_failure(excinfo, style)


class CaseItem(_GoldenItem):
    """One case, or the trial of one that has several; without a case what there is to say of the suite as a whole."""

    def __init__(self, *, wanted: Wanted, case: Case | None = None, trial: int = 1, **others: Any) -> None:
        super().__init__(**others)
        self.wanted = wanted
        self._line = None if case is None or case.line is None else case.line - 1
        self._trial = trial
        self._failure: str | None = None
        self.add_marker("golden")
        self.extra_keyword_matches.update((wanted.suite, *(() if case is None else case.tags)))

    def setup(self) -> None:
        """Have the case run, with others; an error of it is one of this phase."""
        ending = self.config.stash[BATCHES].ending(self.wanted, trial=self._trial)
        self._failure = None
        self.user_properties.append((_CLASS, ending.case_class))
        match ending.end:
            case End.ERROR:
                pytest.fail(ending.text, pytrace=False)
            case End.PASSED if ending.text:
                self.user_properties.append((NOTICE, ending.text))
            case End.KNOWN | End.FIXED if not self.config.getoption("runxfail"):
                self.add_marker(pytest.mark.xfail(reason=ending.text, strict=True))
                self._failure = ending.text if ending.end is End.KNOWN else None
            case End.KNOWN | End.FIXED | End.FAILED:
                self._failure = ending.text

    def runtest(self) -> None:
        """Fail, where the gate would be closed by this case."""
        if self._failure is not None:
            raise Judged(self._failure)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """The line of the golden file, and how goldgate calls the case."""
        return self.path, self._line, f"{self.wanted.suite}{SUITE_MARK}{self.name}"


class RemovedItem(_GoldenItem):
    """The cases of a suite that are in its baseline, and no longer in its golden file."""

    def __init__(self, *, suite: str, removed: Iterable[str], **others: Any) -> None:
        super().__init__(**others)
        self._suite = suite
        self._removed = tuple(case_name(suite, case_id) for case_id in removed)
        self.add_marker("golden")

    def runtest(self) -> None:
        """Fail: cases don't vanish unseen."""
        raise Judged(
            f"{CaseClass.REMOVED}: {counted(len(self._removed), 'case')} {MEANING[CaseClass.REMOVED]}"
            f"{code_of(CaseClass.REMOVED)}\n"
            f"  {inert(listed(self._removed, most=_MOST_NAMES))}\n"
            "next: goldgate run, then goldgate update-baseline --prune"
        )

    def reportinfo(self) -> tuple[Path, None, str]:
        """The file, and the suite."""
        return self.path, None, f"{self._suite}{SUITE_MARK}{_REMOVED}"


class GoldenFile(pytest.File):
    """A suite."""

    def __init__(self, *, project: Project, suite: str, **others: Any) -> None:
        super().__init__(**others)
        self._project = project
        self._suite = suite

    def collect(self) -> Iterator[pytest.Item]:
        """The tests of all cases in the order of the file; more where the suite is sampled, or has lost cases."""
        golden = self._golden()
        for case in golden.cases:
            wanted = Wanted(project=self._project, suite=self._suite, case_id=case.id, of=len(golden.cases))
            trials = case.trials or self._project.settings.trials_of(self._suite)
            for trial in range(1, 1 + trials):
                name = _name(case.id) + (f"[{trial}]" if trials > 1 else "")
                yield CaseItem.from_parent(self, name=name, wanted=wanted, case=case, trial=trial)
        if self._project.settings.sampled_of(self._suite):
            whole = Wanted(project=self._project, suite=self._suite, case_id=WHOLE, of=len(golden.cases))
            yield CaseItem.from_parent(self, name=_SAMPLED, wanted=whole)
        if removed := self._removed({case.id for case in golden.cases}):
            yield RemovedItem.from_parent(self, name=_REMOVED, suite=self._suite, removed=removed)

    def _golden(self) -> Golden:
        today = dt.datetime.now(tz=dt.UTC).date()
        try:
            golden = read_golden_file(self.path, self._project.settings, today=today)
        except GoldgateError as error:
            raise self.CollectError("\n".join(f"{problem} [{problem.code}]" for problem in error.problems)) from error
        if not golden.cases:
            message = f"suite {self._suite!r} has no case; give its golden file one, or take it away"
            raise self.CollectError(message)
        return golden

    def _removed(self, cases: set[str]) -> list[str]:
        """What the baseline has beyond these; whatever is wrong with it, the run says."""
        try:
            _, entries = open_entries(self._project.root, self._project.settings, self._suite)
            return [entry.id for entry in entries if entry.id not in cases]
        except GoldgateError:
            return []


class OrphanFile(pytest.File):
    """A baseline whose golden file is gone: a suite of removed cases."""

    def __init__(self, *, project: Project, suite: str, **others: Any) -> None:
        super().__init__(**others)
        self._project = project
        self._suite = suite

    def collect(self) -> Iterator[pytest.Item]:
        """One test, which fails."""
        try:
            _, entries = open_entries(self._project.root, self._project.settings, self._suite)
            removed = [entry.id for entry in entries]
        except GoldgateError as error:
            raise self.CollectError("\n".join(map(str, error.problems))) from error
        if removed:
            yield RemovedItem.from_parent(self, name=_REMOVED, suite=self._suite, removed=removed)


def _name(case_id: str) -> str:
    """An id as part of a node id, in which two colons in a row would begin another part."""
    return inert(case_id).replace(SUITE_MARK, ": :")
