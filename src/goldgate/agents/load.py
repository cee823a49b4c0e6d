"""How does the name of an agent become the agent? `module:object` or `module:factory()`, from the project's folder.

Names that begin in another way are of agents that no module holds; the table says who knows of them.
The project's folder stands first on the import path, and nothing else of the project does: code in its `src` folder is
installed, or named as `src.my_agent`.
"""

import importlib
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial, reduce
from pathlib import Path
from typing import Final, TypeVar

from goldgate.agents.accepted import AcceptedAgent, accept
from goldgate.agents.forks import install
from goldgate.agents.frames import user_frames
from goldgate.agents.frameworks import needed_for
from goldgate.agents.named import NamedAgent
from goldgate.agents.raised import Raised, attempt, message_of
from goldgate.differ.nearest import nearest
from goldgate.errors import AgentNotLoadable, Problem
from goldgate.model.frozen import frozen
from goldgate.model.http import HttpSettings

OTEL: Final = "otel:"
"""How the name of an agent begins whose spans are its steps."""
_FORMS: Final[Mapping[str, str]] = {
    "command:": "goldgate.agents.commands.agent:load_command",
    "stdio:": "goldgate.agents.commands.agent:load_command",
    "http://": "goldgate.agents.http:load_http",
    "https://": "goldgate.agents.http:load_http",
    OTEL: "goldgate.agents.otel.agent:load_otel",
}
"""How names of other agents begin, and what loads each (`module:function`, imported when there is one)."""
_ELSEWHERE: Final = ("command:", "stdio:", "http://", "https://")
_HTTP: Final = HttpSettings()
_CALL: Final = "()"
_Made = TypeVar("_Made")


@frozen(kw_only=True)
class _Name:
    """`module:path.to.object`, and whether that is called to make the agent."""

    text: str
    module: str
    attributes: tuple[str, ...]
    is_factory: bool


def is_elsewhere(name: str) -> bool:
    """Whether none of the agent's code runs in this process, but only our own that speaks to it."""
    return name.startswith(_ELSEWHERE)


def load_agent(
    name: str, *, root: Path, http: HttpSettings = _HTTP, environ: Callable[[], Mapping[str, str]] = dict
) -> AcceptedAgent:
    """Import the agent that `name` names, from the folder `root` first. `http` says how one behind a URL is asked.

    `environ` gives variables for one that is a process of its own, beside those of this process.
    Raises AgentNotLoadable when the name is no name, nothing has it, importing or making the agent raises or exits (the
    frames of the user's own code are told), or what is there is no agent.
    """
    for beginning, loader in _FORMS.items():
        if name.startswith(beginning):
            return _loaded_by(loader, NamedAgent(text=name, root=root.resolve(), http=http, environ=environ))
    spelled = _spelled(name)
    folder = str(root.resolve())
    if sys.path[:1] != [folder]:
        sys.path.insert(0, folder)
    importlib.invalidate_caches()
    install()  # before the agent is imported, since it may keep a method such as `pool.submit` from then on
    loading = _Loading(name=spelled, root=root.resolve())
    module = loading.imported()
    found = reduce(loading.attribute, spelled.attributes, module)
    if spelled.is_factory:
        found = loading.made(partial(_called, found))
    return loading.made(partial(accept, found))


def _loaded_by(loader: str, named: NamedAgent) -> AcceptedAgent:
    module, _, function = loader.partition(":")
    try:
        loaded: AcceptedAgent = getattr(importlib.import_module(module), function)(named)
    except AgentNotLoadable as error:
        problem = error.problems[0]
        message = problem.message.removeprefix(f"agent {named.text.removeprefix(OTEL).strip()}: ")
        raise _refusal(named.text, message, file=problem.file, line=problem.line) from None
    return loaded


def _called(factory: object) -> object:
    if not callable(factory):
        raise AgentNotLoadable(f"an object of type {type(factory).__name__} can't be called; name it without ()")
    return factory()


def _spelled(name: str) -> _Name:
    module, _, path = name.partition(":")
    is_factory = path.endswith(_CALL)
    attributes = tuple(path.removesuffix(_CALL).split("."))
    if not all(part.isidentifier() for part in (*module.split("."), *attributes)):
        meant = module.removesuffix(".py").replace("/", ".").strip(".")
        example = meant if all(part.isidentifier() for part in meant.split(".")) else "my_agent"
        raise AgentNotLoadable(
            f"an agent is named `module:object` or `module:factory()`, got {name!r}; for example {example}:agent"
        )
    return _Name(text=name, module=module, attributes=attributes, is_factory=is_factory)


@frozen(kw_only=True)
class _Loading:
    """One attempt to load one agent."""

    name: _Name
    root: Path

    def imported(self) -> object:
        """The module."""
        imported = attempt(partial(importlib.import_module, self.name.module), exits=True)
        if isinstance(imported, Raised):
            raise self._not_imported(imported.error) from imported.error
        return imported

    def attribute(self, holder: object, attribute: str) -> object:
        """What the module, or an object in it, has under this name."""
        found = attempt(lambda: getattr(holder, attribute), exits=True)
        if isinstance(found, Raised):
            raise self._not_found(found.error, holder, attribute) from found.error
        return found

    def made(self, make: Callable[[], _Made]) -> _Made:
        """What the user's code makes."""
        made = attempt(make, exits=True)
        if isinstance(made, Raised):
            raise self._not_made(made.error) from made.error
        return made

    def _not_imported(self, error: BaseException) -> AgentNotLoadable:
        module = self.name.module
        if isinstance(error, ModuleNotFoundError) and error.name and f"{module}.".startswith(f"{error.name}."):
            return self._refusal(f"no module {error.name!r} in {self.root}{_meant(error.name, _modules(self.root))}")
        needed = needed_for(error.name) if isinstance(error, ModuleNotFoundError) and error.name else None
        return self._raised(error, f"importing {module}", remedy="" if needed is None else f": pip install '{needed}'")

    def _not_found(self, error: BaseException, holder: object, attribute: str) -> AgentNotLoadable:
        if not isinstance(error, AttributeError):
            return self._raised(error, f"reading {attribute}")
        where = getattr(holder, "__name__", type(holder).__name__)
        return self._refusal(f"{where} has no {attribute!r}{_meant(attribute, dir(holder))}")

    def _not_made(self, error: BaseException) -> AgentNotLoadable:
        if isinstance(error, AgentNotLoadable):
            return self._refusal(error.problems[0].message)
        return self._raised(error, "making the agent")

    def _raised(self, error: BaseException, doing: str, *, remedy: str = "") -> AgentNotLoadable:
        frames = user_frames(error, root=self.root)
        if isinstance(error, SystemExit):
            what = f"{doing} left the interpreter (exit status {error.code})"
        else:
            what = f"{doing} raised {type(error).__name__}: {message_of(error)}{remedy}"
        return self._refusal("\n".join((what, *frames.lines)), file=frames.file, line=frames.line)

    def _refusal(self, message: str, *, file: str | None = None, line: int | None = None) -> AgentNotLoadable:
        return _refusal(self.name.text, message, file=file, line=line)


def _refusal(name: str, message: str, *, file: str | None = None, line: int | None = None) -> AgentNotLoadable:
    text = f"agent {name}: {message}".replace("Traceback", "traceback")  # the user's; ours never says it
    return AgentNotLoadable(Problem(code=AgentNotLoadable.code, message=text, file=file, line=line))


def _modules(root: Path) -> Iterator[str]:
    """The modules that lie in the project's folder, a level of packages and the `src` folder included."""
    for pattern in ("*.py", "*/*.py", "src/*/*.py"):
        for path in sorted(root.glob(pattern)):
            parts = path.relative_to(root).with_suffix("").parts
            yield ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _meant(word: str, known: Iterable[str]) -> str:
    meant = nearest(word, list(known))
    return "" if meant is None else f"; did you mean {meant!r}?"
