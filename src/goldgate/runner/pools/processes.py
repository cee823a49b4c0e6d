"""How do trials run apart from the process that decides? In workers, watched, and replaced when they are lost."""

import os
from collections.abc import Generator, Mapping, Sequence
from contextlib import ExitStack
from threading import Event, Lock, Thread
from typing import Final, Self

from goldgate.agents.exits import how_it_ended
from goldgate.differ.secrets import named_secrets, redact_text
from goldgate.errors import AgentNotLoadable, GoldgateError, InternalFault, Problem
from goldgate.formats.guards import write_guards
from goldgate.formats.http import variables_of, write_http
from goldgate.formats.recording import write_recording
from goldgate.model.cassette import Mode
from goldgate.model.plan import PlannedTrial
from goldgate.runner.endpoint.places import provider_variables
from goldgate.runner.guards.environment import clean_environment
from goldgate.runner.pools.child import Child
from goldgate.runner.pools.desk import Desk
from goldgate.runner.pools.driver import Driver
from goldgate.runner.pools.pool import Company, Performed
from goldgate.runner.project_files import SeenFiles
from goldgate.runner.protocol import Broken, Hello, NotLoadable, Ready
from goldgate.runner.stand_ins import secret_variables, stand_ins
from goldgate.store.scratch import scratch_folder

_WATCH_INTERVAL: Final = 0.05
"""Seconds between two looks at the deadlines of the workers."""


class ProcessPool:
    """Workers as processes of their own; `company.workers` of them at once, started when they are needed."""

    guards_off: tuple[str, ...] = ()

    def __init__(self, company: Company) -> None:
        self._company = company
        self._files = SeenFiles()
        self._children: list[Child] = []
        self._spare: list[Child] = []
        self._lock = Lock()
        self._stopped = Event()
        self._stack = ExitStack()
        self._scratch = ""

    def __enter__(self) -> Self:
        _require_secrets(self._company)
        with ExitStack() as stack:
            self._scratch = str(stack.enter_context(scratch_folder()))
            stack.callback(self._close)
            Thread(target=self._watch, name="goldgate-watch", daemon=True).start()
            self._spare.append(self.hire())
            self._files.close_import()
            self._stack = stack.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    @property
    def company(self) -> Company:
        """Who performs here."""
        return self._company

    @property
    def imported(self) -> Mapping[str, str]:
        """The project files that the agents were loaded from: name → digest."""
        return self._files.imported

    @property
    def late(self) -> Mapping[str, str | None]:
        """The project files that were read, or changed, later."""
        return self._files.late

    def run(self, trials: Sequence[PlannedTrial]) -> Generator[Sequence[Performed]]:
        """Perform them all, once; what came of each, in handfuls. Whoever stops to read ends the workers."""
        desk = Desk(trials, purse=self._company.purse)
        count = min(self._company.workers, len(trials))
        # One is driven in this thread: to hand each trial from thread to thread costs more than to read it. But Windows
        # delivers Ctrl-C to no thread that waits for a pipe.
        alone = count == 1 and os.name == "posix"
        try:
            yield from self._driver(desk).handfuls() if alone else self._driven(desk, count=count)
            yield from desk.unperformed()
        finally:
            self._stop(desk)

    def _driven(self, desk: Desk, *, count: int) -> Generator[Sequence[Performed]]:
        """What comes from so many workers, each of which is driven in a thread of its own."""
        from concurrent.futures import ThreadPoolExecutor  # noqa: PLC0415 - it loads logging; one worker needs neither

        def drive() -> None:
            for handful in self._driver(desk).handfuls():
                desk.hand_over(handful)

        with ThreadPoolExecutor(max(1, count), thread_name_prefix="goldgate-driver") as threads:
            try:
                drivers = [threads.submit(drive) for _ in range(count)]
                for driver in drivers:
                    driver.add_done_callback(lambda _: desk.sign_off())
                yield from desk.results(drivers=count)
            except BaseException:
                self._stop(desk)  # before the threads are waited for
                raise
        for driver in drivers:
            driver.result()

    def _stop(self, desk: Desk) -> None:
        desk.close()
        self._kill()

    def _driver(self, desk: Desk) -> Driver:
        return Driver(desk=desk, staff=self, recorded=self._company.recorded, redacted=self._redacted)

    def _redacted(self, text: str) -> str:
        """A text as it may be written: what an agent prints could hold the secrets that it was given."""
        names = () if self._company.mode is Mode.REPLAY else secret_variables(self._company.recording)
        return redact_text(text, named_secrets(os.environ, names))

    def hire(self) -> Child:
        """A worker that has loaded the agents. Raises AgentNotLoadable, or InternalFault where goldgate is to blame."""
        with self._lock:
            if self._spare:
                return self._spare.pop()
            if self._stopped.is_set():
                raise InternalFault("the run was stopped")
            child = _start(self._company)
            self._children.append(child)
        try:
            self._greet(child)
        except GoldgateError:
            self.let_go(child)
            raise
        return child

    def _greet(self, child: Child) -> None:
        company = self._company
        child.send(
            Hello(
                root=str(company.root),
                scratch=self._scratch,
                agents=company.agents,
                outside=company.outside,
                http={suite: write_http(settings) for suite, settings in company.http.items()},
                mode=company.mode.value,
                recording={suite: write_recording(settings) for suite, settings in company.recording.items()},
                guards=write_guards(company.guards),
                reachable=company.reachable,
                shaken=[source.value for source in company.shaken],
                providers=provider_variables(os.environ),
                adapters=_folders(company),
                taken_out="" if company.taken_out is None else str(company.taken_out),
                skills=_skills(company),
            )
        )
        match child.receive(within=company.import_timeout):
            case Ready(project_files=project_files):
                self._files.add(project_files)
            case NotLoadable(problems=problems):
                child.status()  # it ends by itself
                raise AgentNotLoadable(*(Problem(*problem) for problem in problems))
            case None:
                raise AgentNotLoadable(_silence(child, company=company))
            case Broken(message=message):
                raise InternalFault(f"a worker broke before it began: {message}")
            case other:
                raise InternalFault(f"a worker began with {other}")

    def let_go(self, child: Child) -> None:
        """End a worker, whatever it does."""
        child.close()
        with self._lock:
            self._children.remove(child)

    def saw(self, project_files: Mapping[str, str | None]) -> Mapping[str, str | None]:
        """Note what a worker read; the part that is new to the run."""
        return self._files.add(project_files)

    def _watch(self) -> None:
        while not self._stopped.wait(_WATCH_INTERVAL):
            for child in [*self._children]:
                child.check()

    def _kill(self) -> None:
        with self._lock:
            self._stopped.set()
            for child in self._children:
                child.kill()

    def _close(self) -> None:
        self._kill()
        for child in [*self._children]:
            self.let_go(child)


def _folders(company: Company) -> dict[str, dict[str, str]]:
    return {
        suite: {name: str(variant.folder) for name, variant in variants.items() if variant.folder is not None}
        for suite, variants in company.adapters.items()
    }


def _skills(company: Company) -> dict[str, dict[str, dict[str, str]]]:
    return {
        suite: {
            name: {skill.name: str(skill.folder) for skill in variant.skills}
            for name, variant in variants.items()
            if variant.skills
        }
        for suite, variants in company.adapters.items()
    }


def _start(company: Company) -> Child:
    try:
        environ = clean_environment(os.environ, company.guards, named=_named(company))
        environ |= stand_ins(company.mode, company.recording)
        return Child(root=company.root, environ={**environ, "PYTHONHASHSEED": company.hash_seed})
    except OSError as error:
        raise InternalFault(f"no worker process could be started: {error}") from error


def _named(company: Company) -> frozenset[str]:
    """The variables that the settings name for the use of agents."""
    headers = {header for http in company.http.values() for header in http.headers.values()}
    return secret_variables(company.recording) | {name for header in headers for name in variables_of(header)}


def _require_secrets(company: Company) -> None:
    """Raise SettingsError for secrets that can't be told from other text, before a worker finds out."""
    if company.mode is not Mode.REPLAY:
        named_secrets(os.environ, secret_variables(company.recording))


def _silence(child: Child, *, company: Company) -> str:
    """Why a worker that was to load the agents said nothing, with the last that the agents printed."""
    names = ", ".join(sorted({*company.agents.values()}))
    if child.overdue:
        return f"{names} could not be loaded within {company.import_timeout:g} s (import_timeout in the settings)"
    how = how_it_ended(child.status())
    return f"the process ended ({how}) while it loaded {names}\n{child.printed()}".rstrip()
