"""What does pytest do once golden cases are asked for? These are the hooks of a plugin that is there only then."""

import os
import shutil
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import pytest

from goldgate.commands.project import Project
from goldgate.errors import GoldgateError
from goldgate.pytest_plugin.batches import Batches
from goldgate.pytest_plugin.items import BATCHES, NOTICE, CaseItem, GoldenFile, OrphanFile, RemovedItem
from goldgate.pytest_plugin.project import Projects, project_of
from goldgate.reports.next_step import UPDATE
from goldgate.store.baselines import baseline_path, orphans
from goldgate.store.golden import golden_files

_PROJECTS: Final = pytest.StashKey[Projects]()
_FOLDER: Final = pytest.StashKey[Path]()
_WORKER_KEY: Final = "goldgate_folder"
"""Under which pytest-xdist hands the shared folder to its workers."""


def pytest_configure(config: pytest.Config) -> None:
    """Find the project, have its golden files collected, and make a folder for what is run."""
    try:
        project = project_of(config)
        if config.args_source is not config.ArgsSource.ARGS:
            golden_files(project.root, project.settings)
        config.args.extend(map(str, _to_collect(config, project)))
    except GoldgateError as error:
        raise pytest.UsageError(f"goldgate: {error}") from error
    folder = _folder_of(config)
    config.stash[_FOLDER] = folder
    config.stash[_PROJECTS] = Projects(project)
    config.stash[BATCHES] = Batches(folder)


def _folder_of(config: pytest.Config) -> Path:
    """A folder that all processes of this session share."""
    given = getattr(config, "workerinput", {}).get(_WORKER_KEY)
    if given is None:
        return Path(tempfile.mkdtemp(prefix="goldgate-pytest-"))
    Path(given).mkdir(parents=True, exist_ok=True)  # a worker on another machine has one of its own
    return Path(given)


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:  # noqa: ANN401 - a type of pytest-xdist
    """Hand the folder to a worker of pytest-xdist."""
    node.workerinput[_WORKER_KEY] = str(node.config.stash[_FOLDER])


def pytest_unconfigure(config: pytest.Config) -> None:
    """Take the folder away, when all are done."""
    if not hasattr(config, "workerinput") and _FOLDER in config.stash:
        shutil.rmtree(config.stash[_FOLDER], ignore_errors=True)


def _to_collect(config: pytest.Config, project: Project) -> Iterator[Path]:
    """The golden files, and baselines without one, that pytest would not come by.

    Where paths are named on the command line, so must be `--golden`, and none of them below the golden files.
    """
    root, settings = project.root, project.settings
    golden = (root / settings.golden).resolve()
    named = [Path(os.path.abspath(config.invocation_params.dir / arg.split("::")[0])) for arg in config.args]  # noqa: PTH100 - as pytest does
    if config.args_source is config.ArgsSource.ARGS:
        only_named = any(path.resolve().is_relative_to(golden) for path in named)
        if only_named or not _flag_given(config):
            return
    for path in (golden, *(baseline_path(root, settings, suite) for suite in orphans(root, settings))):
        if path.exists() and not any(path.resolve().is_relative_to(one.resolve()) for one in named):
            yield path


def _flag_given(config: pytest.Config) -> bool:
    return bool(config.getoption("--golden"))


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """A golden file, or a baseline that lost its own."""
    if file_path.suffix != ".jsonl":
        return None
    projects = parent.config.stash[_PROJECTS]
    try:
        for kind, found in ((GoldenFile, projects.suite_of(file_path)), (OrphanFile, projects.orphan_of(file_path))):
            if found is not None:
                nodeid = _nodeid(file_path, parent.config)
                return kind.from_parent(parent, path=file_path, nodeid=nodeid, project=found[0], suite=found[1])
    except GoldgateError as error:
        raise parent.CollectError(f"goldgate: {error}") from error
    return None


def _nodeid(path: Path, config: pytest.Config) -> str:
    """The path as pytest takes it again on its command line, also where it lies beside the root of the tests."""
    return Path(os.path.relpath(path, config.rootpath)).as_posix()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(session: pytest.Session, items: Sequence[pytest.Item]) -> None:
    """Refuse a session that was to run golden cases and found none: it would pass for a gate that is open."""
    config = session.config
    if session.testsfailed or any(isinstance(item, CaseItem | RemovedItem) for item in items):
        return
    if _flag_given(config) and not config.getoption("lf", default=False):
        raise pytest.UsageError("goldgate: --golden found no golden case in what is collected")


def pytest_collection_finish(session: pytest.Session) -> None:
    """Note which cases are left to run."""
    config = session.config
    config.stash[BATCHES].plan(
        (item.wanted for item in session.items if isinstance(item, CaseItem)),
        processes=getattr(config, "workerinput", {}).get("workercount", 1),
        stops_early=bool(config.getoption("maxfail")),
    )


def pytest_terminal_summary(terminalreporter: Any) -> None:  # noqa: ANN401 - pytest does not export its type
    """Say what was let pass."""
    notices = Counter(
        value
        for report in terminalreporter.getreports("passed")
        for key, value in report.user_properties
        if key == NOTICE
    )
    if notices:
        terminalreporter.section("golden cases")
        for notice, number in notices.items():
            terminalreporter.line(f"notice {number} {notice}")
        terminalreporter.line(f"next: goldgate run, then {UPDATE}")
