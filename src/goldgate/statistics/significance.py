"""Is a p-value small enough? And could any result of this size have had one that is?"""

from typing import Final

from goldgate.model.sampling import DEFAULT_ALPHA

__all__ = ["DEFAULT_ALPHA", "significant"]

_LAST_DIGITS: Final = 1e-9
"""The share of alpha by which the last digits of a float may be off."""


def significant(p: float, alpha: float) -> bool:
    """Whether p is at most alpha; a p of exactly alpha is, whatever the last digit of a float says.

    Raises ValueError unless 0 < alpha < 1.
    """
    if not 0 < alpha < 1:
        msg = f"alpha lies between 0 and 1, got {alpha}"
        raise ValueError(msg)
    return p <= alpha * (1 + _LAST_DIGITS)
