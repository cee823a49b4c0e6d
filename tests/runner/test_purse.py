import time
from decimal import Decimal
from pathlib import Path

import pytest

from goldgate.errors import RunStopped
from goldgate.model.limits import LimitSettings, Stop, Unmetered
from goldgate.model.spending import Spent
from goldgate.model.trace import Usage
from goldgate.runner.purse import UNLIMITED, Budget

KNOWN = Usage(input_tokens=7, output_tokens=3, cost_usd=0.1)


def budget(folder: Path, **limits: object) -> Budget:
    return Budget(LimitSettings(**limits), stop_file=folder / "stop")  # type: ignore[arg-type]  # as a test gives them


def calls_of(purse: Budget, usage: Usage, *, most: int = 10) -> int:
    """How many calls it lets, each of which takes the same."""
    for number in range(most):
        if not purse.may_call():
            return number
        purse.spent(usage)
    return most


def test_without_limits_everything_may_be_called(tmp_path: Path) -> None:
    purse = budget(tmp_path)
    assert (calls_of(purse, KNOWN), purse.counts_each, purse.stop, purse.total) == (10, False, None, Spent())
    assert (UNLIMITED.may_call(), UNLIMITED.counts_each) == (True, False)
    UNLIMITED.before_call()
    UNLIMITED.spent(KNOWN)


@pytest.mark.parametrize(
    ("limits", "calls", "stop"),
    [
        ({"usd": Decimal("0.3")}, 3, Stop.USD),
        ({"usd": Decimal("0.31")}, 4, Stop.USD),
        ({"tokens": 20}, 2, Stop.TOKENS),
        ({"tokens": 21}, 3, Stop.TOKENS),
        ({"usd": Decimal("0.3"), "tokens": 20}, 2, Stop.TOKENS),
        ({"minutes": Decimal("0.0000001")}, 0, Stop.MINUTES),
        ({"minutes": Decimal(60)}, 10, None),
    ],
)
def test_no_call_begins_once_a_limit_is_reached(
    tmp_path: Path, limits: dict[str, object], calls: int, stop: Stop | None
) -> None:
    purse = budget(tmp_path, **limits)
    assert (calls_of(purse, KNOWN), purse.stop) == (calls, stop)


def test_minutes_are_those_of_the_run_and_not_of_its_calls(tmp_path: Path) -> None:
    purse = budget(tmp_path, minutes=Decimal("0.001"))
    assert purse.may_call()
    time.sleep(0.07)
    assert not purse.may_call()


@pytest.mark.parametrize(("limits", "usage"), [({"usd": Decimal(1)}, Usage()), ({"tokens": 9}, Usage(cost_usd=0.1))])
def test_a_call_that_does_not_tell_stops_unless_that_is_allowed(
    tmp_path: Path, limits: dict[str, object], usage: Usage
) -> None:
    strict, allowing = budget(tmp_path, **limits), budget(tmp_path, **limits, unmetered=Unmetered.ALLOW)
    assert (calls_of(strict, usage), strict.stop) == (1, Stop.UNMETERED)
    assert (calls_of(allowing, usage, most=5), allowing.stop) == (5, None)


def test_what_no_limit_counts_need_not_be_told(tmp_path: Path) -> None:
    purse = budget(tmp_path, usd=Decimal(1))
    assert (calls_of(purse, Usage(cost_usd=0.25)), purse.stop) == (4, Stop.USD)


def test_a_stop_file_refuses_the_next_call_and_so_does_somebody_who_asks(tmp_path: Path) -> None:
    by_file, by_hand = budget(tmp_path), budget(tmp_path)
    by_hand.asked_to_stop = True
    (tmp_path / "stop").touch()
    assert not by_file.may_call()
    (tmp_path / "stop").unlink()
    assert not by_file.may_call()
    assert not by_hand.may_call()
    assert (by_file.stop, by_hand.stop) == (Stop.STOP_FILE, Stop.SIGNAL)


def test_a_judge_that_may_not_be_asked_is_told_so(tmp_path: Path) -> None:
    purse = budget(tmp_path, usd=Decimal("0.1"))
    purse.before_call()
    purse.spent(KNOWN)
    purse.require_open()
    with pytest.raises(RunStopped, match="no more calls are made: usd"):
        purse.before_call()
    with pytest.raises(RunStopped):
        purse.require_open()


def test_what_was_spent_before_counts_and_every_call_is_kept(tmp_path: Path) -> None:
    kept: list[Spent] = []
    purse = budget(tmp_path, usd=Decimal("0.5"))
    purse.open(Spent(calls=3, usd=Decimal("0.3"), seconds=60.0), keep=kept.append)
    assert calls_of(purse, Usage(cost_usd=0.1)) == 2
    assert [(spent.calls, spent.usd) for spent in kept] == [(4, Decimal("0.4")), (5, Decimal("0.5"))]
    assert 60 < kept[0].seconds <= kept[1].seconds <= purse.now().seconds < 120


def test_the_ledger_of_a_run_that_goes_on_without_limits_is_kept(tmp_path: Path) -> None:
    kept: list[Spent] = []
    purse = budget(tmp_path)
    purse.open(Spent(), keep=kept.append)
    purse.spent(KNOWN)
    assert [spent.tokens for spent in kept] == [10]
