"""How are many names told in a sentence? The first of them, and how many more there are."""

from collections.abc import Sequence


def listed(names: Sequence[str], *, most: int = 5) -> str:
    """`a, b, c and 4 more`."""
    rest = len(names) - most
    return ", ".join(names[:most]) + (f" and {rest} more" if rest > 0 else "")
