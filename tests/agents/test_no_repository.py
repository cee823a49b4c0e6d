import os
import subprocess

from goldgate.agents.no_repository import NAMING, without_repository


def test_all_that_git_knows_as_of_one_repository_is_named() -> None:
    said = subprocess.run(
        ["git", "rev-parse", "--local-env-vars"],  # noqa: S607 - the git of the path
        capture_output=True,
        text=True,
        check=True,
    )
    assert {name for name in said.stdout.split() if not name.startswith("GIT_CONFIG")} <= NAMING


def test_the_repository_goes_and_all_else_of_git_stays() -> None:
    kept = {"PATH": os.environ["PATH"], "GIT_AUTHOR_NAME": "민아", "GIT_SSH_COMMAND": "ssh", "GIT_CONFIG_COUNT": "0"}
    assert without_repository({**kept, "GIT_DIR": "/r/.git", "GIT_INDEX_FILE": "/r/.git/index.lock"}) == kept
