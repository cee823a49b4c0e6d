r"""What if the output is read by a CI that obeys lines in it? Then no text of others is such a line.

GitHub obeys `::command::` at the start of a line, after blanks too, and `##[command]` anywhere in one.
"""

import os
import re
from typing import Final

WORKFLOW: Final = "GITHUB_ACTIONS"
"""The environment variable that says `true` where GitHub runs a workflow."""
_COMMAND: Final = re.compile(r"(?m)^(\s*):(?=:)|##(?=\[)")


def in_workflow() -> bool:
    """Whether GitHub reads what is printed."""
    return os.environ.get(WORKFLOW) == "true"


def without_commands(text: str) -> str:
    r"""A text that GitHub obeys nowhere, with `\u003a` or `\u0023` for a colon or a hash; JSON still says the same.

    Outside a workflow it stays as it was.
    """
    return _COMMAND.sub(_escaped, text) if in_workflow() else text


def _escaped(found: re.Match[str]) -> str:
    return "#\\u0023" if found[0] == "##" else f"{found[1]}\\u003a"
