"""Which settings hold here? Those of the nearest folder, upward, that has any."""

from pathlib import Path
from typing import Final

from goldgate.config import Layer
from goldgate.errors import BadFile, Problem, SettingsError
from goldgate.formats.settings import read_settings
from goldgate.formats.text import decode
from goldgate.formats.toml_text import parsed
from goldgate.model.frozen import frozen
from goldgate.store.files import read_if_there, shown

OWN_FILE: Final = "goldgate.toml"
SHARED_FILE: Final = "pyproject.toml"
_TABLE: Final = ("tool", "goldgate")


@frozen(kw_only=True)
class Found:
    """The folder that all paths in the settings are relative to, the file (None: only defaults), what it says."""

    root: Path
    path: Path | None = None
    layers: tuple[Layer, ...] = ()


def find_settings(start: Path) -> Found:
    """Look in `start` and the folders above it for `goldgate.toml`, or a `pyproject.toml` with `[tool.goldgate]`.

    Without any the defaults hold, with `start` as root. Raises SettingsError when one folder has both,
    BadFile for what a file says wrongly, UnreadableFile.
    """
    for folder in (start, *start.parents):
        own = read_if_there(folder / OWN_FILE)
        shared = _with_our_table(folder / SHARED_FILE)
        if own is not None and shared is not None:
            raise _both(folder)
        if own is not None:
            return _found(folder / OWN_FILE, decode(own, file=shown(folder / OWN_FILE)), table=())
        if shared is not None:
            return _found(folder / SHARED_FILE, shared, table=_TABLE)
    return Found(root=start)


def _with_our_table(path: Path) -> str | None:
    """The text of a pyproject.toml that speaks of us. Others may be as broken as they like."""
    data = read_if_there(path)
    if data is None or b"goldgate" not in data:
        return None
    text = decode(data, file=shown(path))
    try:
        table = parsed(text, file=shown(path)).get("tool", {})
    except BadFile:
        return text  # it may well be ours; whoever reads it says what is wrong and where
    return text if isinstance(table, dict) and "goldgate" in table else None


def _found(path: Path, text: str, *, table: tuple[str, ...]) -> Found:
    values = read_settings(text, file=shown(path), table=table)
    return Found(root=path.parent, path=path, layers=(Layer(name=path.name, values=values),))


def _both(folder: Path) -> SettingsError:
    return SettingsError(
        Problem(
            code=SettingsError.code,
            message=f"settings stand here and in [tool.goldgate] of {SHARED_FILE} beside it; keep one of the two",
            file=shown(folder / OWN_FILE),
        )
    )
