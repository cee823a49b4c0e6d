import os
import random
import secrets
import sys
import tempfile
import uuid
from collections.abc import Callable
from contextlib import AbstractContextManager
from types import SimpleNamespace
from typing import Any

import pytest

from goldgate.runner.guards.chance import Chance
from goldgate.runner.guards.clock import Clock

Holding = Callable[..., AbstractContextManager[None]]

SOURCES: dict[str, Callable[[], Any]] = {
    "random": random.random,
    "Random()": lambda: random.Random().random(),
    "random.seed()": lambda: (random.seed(), random.random()),
    "SystemRandom": lambda: random.SystemRandom().random(),
    "os.urandom": lambda: os.urandom(8),
    "secrets": secrets.token_hex,
    "uuid4": uuid.uuid4,
    "a temporary name": lambda: next(tempfile._get_candidate_names()),  # type: ignore[attr-defined]  # noqa: SLF001 - asks for no file
}


def drawn(holding: Holding, source: str, *, seed: str = "", case: str = "a") -> object:
    with holding(Chance(seed=seed), case=case):
        return SOURCES[source]()


@pytest.mark.parametrize("source", SOURCES)
def test_a_case_has_the_same_luck_every_time(source: str, holding: Holding) -> None:
    assert drawn(holding, source) == drawn(holding, source)


@pytest.mark.parametrize("source", SOURCES)
def test_another_case_has_other_luck(source: str, holding: Holding) -> None:
    assert drawn(holding, source, case="a") != drawn(holding, source, case="b")


@pytest.mark.parametrize("source", SOURCES)
def test_another_seed_brings_other_luck(source: str, holding: Holding) -> None:
    assert drawn(holding, source, seed="") != drawn(holding, source, seed="2")


@pytest.mark.parametrize("source", ["os.urandom", "SystemRandom", "uuid4", "Random()"])
def test_outside_of_trials_chance_is_fair(source: str, holding: Holding) -> None:
    with holding(Chance(seed="")) as _:
        pass
    assert SOURCES[source]() != SOURCES[source]()


def test_with_the_clock_even_what_is_made_of_time_and_machine_repeats(holding: Holding) -> None:
    def made() -> uuid.UUID:
        with holding(Clock(start="2026-01-01T00:00:00+00:00")), holding(Chance(seed="")):
            return uuid.uuid1()

    assert made() == made()


def test_a_seed_of_the_agents_own_counts(holding: Holding) -> None:
    expected = random.Random(7).random()
    with holding(Chance(seed="")):
        random.seed(7)
        assert (random.random(), random.Random(7).random()) == (expected, expected)


def test_the_process_gets_its_own_dice_back(holding: Holding) -> None:
    before = (random.getstate(), os.urandom, random.Random.seed)
    with holding(Chance(seed="")):
        random.random()
    assert (random.getstate(), os.urandom, random.Random.seed) == before


def test_numpy_is_seeded_where_it_is_loaded(holding: Holding) -> None:
    numpy_random = pytest.importorskip("numpy.random")

    def throw() -> tuple[float, float]:
        with holding(Chance(seed="")):
            return float(numpy_random.random()), float(numpy_random.default_rng().random())

    assert throw() == throw()


def test_chance_is_the_same_whether_numpy_is_loaded(holding: Holding, monkeypatch: pytest.MonkeyPatch) -> None:
    def throw() -> bytes:
        with holding(Chance(seed="")):
            return os.urandom(8)

    monkeypatch.setitem(sys.modules, "numpy.random", SimpleNamespace(seed=lambda _: None))
    with_numpy = throw()
    monkeypatch.delitem(sys.modules, "numpy.random")

    assert throw() == with_numpy
