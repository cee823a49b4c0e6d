"""What does the agent see of the user's environment? What programs need to run, and what the settings name."""

from collections.abc import Collection, Mapping
from fnmatch import fnmatchcase
from typing import Final

from goldgate.agents.no_repository import without_repository
from goldgate.model.guards import GuardSettings
from goldgate.runner.guards.places import variables_of

NEEDED: Final = frozenset(
    {
        "APPDATA",
        "COMSPEC",
        "HOME",
        "HOMEDRIVE",
        "HOMEPATH",
        "LD_LIBRARY_PATH",
        "LOCALAPPDATA",
        "DYLD_LIBRARY_PATH",
        "PATH",
        "PATHEXT",
        "PROGRAMDATA",
        "PROGRAMFILES",
        "SHELL",
        "SYSTEMDRIVE",
        "SYSTEMROOT",
        "TEMP",
        "TMP",
        "TMPDIR",
        "USERPROFILE",
        "VIRTUAL_ENV",
        "WINDIR",
    }
)
"""Variables by which programs find their files; what is in them is not the agent's to tell."""
_NEEDED_PREFIXES: Final = ("PYTHON", "COVERAGE_", "COV_CORE_", "PYDEVD_", "DEBUGPY_", "GOLDGATE_")
"""Of Python, coverage and debuggers, and our own."""


def clean_environment(
    environ: Mapping[str, str], settings: GuardSettings, *, named: Collection[str] = ()
) -> dict[str, str]:
    """The environment of a worker; `named` are variables that other settings name for the agent's use.

    The repository that git names in a hook is not the agent's, whatever the settings let through.
    """
    kept = without_repository(environ)
    if settings.environment:
        kept = {name: value for name, value in kept.items() if _may_see(name, settings, named)}
    return {**kept, **variables_of(settings)}


def _may_see(name: str, settings: GuardSettings, named: Collection[str]) -> bool:
    upper = name.upper()
    return (
        upper in NEEDED
        or upper.startswith(_NEEDED_PREFIXES)
        or name in named
        or any(fnmatchcase(name, pattern) for pattern in settings.environment_keep)
    )
