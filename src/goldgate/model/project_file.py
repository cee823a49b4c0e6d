"""What is known of a project file of the agent? The digest of its bytes, when everybody saw the same."""

from typing import Final

CHANGED_MEANWHILE: Final = "changed meanwhile"
"""Stands for the digest of a file that was seen with two: no file has it, so it differs from whatever is there now."""


def agreed(before: str | None, now: str | None) -> str | None:
    """The digest of a file that was seen twice; None, a file that the agent wrote itself, stays None."""
    if before is None or now is None:
        return None
    return now if before == now else CHANGED_MEANWHILE
