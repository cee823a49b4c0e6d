import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

from goldgate.agents.arrivals import when_imported


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The name of a module that nobody has imported."""
    (tmp_path / "arrives_late.py").write_text("color = 'white'")
    (tmp_path / "asks_at_once.py").write_text("from arrives_late import color")
    monkeypatch.syspath_prepend(str(tmp_path))
    for name in ("arrives_late", "asks_at_once"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    return "arrives_late"


def test_what_is_there_is_told_at_once() -> None:
    told: list[str] = []
    when_imported("sys", lambda: told.append("sys"))
    assert told == ["sys"]


def test_what_comes_later_is_told_before_its_importer_goes_on(module: str) -> None:
    def paint() -> None:
        sys.modules[module].color = "red"  # type: ignore[attr-defined]  # the module's own

    when_imported(module, paint)
    assert __import__("asks_at_once").color == "red"


def test_several_may_wait_for_one_module(module: str) -> None:
    told: list[int] = []
    for number in (1, 2):
        when_imported(module, partial(told.append, number))
    __import__(module)
    assert told == [1, 2]


def test_what_is_not_to_be_found_is_missing_as_ever() -> None:
    when_imported("is_nowhere", lambda: pytest.fail("it came"))
    with pytest.raises(ModuleNotFoundError, match="is_nowhere"):
        __import__("is_nowhere")


IN_A_NEW_PROCESS = """
import sys
import goldgate.runner.worker
from goldgate.agents.forks import install
install()
print("asyncio" in sys.modules, "concurrent.futures.thread" in sys.modules)
from asyncio.base_events import BaseEventLoop
from concurrent.futures import ThreadPoolExecutor
print(hasattr(BaseEventLoop.create_task, "__wrapped__"), hasattr(ThreadPoolExecutor.submit, "__wrapped__"))
"""


def test_hooks_wait_for_what_an_agent_may_never_import() -> None:
    told = subprocess.run([sys.executable, "-c", IN_A_NEW_PROCESS], capture_output=True, text=True, check=True).stdout
    assert told.splitlines() == ["False False", "True True"]
