"""What does a process need to perform trials? The agents, loaded, a stage, and an eye on the files that they read."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path

from goldgate.agents.accepted import AcceptedAgent, accept
from goldgate.agents.load import load_agent
from goldgate.differ.canonical import canonical
from goldgate.formats.http import write_http
from goldgate.formats.view import read_view
from goldgate.model.frozen import frozen
from goldgate.model.http import HttpSettings
from goldgate.model.plan import DEFAULT_VARIANT
from goldgate.model.value import Json
from goldgate.model.variant import PLAIN, ResolvedVariant
from goldgate.runner import transports
from goldgate.runner.audit import Touched, listening
from goldgate.runner.endpoint.endpoint import Endpoint
from goldgate.runner.guards.registry import Guards
from goldgate.runner.guards.surroundings import surroundings
from goldgate.runner.left_behind import Threads
from goldgate.runner.project_files import ProjectFiles, ProjectFolder
from goldgate.runner.studio import Studio
from goldgate.runner.trial import Attempt, Stage


@frozen(kw_only=True)
class Ensemble:
    """The agents of this process (suite → agent) and what they perform with.

    `imported` are the project files that they were loaded from (name → digest, None for no source of theirs).
    `studio` says what happens when they ask the outside world, and `endpoint` is where programs of theirs ask it;
    `guards` hold everything else around them still. `variants` are what the agents of suites are given, by name.
    """

    agents: Mapping[str, AcceptedAgent]
    stage: Stage
    files: ProjectFiles
    imported: Mapping[str, str | None]
    studio: Studio
    guards: Guards
    endpoint: Endpoint
    variants: Mapping[str, Mapping[str, ResolvedVariant]]

    def perform(
        self,
        number: int,
        suite: str,
        view: dict[str, Json],
        *,
        recorded: Sequence[str],
        variant: str = DEFAULT_VARIANT,
        dice: int = 1,
    ) -> Attempt:
        """One trial: its number among all, the suite that names the agent, and the view of the case, as it was sent.

        `recorded` are the lines of the case's cassette, as `exchange_lines` has it; `dice` says which of its dice are
        thrown.
        """
        tape = self.studio.tape(suite, recorded, environ=partial(self.endpoint.environ, number))
        case = read_view(view)
        self.endpoint.begin(number, tape)
        self.guards.begin(suite, case.id if dice == 1 else f"{case.id}/{dice}")
        try:
            return self.stage.attempt(
                self.agents[suite], case, number=number, tape=tape, variant=self._given(suite, variant)
            )
        finally:
            self.guards.end()
            self.endpoint.end()

    def _given(self, suite: str, variant: str) -> ResolvedVariant:
        known = self.variants.get(suite, {}).get(variant)
        return known or (PLAIN if variant == PLAIN.name else ResolvedVariant(name=variant))

    def close(self) -> None:
        """End what the agents keep running, when there is nothing left to perform."""
        for agent in self.agents.values():
            agent.close()
        self.endpoint.close()


@contextmanager
def assembled(
    agents: Mapping[str, object],
    *,
    root: Path,
    outside: Sequence[str],
    scratch: Path,
    http: Mapping[str, HttpSettings],
    studio: Studio,
    guards: Guards,
    endpoint: Endpoint,
    variants: Mapping[str, Mapping[str, ResolvedVariant]],
) -> Iterator[Ensemble]:
    """Load the agent of each suite, from the project's folder, and watch them for the length of the block.

    A text names an agent, and suites that name the same one share it; everything else is an agent. `outside` are
    folders below the root without project files; trials with files run below `scratch`; `http` says of suites whose
    agent is behind a URL how it is asked. The guards hold while they are loaded, too. Raises AgentNotLoadable.
    """
    transports.install()
    folder = ProjectFolder(root=root, outside=outside)
    touched = Touched(below=folder.below)
    with listening(touched), guards.opened():
        loaded = _loaded(agents, root=root, http=http, guards=guards, endpoint=endpoint)
        touched.read.update(str(file) for agent in loaded.values() for file in agent.files)
        files = ProjectFiles(folder=folder, touched=touched)
        ensemble = Ensemble(
            agents=loaded,
            files=files,
            imported=files.imported(),
            studio=studio,
            guards=guards,
            endpoint=endpoint,
            variants=variants,
            stage=Stage(
                surroundings=surroundings(cwd=str(root)), touched=touched, threads=Threads(), scratch=scratch, root=root
            ),
        )
        with closing(ensemble):
            yield ensemble


def _loaded(
    agents: Mapping[str, object], *, root: Path, http: Mapping[str, HttpSettings], guards: Guards, endpoint: Endpoint
) -> dict[str, AcceptedAgent]:
    named: dict[tuple[str, str], AcceptedAgent] = {}

    def by_name(name: str, how: HttpSettings) -> AcceptedAgent:
        key = (name, canonical(write_http(how)))
        if key not in named:
            named[key] = load_agent(name, root=root, http=how, environ=endpoint.environ)
        return named[key]

    def loaded(suite: str, agent: object) -> AcceptedAgent:
        with guards.around(suite):
            return by_name(agent, http.get(suite, HttpSettings())) if isinstance(agent, str) else accept(agent)

    return {suite: loaded(suite, agent) for suite, agent in agents.items()}
