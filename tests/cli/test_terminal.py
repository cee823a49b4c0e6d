"""What a person sees who calls goldgate in a terminal."""

import os
import pty
import re
import struct
import subprocess
import sys
from collections.abc import Mapping
from fcntl import ioctl
from pathlib import Path
from termios import TIOCSWINSZ
from typing import TYPE_CHECKING, Final

import pytest

from goldgate.reports.columns import columns

if TYPE_CHECKING:
    from tests.cli.conftest import ProjectFolder

COMMAND: Final = Path(sys.executable).with_name("goldgate")
UNWANTED: Final = ("NO_COLOR", "FORCE_COLOR", "CLICOLOR_FORCE", "COLUMNS", "CI", "PRE_COMMIT")
STYLES: Final = re.compile(r"\x1b\[[0-9;]*m")


def seen(
    project: "ProjectFolder", *words: str, width: int = 80, env: Mapping[str, str] | None = None
) -> tuple[int, str]:
    """The exit code of a command in a terminal so wide, and what stands there afterwards."""
    ours, its = pty.openpty()
    ioctl(its, TIOCSWINSZ, struct.pack("HHHH", 40, width, 0, 0))
    kept = {name: value for name, value in os.environ.items() if name not in UNWANTED}
    process = subprocess.Popen(
        [COMMAND, *words], cwd=project.root, stdout=its, stderr=its, env={**kept, "TERM": "xterm", **(env or {})}
    )
    os.close(its)
    text = b""
    while True:
        try:
            chunk = os.read(ours, 65_536)
        except OSError:  # how Linux says that the other end is closed
            chunk = b""
        if not chunk:
            break
        text += chunk
    os.close(ours)
    return process.wait(), text.decode().replace("\r\n", "\n")


def test_a_report_is_coloured_and_wrapped_and_its_command_stays_whole(worse: "ProjectFolder") -> None:
    code, text = seen(worse, "compare", width=50)

    plain = STYLES.sub("", text)
    assert code == 1
    assert "\x1b[31m\x1b[1mWORSE \x1b[0m" in text
    assert "\x1b[1mgoldgate show files::find-anything\x1b[0m" in text
    assert max(columns(line) for line in plain.splitlines()) <= 50
    assert plain.split() == worse.run("compare").out.split()


@pytest.mark.parametrize("env", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_who_forbids_colour_gets_none(env: Mapping[str, str], worse: "ProjectFolder") -> None:
    code, text = seen(worse, "compare", env={**env, "COLUMNS": "40"})

    assert (code, "\x1b" in text) == (1, False)
    assert max(columns(line) for line in text.splitlines()) <= 40


@pytest.mark.parametrize("name", ["FORCE_COLOR", "CLICOLOR_FORCE"])
def test_who_asks_for_colour_gets_it_in_a_log_unless_somebody_forbids_it(name: str, worse: "ProjectFolder") -> None:
    plain = in_a_log(worse, {name: "0"})

    forced = in_a_log(worse, {name: "1"})

    assert "\x1b[31m\x1b[1mWORSE \x1b[0m" in forced
    assert "\x1b" not in plain
    assert STYLES.sub("", forced) == plain
    assert in_a_log(worse, {name: "1", "NO_COLOR": "1"}) == plain


def in_a_log(project: "ProjectFolder", env: Mapping[str, str]) -> str:
    """What `goldgate compare` prints where no terminal is."""
    kept = {key: value for key, value in os.environ.items() if key not in UNWANTED}
    ended = subprocess.run(
        [COMMAND, "compare"], cwd=project.root, env={**kept, **env}, capture_output=True, text=True, check=False
    )
    return ended.stdout


@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
def test_signs_of_ours_are_ascii_where_the_encoding_lacks_them(encoding: str, worse: "ProjectFolder") -> None:
    said = worse.run("compare").out
    assert "→" in said

    plain = worse.run("compare", env={"PYTHONIOENCODING": encoding}).out

    assert plain == said.replace("→", "->")
    assert plain.isascii()


def test_a_terminal_of_the_c_locale_is_told_in_ascii_and_within_its_width(worse: "ProjectFolder") -> None:
    c_locale = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}

    _, text = seen(worse, "compare", width=40, env=c_locale)

    assert text.isascii()
    assert "->" in text
    assert max(map(len, STYLES.sub("", text).splitlines())) <= 40


@pytest.mark.parametrize("words", [("--help",), ("check", "--help"), ("import", "cassette", "--help")])
def test_help_breaks_no_word_in_a_narrow_terminal(words: tuple[str, ...], folder: "ProjectFolder") -> None:
    code, text = seen(folder, *words, width=40)

    assert code == 0
    assert [row for row in text.splitlines() if len(row) > 40] == []


def test_help_fits_into_a_terminal(folder: "ProjectFolder") -> None:
    code, text = seen(folder, "update-baseline", "--help")

    assert (code, max(map(len, text.splitlines())) <= 80) == (0, True)


@pytest.fixture
def slow(accepted: "ProjectFolder") -> "ProjectFolder":
    """A project whose run takes longer than a second."""
    accepted.write({"my_agent.py": "import time\n\n\ndef agent(case):\n    time.sleep(0.5)\n    return 'x'\n"})
    accepted.golden(*({"id": f"case-{number}", "request": "x"} for number in range(4)))
    return accepted


def test_in_a_hook_of_pre_commit_there_is_no_progress_to_look_at(slow: "ProjectFolder") -> None:
    """It has a terminal of its own, and shows what came there only in the end."""
    code, text = seen(slow, "run", env={"PRE_COMMIT": "1"})

    assert code == 0
    assert STYLES.sub("", text).startswith("4 expected, 4 run, 0 compared, 0 errored\n")


def test_a_long_run_shows_its_progress_and_takes_it_away_again(slow: "ProjectFolder") -> None:
    code, text = seen(slow, "run")

    assert code == 0
    assert "trials" in text
    assert "4/4" in STYLES.sub("", text)
    report = STYLES.sub("", text).split("4 expected, 4 run, 0 compared, 0 errored\n")[1]
    assert report.startswith("passed 4, failed 0, masked 0\n")
