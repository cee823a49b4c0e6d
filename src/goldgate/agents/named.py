"""What do the settings say of an agent that they name?"""

from pathlib import Path

import attrs


@attrs.frozen(kw_only=True)
class NamedAgent:
    """The name as it is written, and the project's folder, which is an absolute path."""

    text: str
    root: Path
