"""How does pytest run the golden cases? Only when it is asked to; until then this file is all that it loads."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from goldgate.testing import SuiteRun

_WHEN_ASKED = "goldgate.pytest_plugin.asked"
"""The hooks that do the work; pytest imports them as a plugin of its own."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--golden`, and the same in pytest's ini file."""
    group = parser.getgroup("goldgate", "golden cases")
    group.addoption("--golden", action="store_true", help="Collect the project's golden cases, a test each.")
    parser.addini("golden", "Collect the project's golden cases, as --golden does.", type="bool", default=False)


def pytest_configure(config: pytest.Config) -> None:
    """Do nothing more, unless golden cases are asked for."""
    config.addinivalue_line("markers", "golden: a golden case, collected by goldgate.")
    if config.getoption("--golden") or config.getini("golden"):
        config.pluginmanager.import_plugin(_WHEN_ASKED)


@pytest.fixture(scope="session")
def goldgate_run(pytestconfig: pytest.Config) -> "Callable[..., SuiteRun]":
    """`goldgate.testing.run_suite`, for the project that pytest was started in."""
    from goldgate.pytest_plugin.project import runner_of  # noqa: PLC0415 - loads goldgate, only for tests that ask

    return runner_of(pytestconfig)
