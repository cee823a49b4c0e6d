"""`goldgate agent-check`: do the commands that are agents speak the protocol?"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Final

import attrs

from goldgate.agents.commands.command import is_command, read_command
from goldgate.agents.commands.conformance import Examination, Finding, Outcome, Trial
from goldgate.commands.answer import Answer
from goldgate.commands.project import Project
from goldgate.errors import UsageError
from goldgate.exit_codes import ExitCode
from goldgate.formats.golden import Golden
from goldgate.formats.view import read_view, write_view
from goldgate.model.case import Case, CaseView
from goldgate.model.cassette import Mode
from goldgate.model.frozen import frozen
from goldgate.reports.line import Line, Span, Style, bad, dim, good, line
from goldgate.reports.wording import counted
from goldgate.runner.endpoint.endpoint import Endpoint
from goldgate.runner.folder import make_folder
from goldgate.runner.recorder import Tape
from goldgate.runner.studio import Studio
from goldgate.store.golden import load_golden
from goldgate.store.recordings import open_recordings
from goldgate.store.scratch import scratch_folder

_MADE_UP: Final = CaseView(id="made-up", request="What can you do?")
"""For a suite that has no case yet."""
_BADGE: Final[Mapping[Outcome, Span]] = {
    Outcome.OK: good("ok   "),
    Outcome.BAD: bad("bad  "),
    Outcome.UNTRIED: dim("–    "),
}


@frozen(kw_only=True)
class Examined:
    """One command, the suites whose agent it is, and all that was found."""

    agent: str
    suites: tuple[str, ...]
    findings: tuple[Finding, ...]

    @property
    def wrong(self) -> int:
        """How many points of the protocol it does not keep."""
        return sum(finding.outcome is Outcome.BAD for finding in self.findings)


def agent_check(*, project: Project, suites: tuple[str, ...]) -> Answer:
    """Try the command of each suite on its first two cases, and on more that is hard to take.

    Raises UsageError when no suite has a command as its agent, AgentNotLoadable when a command names no program,
    UnreadableFile where no temporary folder can be made.
    """
    goldens = load_golden(project.root, project.settings, names=suites or None)
    examined = [
        _examined(agent, named, goldens[named[0]], project=project)
        for agent, named in _commands(project, goldens).items()
    ]
    code = ExitCode.CLOSED if any(each.wrong for each in examined) else ExitCode.OPEN
    return Answer(exit_code=code, lines=lambda: _lines(examined), document=lambda: _document(examined, exit_code=code))


def _commands(project: Project, suites: Mapping[str, Golden]) -> Mapping[str, tuple[str, ...]]:
    """Each command with the suites that name it."""
    agents = {suite: project.settings.agent_of(suite) or "" for suite in suites}
    commands = {agent: (*(suite for suite in suites if agents[suite] == agent),) for agent in agents.values()}
    found = {agent: named for agent, named in commands.items() if is_command(agent)}
    if not found:
        said = ", ".join(f"{suite}: {agent or 'none'}" for suite, agent in agents.items())
        raise UsageError(f'no agent is a command, as in agent = "command: node agent.mjs" ({said})')
    return found


def _examined(agent: str, suites: tuple[str, ...], golden: Golden, *, project: Project) -> Examined:
    endpoint = Endpoint({}, mode=Mode.REPLAY)
    with scratch_folder() as scratch, closing(endpoint):
        command = attrs.evolve(read_command(agent, root=project.root), variables=endpoint.environ())
        trials = _trials(golden.cases, scratch, tapes=_Tapes(project, suites[0], endpoint))
        examination = Examination(command, patience=project.settings.timeout_of(suites[0]))
        return Examined(agent=agent, suites=suites, findings=tuple(examination.findings(trials[0], trials[-1])))


@frozen
class _Tapes:
    """What is recorded for the cases of a suite, where an agent in another process finds it."""

    project: Project
    suite: str
    endpoint: Endpoint

    def of(self, case_id: str, number: int) -> Tape:
        """A new tape of a case, which answers from now on. Raises BadFile, UnreadableFile."""
        settings = self.project.settings
        recordings = open_recordings(self.project.root, settings, {self.suite: [case_id]})
        studio = Studio(settings={self.suite: settings.recording_of(self.suite)})
        environ = partial(self.endpoint.environ, number)
        tape = studio.tape(self.suite, recordings.lines(self.suite, case_id), environ=environ)
        self.endpoint.begin(number, tape)
        return tape


def _trials(cases: Sequence[Case], scratch: Path, *, tapes: _Tapes) -> list[Trial]:
    """The first two cases; the files of their worlds lie in folders below `scratch`."""
    views = [read_view(write_view(case)) for case in cases[:2]] or [_MADE_UP]
    return [
        Trial(view=view, folder=_folder(view, scratch / str(number)), tape=partial(tapes.of, view.id, number))
        for number, view in enumerate(views, start=1)
    ]


def _folder(view: CaseView, folder: Path) -> Path | None:
    """The folder with the files of the case's world, where it has some."""
    if view.world.files is None:
        return None
    make_folder(folder, view.world.files)
    return folder


def _lines(examined: Sequence[Examined]) -> Iterator[Line]:
    for each in examined:
        yield line(each.agent, dim(f"  ({', '.join(each.suites)})"))
        for finding in each.findings:
            head, *rest = f"{finding.what}: {finding.why}".split("\n")
            yield line("  ", _BADGE[finding.outcome], head)
            yield from (line("       ", text) for text in rest)
        verdict = f"does not conform: {counted(each.wrong, 'point')}" if each.wrong else "conforms"
        yield line("  ", Span(verdict, Style.BAD if each.wrong else Style.GOOD))


def _document(examined: Sequence[Examined], *, exit_code: int) -> Mapping[str, object]:
    return {
        "goldgate": "agent-check",
        "schema": 1,
        "exit_code": int(exit_code),
        "agents": [
            {
                "agent": each.agent,
                "suites": list(each.suites),
                "conforms": not each.wrong,
                "findings": [attrs.asdict(finding) for finding in each.findings],
            }
            for each in examined
        ],
    }
