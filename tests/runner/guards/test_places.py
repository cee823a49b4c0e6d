import locale
import time
from collections.abc import Callable
from contextlib import AbstractContextManager

import pytest

from goldgate.model.guards import GuardSettings
from goldgate.runner.guards.places import Places, variables_of

Holding = Callable[..., AbstractContextManager[None]]


@pytest.mark.skipif(not hasattr(time, "tzset"), reason="no other timezone to be had here")
def test_a_timezone_that_the_agent_went_to_is_left(holding: Holding, monkeypatch: pytest.MonkeyPatch) -> None:
    before = time.tzname
    with holding(Places()):
        with monkeypatch.context() as patch:
            patch.setenv("TZ", "XYZ-3")
            time.tzset()
        assert time.tzname == ("XYZ", "XYZ")
    assert time.tzname == before


def test_a_locale_that_the_agent_chose_is_left(holding: Holding) -> None:
    before = locale.setlocale(locale.LC_ALL)
    with holding(Places()):
        locale.setlocale(locale.LC_CTYPE, "C")
    assert locale.setlocale(locale.LC_ALL) == before


def test_a_process_is_told_where_it_is() -> None:
    told = variables_of(GuardSettings(timezone="Asia/Seoul", locale="ko_KR.UTF-8"))
    assert told == {"TZ": "Asia/Seoul", "LC_ALL": "ko_KR.UTF-8"}


def test_a_process_is_told_nothing_where_the_guard_is_off() -> None:
    assert variables_of(GuardSettings(places=False)) == {}
