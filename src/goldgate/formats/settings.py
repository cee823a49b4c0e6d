"""What do the settings say? The raw values of one source, validated, and what raw values make of the settings."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from goldgate.differ.redact import problems_of
from goldgate.errors import BadFile, Problem
from goldgate.formats.converter import (
    Form,
    Misfit,
    Read,
    flag,
    list_of,
    mapping_of,
    number_between,
    number_from,
    text,
    whole_from,
    word_of,
    words,
)
from goldgate.formats.decimals import decimal_from
from goldgate.formats.guards import GUARDS, SUITE_GUARDS
from goldgate.formats.http import HTTP
from goldgate.formats.judge import JUDGE, rubric_name
from goldgate.formats.limits import LIMITS, METERED
from goldgate.formats.recording import RECORDING, SUITE_RECORDING
from goldgate.formats.selector import read_variants
from goldgate.formats.text import TextFault, described, member
from goldgate.formats.toml_lines import line_of
from goldgate.formats.toml_text import parsed, toml_problem
from goldgate.model.settings import (
    GateSettings,
    KnownFailureSettings,
    OutcomeField,
    Redaction,
    Settings,
    Stale,
    Store,
    SuiteSettings,
)
from goldgate.model.value import Json

_SHARED_TABLE: Final = ("tool", "goldgate")


def _check_redaction(redaction: Redaction) -> Iterator[TextFault]:
    for problem in problems_of(redaction):
        yield TextFault(message=problem)


_REDACTION: Final = Form(
    Redaction,
    {
        "path": text,
        "drop": flag,
        "replace": text,
        "with": text,
        "alias": text,
        "pattern": text,
        "round": whole_from(1),
    },
    fields={"with": "with_"},
    check=_check_redaction,
)


_SHAPING: Final = {
    "outcome": list_of(word_of(OutcomeField)),
    "redactions": list_of(_REDACTION),
    "store": word_of(Store),
}


def _files(value: object) -> str:
    """A pattern of files below the folder of the settings."""
    pattern = words(value)
    if "\\" in pattern or pattern.startswith("/") or ".." in pattern.split("/"):
        raise Misfit(f"expected a pattern below the settings' folder such as 'src/**/*.ts', got {described(pattern)}")
    return pattern


_RUNNING: Final[Mapping[str, Read[Any]]] = {
    "agent": words,
    "agent_files": list_of(_files),
    "metered": METERED,
    "adapter": words,
    "http": HTTP,
    "timeout": number_from(0, exclusive=True),
    "trials": whole_from(1),
    "sampled": flag,
}
_SETTINGS: Final = Form(
    Settings,
    {
        "golden": words,
        "baselines": words,
        **_RUNNING,
        "variants": read_variants,
        "solved_score": decimal_from(0),
        "import_timeout": number_from(0, exclusive=True),
        "workers": whole_from(1),
        "keep_runs": whole_from(1),
        **_SHAPING,
        "gate": Form(GateSettings, {"stale": word_of(Stale), "trials": whole_from(1), "alpha": number_between(0, 1)}),
        "known_failures": Form(KnownFailureSettings, {"require_expiry": flag, "max_days": whole_from(0)}),
        "recording": RECORDING,
        "guards": GUARDS,
        "judge": JUDGE,
        "limits": LIMITS,
        "rubrics": mapping_of(words, name=rubric_name),
        "suites": mapping_of(
            Form(
                SuiteSettings,
                {**_RUNNING, **_SHAPING, "recording": SUITE_RECORDING, "guards": SUITE_GUARDS, "judge": JUDGE},
            ),
            name=words,
        ),
    },
)


def read_settings(text: str, *, file: str, table: tuple[str, ...]) -> Mapping[str, Json]:
    """The raw values of the settings in a TOML text, which stand in `table` (`()`: at the top); validated.

    Raises BadFile with every problem, with its line where the key can be found.
    """
    values = _table(parsed(text, file=file), table)
    if not table and _table(values, _SHARED_TABLE):
        raise BadFile(_misplaced(text, file=file))
    try:
        _SETTINGS(values)
    except Misfit as misfit:
        top = "$" + "".join(member("", part) for part in table)
        problems = [toml_problem(fault, text=text, file=file) for fault in misfit.at(top)]
        raise BadFile(*sorted(problems, key=lambda problem: problem.line or 0)) from None
    return values


def build_settings(values: Mapping[str, Json]) -> Settings:
    """The settings that raw values make; what they leave out is the default. Raises Misfit."""
    return _SETTINGS(dict(values))


def _table(document: dict[str, Any], table: tuple[str, ...]) -> dict[str, Json]:
    """The object that stands in a table; something else that stands there is for the form to refuse."""
    found: Any = document
    for part in table:
        found = found.get(part, {}) if isinstance(found, dict) else {}
    return found  # type: ignore[no-any-return]


def _misplaced(text: str, *, file: str) -> Problem:
    """The spelling of pyproject.toml in a file that is all ours."""
    message = f"here the settings stand at the top, without [{'.'.join(_SHARED_TABLE)}] before them"
    return Problem(code=BadFile.code, message=message, file=file, line=line_of("$.tool.goldgate", text))
