import os
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import TypeAlias

import pytest

NOBODY = 65534

AsNobody: TypeAlias = Callable[[], AbstractContextManager[None]]


@pytest.fixture
def as_nobody(tmp_path: Path) -> AsNobody:
    """A block in which the rights of files count, also where the tests run as root. `tmp_path` stays reachable."""

    @contextmanager
    def without_rights() -> Iterator[None]:
        if os.geteuid() != 0:
            yield
            return
        for folder in (tmp_path, tmp_path.parent, tmp_path.parent.parent):
            folder.chmod(folder.stat().st_mode | 0o555)
        os.seteuid(NOBODY)
        try:
            yield
        finally:
            os.seteuid(0)

    return without_rights


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder that is the current one, so that messages name paths below it."""
    monkeypatch.chdir(tmp_path)
    return tmp_path
