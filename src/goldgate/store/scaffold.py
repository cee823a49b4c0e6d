"""What does a new project start from? A configuration, a golden suite and a working agent, laid into a folder."""

from pathlib import Path
from typing import Final

from goldgate.model.frozen import frozen
from goldgate.store.files import make_folder, read_bytes, write_new

TEMPLATES: Final = Path(__file__).parent / "templates"
FILES: Final = {
    "goldgate.toml": "goldgate.toml",
    "my_agent.py": "my_agent.py.template",
    "golden/assistant.jsonl": "golden/assistant.jsonl",
}
FOLDERS: Final = ("golden", "baselines")


@frozen(kw_only=True)
class Laid:
    """Which files were made, and which were there and stay as they are; paths relative to the folder."""

    made: tuple[str, ...]
    kept: tuple[str, ...]


def lay(folder: Path) -> Laid:
    """Lay the starting files into a folder, which is made when missing. Never overwrites."""
    for name in FOLDERS:
        make_folder(folder / name)
    made: list[str] = []
    kept: list[str] = []
    for name, template in FILES.items():
        written = write_new(folder / name, read_bytes(TEMPLATES / template))
        (made if written else kept).append(name)
    return Laid(made=tuple(made), kept=tuple(kept))
