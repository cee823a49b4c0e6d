"""Whose golden cases are meant? Those of the project that pytest was started in."""

import os
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from goldgate.commands.project import Project, open_project
from goldgate.errors import GoldgateError
from goldgate.store.baselines import baseline_path, orphans
from goldgate.store.find import find_settings
from goldgate.store.golden import golden_files
from goldgate.testing import SuiteRun, run_suite


def started_in(config: pytest.Config) -> Path:
    """The folder from which upward the settings are looked for: the current one, else pytest's root."""
    here = config.invocation_params.dir
    return here if find_settings(here).path is not None else config.rootpath


def project_of(config: pytest.Config) -> Project:
    """The project that pytest was started in. Raises SettingsError, BadFile, UnreadableFile."""
    return open_project(started_in(config), environ=os.environ)


def runner_of(config: pytest.Config) -> Callable[..., SuiteRun]:
    """A function that runs suites of that project."""
    return partial(run_suite, folder=started_in(config))


class Projects:
    """Which project each golden file belongs to: the one that pytest was started in, or one of its own around it."""

    def __init__(self, first: Project) -> None:
        self.first = first
        self._around: dict[Path, Project | None] = {}

    def suite_of(self, path: Path) -> tuple[Project, str] | None:
        """The project and the suite of a golden file; None for any other. Raises BadFile for names of suites."""
        for project in (self.first, self._project_around(path.parent)):
            if project is not None and _is_in(path, project.root / project.settings.golden):
                files = golden_files(project.root, project.settings)
                return next(((project, suite) for suite, file in files.items() if file.name == path.name), None)
        return None

    def orphan_of(self, path: Path) -> tuple[Project, str] | None:
        """The project and the suite of a baseline whose golden file is gone; None for any other file."""
        for project in (self.first, self._project_around(path.parent)):
            if project is not None and _is_in(path, project.root / project.settings.baselines):
                names = orphans(project.root, project.settings)
                return next(((project, suite) for suite in names if _is_baseline(path, project, suite)), None)
        return None

    def _project_around(self, folder: Path) -> Project | None:
        """Another project below; where settings can't be read there is none: it may well be somebody's test data."""
        if folder not in self._around:
            try:
                found = find_settings(folder)
                is_other = found.path is not None and found.root != self.first.root
                self._around[folder] = open_project(folder, environ=os.environ) if is_other else None
            except GoldgateError:
                self._around[folder] = None
        return self._around[folder]


def _is_baseline(path: Path, project: Project, suite: str) -> bool:
    return baseline_path(project.root, project.settings, suite).name == path.name


def _is_in(path: Path, folder: Path) -> bool:
    return path.parent.resolve() == folder.resolve()
