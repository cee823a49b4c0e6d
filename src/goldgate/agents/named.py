"""What do the settings say of an agent that they name?"""

from pathlib import Path

import attrs

from goldgate.model.http import HttpSettings


@attrs.frozen(kw_only=True)
class NamedAgent:
    """The name as it is written, the project's folder (an absolute path), and how one behind a URL is asked."""

    text: str
    root: Path
    http: HttpSettings = attrs.field(factory=HttpSettings)
