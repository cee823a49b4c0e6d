"""Which settings hold, and where does each come from? Default < file < environment < command line."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from goldgate.errors import Problem, SettingsError
from goldgate.formats.converter import Misfit
from goldgate.formats.settings import build_settings
from goldgate.formats.text import JsonTextError, loads
from goldgate.model.frozen import frozen
from goldgate.model.settings import Settings
from goldgate.model.value import Json


@frozen(kw_only=True)
class Layer:
    """Raw values of one source, nested as in the settings file; `name` tells the user which source it is."""

    name: str
    values: Mapping[str, Json]


@frozen(kw_only=True)
class Config:
    """The settings that hold. `sources` maps a dotted key to the name of the layer; other keys have their default."""

    settings: Settings
    sources: Mapping[str, str]


_TEXTS: Final = {
    "GOLDGATE_AGENT": ("agent",),
    "GOLDGATE_ADAPTER": ("adapter",),
    "GOLDGATE_GOLDEN": ("golden",),
    "GOLDGATE_BASELINES": ("baselines",),
    "GOLDGATE_STORE": ("store",),
    "GOLDGATE_GATE_STALE": ("gate", "stale"),
    "GOLDGATE_RECORDING_MATCH": ("recording", "match"),
}
_NUMBERS_AND_FLAGS: Final = {
    "GOLDGATE_TIMEOUT": ("timeout",),
    "GOLDGATE_IMPORT_TIMEOUT": ("import_timeout",),
    "GOLDGATE_WORKERS": ("workers",),
    "GOLDGATE_TRIALS": ("trials",),
    "GOLDGATE_SAMPLED": ("sampled",),
    "GOLDGATE_SOLVED_SCORE": ("solved_score",),
    "GOLDGATE_KEEP_RUNS": ("keep_runs",),
    "GOLDGATE_LIMITS_USD": ("limits", "usd"),
    "GOLDGATE_LIMITS_TOKENS": ("limits", "tokens"),
    "GOLDGATE_LIMITS_MINUTES": ("limits", "minutes"),
    "GOLDGATE_GATE_TRIALS": ("gate", "trials"),
    "GOLDGATE_GATE_ALPHA": ("gate", "alpha"),
    "GOLDGATE_KNOWN_FAILURES_REQUIRE_EXPIRY": ("known_failures", "require_expiry"),
    "GOLDGATE_KNOWN_FAILURES_MAX_DAYS": ("known_failures", "max_days"),
}

_OWN: Final = ("suites", "variants")
"""Tables of what is otherwise for one suite, or one variant."""


def resolve(layers: Sequence[Layer]) -> Config:
    """Lay the layers over one another, the last on top. Raises SettingsError with all values that can't be used.

    What a layer says for all covers what the layers below say for one suite or variant: `--timeout 5` holds everywhere,
    and `--trials 5` for sampled suites, too.
    """
    if problems := [problem for layer in layers for problem in _problems(layer)]:
        raise SettingsError(*problems)
    merged: dict[str, Json] = {}
    sources: dict[str, str] = {}
    for layer in layers:
        covered = {
            f"{table}.{name}.{key}" for table in _OWN for name in _table(merged, table) for key in _dotted(layer.values)
        }
        if "trials" in layer.values:
            covered.add("gate.trials")
            merged = _without_gate_trials(merged)
        merged = _over(_without_own(merged, layer.values), layer.values)
        sources = {key: name for key, name in sources.items() if key not in covered}
        sources |= dict.fromkeys(_dotted(layer.values), layer.name)
    return Config(settings=build_settings(merged), sources=sources)


def environment_layer(environ: Mapping[str, str]) -> list[Layer]:
    """A layer for each variable of ours that is set and not empty."""
    texts = [(name, path, environ[name]) for name, path in _TEXTS.items() if environ.get(name)]
    others = [(name, path, _value(environ[name])) for name, path in _NUMBERS_AND_FLAGS.items() if environ.get(name)]
    return [Layer(name=name, values=_nested(path, value)) for name, path, value in (*texts, *others)]


def _value(said: str) -> Json:
    """A number or flag; what is neither stays a text, for the form to refuse."""
    try:
        return loads(said)
    except JsonTextError:
        return said


def _nested(path: tuple[str, ...], value: Json) -> dict[str, Json]:
    for key in reversed(path[1:]):
        value = {key: value}
    return {path[0]: value}


def _problems(layer: Layer) -> Iterator[Problem]:
    try:
        build_settings(layer.values)
    except Misfit as misfit:
        for fault in misfit.at("$"):
            yield Problem(code=SettingsError.code, message=str(fault), file=layer.name, pointer=fault.pointer)


def _over(below: Mapping[str, Json], above: Mapping[str, Json]) -> dict[str, Json]:
    """Two nested objects as one; what both have is taken from above, objects are laid over one another."""
    merged = dict(below)
    for key, value in above.items():
        lower = merged.get(key)
        merged[key] = _over(lower, value) if isinstance(lower, dict) and isinstance(value, dict) else value
    return merged


def _table(values: Mapping[str, Json], name: str) -> Mapping[str, Json]:
    table = values.get(name)
    return table if isinstance(table, dict) else {}


def _without_own(below: Mapping[str, Json], above: Mapping[str, Json]) -> dict[str, Json]:
    """The lower values, less what they say for single suites and variants of a key that the upper ones give for all."""
    tables: dict[str, Json] = {
        table: {name: _less(own, above) if isinstance(own, dict) else own for name, own in owners.items()}
        for table in _OWN
        if (owners := _table(below, table))
    }
    return {**below, **tables}


def _without_gate_trials(below: dict[str, Json]) -> dict[str, Json]:
    """The lower values, less the trials of sampled suites."""
    gate = below.get("gate")
    return {**below, "gate": _less(gate, {"trials": None})} if isinstance(gate, dict) else below


def _less(own: Mapping[str, Json], above: Mapping[str, Json]) -> dict[str, Json]:
    """A nested object without the values that another one has at the same places."""
    left: dict[str, Json] = {}
    for key, value in own.items():
        upper = above.get(key)
        if isinstance(value, dict) and isinstance(upper, dict):
            left[key] = _less(value, upper)
        elif key not in above:
            left[key] = value
    return left


def _dotted(values: Mapping[str, Json], prefix: str = "") -> Iterator[str]:
    """The keys of a nested object as dotted keys."""
    for key, value in values.items():
        if isinstance(value, dict):
            yield from _dotted(value, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}"
