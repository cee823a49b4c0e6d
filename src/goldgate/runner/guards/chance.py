"""Where does the agent's chance come from? From the id of the case, so that it throws the same dice in every run.

`random` and numpy's global generator are seeded; what asks the system for entropy (`os.urandom`, `uuid.uuid4`,
`secrets`, `random.SystemRandom`, a `Random()` without a seed, names of temporary files) is answered from the same seed.
"""

import os
import random
import sys
from collections.abc import Callable
from hashlib import shake_128
from typing import Any, Final

_NUMPY_SEED_BYTES: Final = 4
_SEED_BYTES: Final = 32
_NODE: Final = 0x020000000000
"""What `uuid1` takes for the address of the network card: one that no card has."""

_really_random: Final = os.urandom
_really_seed: Final = random.Random.seed


class Chance:
    """The dice of a process: loaded while a trial lasts, fair outside of it."""

    def __init__(self, *, seed: str) -> None:
        self._seed = seed
        self._holds = False
        self._case = b""
        self._throws = 0
        self._state: Any = None
        self._entropy = self._entropy_source()

    def open(self) -> None:
        """Stand between the agent and the system's entropy."""
        self._state = random.getstate()
        os.urandom = self._entropy
        random._urandom = self._entropy  # type: ignore[attr-defined]  # noqa: SLF001 - what SystemRandom and secrets ask
        random.Random.seed = self._seeding()  # type: ignore[method-assign]
        random.seed = random._inst.seed  # noqa: SLF001 - it was bound to the other method

    def begin(self, suite: str, case: str) -> None:  # noqa: ARG002 - a case has the same luck in every suite
        """Load the dice for a case."""
        self._case = f"{self._seed}/{case}".encode(errors="surrogatepass")
        self._throws = 0
        random.seed(self._case)
        self._seed_others()
        self._holds = True

    def end(self) -> None:
        """Whoever asks now gets the system's."""
        self._holds = False

    def close(self) -> None:
        """Give everything back."""
        os.urandom = _really_random
        random._urandom = _really_random  # type: ignore[attr-defined]  # noqa: SLF001 - as in open
        random.Random.seed = _really_seed  # type: ignore[method-assign]
        random.seed = random._inst.seed  # noqa: SLF001 - as in open
        random.setstate(self._state)

    def _seed_others(self) -> None:
        """What keeps dice of its own, where the agent has loaded it."""
        modules = sys.modules
        if (numpy := modules.get("numpy.random")) is not None:
            own = shake_128(b"numpy/%b" % self._case)  # no throw: those that follow are the same without numpy
            numpy.seed(int.from_bytes(own.digest(_NUMPY_SEED_BYTES)))
        if (tempfile := modules.get("tempfile")) is not None:
            tempfile._name_sequence = None  # type: ignore[attr-defined]  # noqa: SLF001 - made anew when next asked
        if (uuid := modules.get("uuid")) is not None:
            uuid._node = _NODE  # type: ignore[attr-defined]  # noqa: SLF001 - else the network card is asked

    def _throw(self, size: int) -> bytes:
        """The next bytes of the case; made when they are asked for, which most agents never do."""
        self._throws += 1
        return shake_128(b"%d/%b" % (self._throws, self._case)).digest(size)

    def _entropy_source(self) -> Callable[[int], bytes]:
        def urandom(size: int, /) -> bytes:
            return self._throw(size) if self._holds else _really_random(size)

        return urandom

    def _seeding(self) -> Callable[..., None]:
        def seed(dice: random.Random, a: Any = None, version: int = 2) -> None:  # noqa: ANN401 - as the original has it
            if a is None and self._holds:
                a = self._throw(_SEED_BYTES)
            _really_seed(dice, a, version)

        return seed
