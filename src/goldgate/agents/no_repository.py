"""Which repository do programs see that are started under git? None but that of their own folder.

In a commit hook git says by variables where the repository is that is committed to. A program of the user's that runs
git in a folder of its own would read and write there, and not where it stands.
"""

from collections.abc import Mapping
from typing import Final

NAMING: Final = frozenset(
    {
        "GIT_ALTERNATE_OBJECT_DIRECTORIES",
        "GIT_COMMON_DIR",
        "GIT_DIR",
        "GIT_GRAFT_FILE",
        "GIT_IMPLICIT_WORK_TREE",
        "GIT_INDEX_FILE",
        "GIT_INTERNAL_SUPER_PREFIX",
        "GIT_NO_REPLACE_OBJECTS",
        "GIT_OBJECT_DIRECTORY",
        "GIT_PREFIX",
        "GIT_REPLACE_REF_BASE",
        "GIT_SHALLOW_FILE",
        "GIT_WORK_TREE",
    }
)
"""What `git rev-parse --local-env-vars` lists, but for configuration that is handed down."""


def without_repository(environ: Mapping[str, str]) -> dict[str, str]:
    """An environment that names no repository; identity, credentials and configuration of git stay."""
    return {name: value for name, value in environ.items() if name not in NAMING}
