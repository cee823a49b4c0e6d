"""What do the settings say of an agent that they name?"""

from collections.abc import Callable, Mapping
from pathlib import Path

import attrs

from goldgate.model.frozen import frozen
from goldgate.model.http import HttpSettings


@frozen(kw_only=True)
class NamedAgent:
    """The name as it is written, the project's folder (an absolute path), and how one behind a URL is asked.

    `environ` gives variables for a process of the agent's own, beside those of this process.
    """

    text: str
    root: Path
    http: HttpSettings = attrs.field(factory=HttpSettings)
    environ: Callable[[], Mapping[str, str]] = dict
