"""Which program is an agent's command, with which words, and which of the project's files are named by them?"""

import os
import shlex
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

import attrs

from goldgate.errors import AgentNotLoadable
from goldgate.model.frozen import frozen

ON_WINDOWS: Final = os.name == "nt"
_OVER_STDIO: Final = "stdio:"
_BEGINNINGS: Final = ("command:", _OVER_STDIO)


@frozen(kw_only=True)
class Command:
    """A command line without a shell: `words` are the program and its arguments, `root` is where it starts.

    `variables` are put into its environment, beside those of this process.
    `over_stdio` is for what hands on no other descriptors to the agent: Windows, containers, starters of programs.
    """

    words: tuple[str, ...]
    root: Path
    variables: Mapping[str, str] = attrs.field(factory=dict)
    over_stdio: bool = ON_WINDOWS

    @property
    def files(self) -> tuple[Path, ...]:
        """The files that the words name, as they are or behind a `=`; the program is one where it is a path."""
        return tuple(path for word in self.words for path in self._files_in(word))

    def _files_in(self, word: str) -> Iterator[Path]:
        for part in {word, word.partition("=")[2]}:
            path = Path(os.path.abspath(self.root / part))  # noqa: PTH100 - without following links
            if part and path.is_file():
                yield path


def is_command(name: str) -> bool:
    """Whether the name of an agent is that of a command."""
    return name.startswith(_BEGINNINGS)


def read_command(name: str, *, root: Path) -> Command:
    """The command that a name such as `command: node agent.mjs` means, quoted as for a shell.

    Raises AgentNotLoadable for no command, and for a program that is not there or can't be started.
    """
    text = name.partition(":")[2].strip()
    try:
        words = tuple(shlex.split(text, posix=not ON_WINDOWS))
    except ValueError as error:
        raise AgentNotLoadable(f"{text!r} is no command line: {str(error).lower()}") from None
    if not words:
        raise AgentNotLoadable("expected a command line, as in `command: node agent.mjs`")
    if problem := _problem(words[0], root=root):
        raise AgentNotLoadable(problem)
    return Command(words=words, root=root, over_stdio=ON_WINDOWS or name.startswith(_OVER_STDIO))


def _problem(program: str, *, root: Path) -> str | None:
    """Why a program can't be started; a path is looked up from the root, as the process will do."""
    if Path(program).name == program:
        return None if shutil.which(program) else f"no program {program!r} on the PATH"
    path = root / program
    if shutil.which(path):
        return None
    if path.is_file():
        return f"{program} can't be executed; chmod +x {program}, or name what runs it, as in `command: sh {program}`"
    return f"no file {program!r} in {root}"
