"""What holds for all tests: how Hypothesis looks for examples, that Ctrl-C is heard, and real git repositories."""

import os
import signal
import subprocess
from pathlib import Path
from typing import Final, Protocol

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(  # machines are busy at times; what is slow is found by benchmarks
    "goldgate", deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("goldgate")

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # A shell without job control has what it starts in the background ignore Ctrl-C, and all that this starts in turn.
    signal.signal(signal.SIGINT, signal.default_int_handler)


THOROUGH: Final = (
    "tests/cli/test_command_agents.py",
    "tests/cli/test_endpoint.py",
    "tests/cli/test_local_planner.py",
    "tests/cli/test_merge.py",
    "tests/cli/test_record.py",
    "tests/docs/test_examples.py",
    "tests/faults",
    "tests/runner/test_determinism.py",
    "tests/test_pre_commit.py",
)
"""Where tests start whole projects again and again: a third of the time for a twentieth of the tests."""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark what is thorough."""
    slow = tuple(config.rootpath / place for place in THOROUGH)
    for item in items:
        if any(item.path == place or place in item.path.parents for place in slow):
            item.add_marker(pytest.mark.thorough)


class Git(Protocol):
    """Asks git in a folder, as a user with a name and without settings of their own; gives what it prints."""

    def __call__(self, folder: Path, *words: str) -> str: ...  # noqa: D102 - the class says it


class Commit(Protocol):
    """Commits a `SKILL.md` of that text with all else in the folder, and gives the new commit."""

    def __call__(self, folder: Path, text: str) -> str: ...  # noqa: D102 - the class says it


@pytest.fixture(scope="session")
def git() -> Git:
    """The git of the path."""
    identity = ("-c", "user.name=U", "-c", "user.email=u@example.org", "-c", "commit.gpgsign=false")
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}

    def said(folder: Path, *words: str) -> str:
        done = subprocess.run(
            ["git", *identity, *words],  # noqa: S607 - the git of the path
            cwd=folder,
            env=environment,
            check=True,
            capture_output=True,
            text=True,
        )
        return done.stdout.strip()

    return said


@pytest.fixture(scope="session")
def commit(git: Git) -> Commit:
    """Versions of a skill, one after the other."""

    def committed(folder: Path, text: str) -> str:
        (folder / "SKILL.md").write_text(text)
        git(folder, "add", ".")
        git(folder, "commit", "-qm", text)
        return git(folder, "rev-parse", "HEAD")

    return committed
