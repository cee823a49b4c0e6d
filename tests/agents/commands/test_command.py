import sys
from pathlib import Path

import pytest

from goldgate.agents.commands.command import Command, is_command, read_command
from goldgate.errors import AgentNotLoadable

PYTHON = Path(sys.executable).as_posix()


def refusal_of(text: str, root: Path) -> str:
    with pytest.raises(AgentNotLoadable) as caught:
        read_command(f"command:{text}", root=root)
    return str(caught.value)


def test_a_command_is_split_as_a_shell_does_it(tmp_path: Path) -> None:
    command = read_command(f"command: {PYTHON} agent.py 'two words' --x=\"1 2\"", root=tmp_path)
    assert command == Command(words=(PYTHON, "agent.py", "two words", "--x=1 2"), root=tmp_path)


def test_a_command_may_want_to_speak_over_stdin_and_stdout(tmp_path: Path) -> None:
    assert [read_command(f"{kind}: sh x:y", root=tmp_path).over_stdio for kind in ("command", "stdio")] == [False, True]
    assert [is_command(name) for name in ("command: a", "stdio: a", "http://a", "commands:agent")] == [
        True,
        True,
        False,
        False,
    ]


def test_a_program_is_found_on_the_path(tmp_path: Path) -> None:
    assert read_command("command: sh agent.sh", root=tmp_path).words == ("sh", "agent.sh")


def test_a_program_is_found_below_the_root(tmp_path: Path) -> None:
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin/agent").touch(mode=0o755)
    assert read_command("command:bin/agent", root=tmp_path).words == ("bin/agent",)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "expected a command line, as in `command: node agent.mjs`"),
        ("  ", "expected a command line, as in `command: node agent.mjs`"),
        ("node 'agent.mjs", '"node \'agent.mjs" is no command line: no closing quotation'),
        ("noode agent.mjs", "no program 'noode' on the PATH"),
    ],
)
def test_what_is_no_command_is_refused(tmp_path: Path, text: str, message: str) -> None:
    assert refusal_of(text, tmp_path) == message


def test_a_program_that_is_not_there_is_told_with_where_it_was_looked_for(tmp_path: Path) -> None:
    assert refusal_of("./agent.sh", tmp_path) == f"no file './agent.sh' in {tmp_path}"


def test_a_program_without_permission_is_told_with_the_remedy(tmp_path: Path) -> None:
    (tmp_path / "agent.sh").touch(mode=0o644)
    assert refusal_of("./agent.sh x", tmp_path) == (
        "./agent.sh can't be executed; chmod +x ./agent.sh, or name what runs it, as in `command: sh ./agent.sh`"
    )


def test_the_files_that_the_words_name_are_part_of_the_agent(tmp_path: Path) -> None:
    for name in ("agent.mjs", "loader.mjs", "src/tool.mjs", "other.mjs"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    command = read_command(
        "command: sh --import=./loader.mjs --mode=fast src agent.mjs src/../src/tool.mjs", root=tmp_path
    )
    assert command.files == tuple(tmp_path / name for name in ("loader.mjs", "agent.mjs", "src/tool.mjs"))
