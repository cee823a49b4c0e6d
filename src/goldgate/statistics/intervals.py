"""Between which rates does the true one lie? Intervals for one proportion; scipy computes them."""

from typing import Final

from goldgate.model.frozen import frozen
from goldgate.statistics.scipy_ import Method, proportion_interval

DEFAULT_CONFIDENCE: Final = 0.95
"""How often an interval made this way holds the true value."""


@frozen(kw_only=True)
class Interval:
    """From low to high, made in a way that holds the true value with this confidence (0.95: 19 times out of 20)."""

    low: float
    high: float
    confidence: float


def wilson(solved: int, trials: int, *, confidence: float = DEFAULT_CONFIDENCE) -> Interval | None:
    """Wilson's score interval: holds the true rate as often as it says on average; None without trials.

    Wilson 1927, Probable Inference, the Law of Succession, and Statistical Inference.
    """
    return _interval(solved, trials, confidence=confidence, method=Method.WILSON)


def clopper_pearson(solved: int, trials: int, *, confidence: float = DEFAULT_CONFIDENCE) -> Interval | None:
    """The exact interval of Clopper and Pearson: holds the true rate at least as often as it says; None without trials.

    Clopper and Pearson 1934, The Use of Confidence or Fiducial Limits Illustrated in the Case of the Binomial.
    """
    return _interval(solved, trials, confidence=confidence, method=Method.CLOPPER_PEARSON)


def _interval(solved: int, trials: int, *, confidence: float, method: Method) -> Interval | None:
    if not trials:
        return None
    low, high = proportion_interval(solved, trials, confidence=confidence, method=method)
    return Interval(low=low, high=high, confidence=confidence)
