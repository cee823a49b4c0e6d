"""Which project is this? The settings found upward from a folder, with the source of each."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from goldgate.config import Layer, environment_layer, resolve
from goldgate.model.frozen import frozen
from goldgate.model.settings import Settings
from goldgate.store.find import find_settings


@frozen(kw_only=True)
class Project:
    """The settings' folder (all paths in the settings are relative to it), the settings, and where each comes from."""

    root: Path
    settings: Settings
    sources: Mapping[str, str]


def open_project(start: Path, *, environ: Mapping[str, str], overrides: Sequence[Layer] = ()) -> Project:
    """Find and read the settings that hold in `start`: defaults < file < environment < `overrides`."""
    found = find_settings(start)
    layers = [*found.layers, *environment_layer(environ), *overrides]
    config = resolve(layers)
    return Project(root=found.root, settings=config.settings, sources=config.sources)
