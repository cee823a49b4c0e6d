"""What may the assistant do now? In the read-only phase it changes nothing and opens nothing sensitive."""

from collections.abc import Mapping
from fnmatch import fnmatchcase
from typing import Final

READ_ONLY: Final = "read_only"
"""The phase in which a plan is rehearsed: the state says `{"phase": "read_only"}`. Without a phase all is allowed."""

SENSITIVE: Final = ("secrets/*", "*.key", "*.pem", ".env", "*/.env", "*/secrets/*")
"""Patterns of the paths that stay closed while rehearsing."""

REFUSALS: Final = frozenset({"READ_ONLY_PHASE", "SENSITIVE_FILE"})
"""The error codes of refused calls. A rehearsal goes on after them."""

CHANGING_TOOLS: Final = frozenset({"file_write", "file_move", "file_delete"})


def is_sensitive(path: str) -> bool:
    """Whether the read-only phase keeps this file closed."""
    plain = path.casefold().replace("\\", "/").removeprefix("./")
    return any(fnmatchcase(plain, pattern) for pattern in SENSITIVE)


def refusal(phase: str | None, tool: str, args: Mapping[str, object]) -> str | None:
    """The error code with which a call is refused in this phase; None when it may go ahead."""
    if phase != READ_ONLY:
        return None
    if tool in CHANGING_TOOLS:
        return "READ_ONLY_PHASE"
    if tool == "file_read" and is_sensitive(str(args.get("path", ""))):
        return "SENSITIVE_FILE"
    return None
