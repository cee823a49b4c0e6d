"""Which one case does somebody mean?"""

import datetime as dt

from goldgate.commands.project import Project
from goldgate.errors import UsageError
from goldgate.model.case import Case
from goldgate.model.case_key import case_name, composed, names_of
from goldgate.model.frozen import frozen
from goldgate.store.files import shown
from goldgate.store.golden import golden_files, load_golden
from goldgate.suite.select import Selection, select


@frozen(kw_only=True)
class NamedCase:
    """A case, its suite, and the golden file as the user knows it."""

    suite: str
    case: Case
    file: str

    @property
    def name(self) -> str:
        """`files::search-by-name`."""
        return case_name(self.suite, self.case.id)


def find_case(project: Project, name: str, *, today: dt.date | None) -> NamedCase:
    """The case of that name (ID or SUITE::ID).

    Raises UsageError when no case, or more than one, has it; BadFile for golden files that can't be read.
    """
    goldens = load_golden(project.root, project.settings, today=today)
    chosen = select({suite: golden.cases for suite, golden in goldens.items()}, Selection(cases=(name,)))
    found = [
        (suite, case)
        for suite, cases in chosen.items()
        for case in cases  # with those before it in its stream
        if composed(name) in names_of(suite, case.id)
    ]
    if len(found) > 1:
        names = ", ".join(case_name(suite, case.id) for suite, case in found)
        raise UsageError(f"several suites have a case {name!r}: {names}")
    suite, case = found[0]
    return NamedCase(suite=suite, case=case, file=shown(golden_files(project.root, project.settings)[suite]))
