"""How are the settings of a judge said?"""

import re
from collections.abc import Iterator
from typing import Final

from goldgate.differ.canonical import plain
from goldgate.errors import NotJson
from goldgate.formats.converter import Form, Misfit, mapping_of, number_from, whole_from, words
from goldgate.formats.http import is_url
from goldgate.formats.limits import METERED
from goldgate.formats.text import TextFault, described
from goldgate.model.settings import JudgeSettings
from goldgate.model.value import Json

RUBRIC_FILE: Final = ".toml"
"""How the path of a rubric ends, and no name of one does."""
_VARIABLE: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_FUNCTION: Final = re.compile(r"[^\s:]+:[^\s:]+")
COMMAND: Final = "command:"
"""How the name of a judge begins that is a program."""
_ASKED: Final = ("model", "messages")


def _judge(value: object) -> str:
    name = words(value)
    if not name.startswith(COMMAND) and not _FUNCTION.fullmatch(name):
        raise Misfit(f"expected 'module:function' or 'command: PROGRAM ARGUMENT…', got {described(name)}")
    if name.startswith(COMMAND) and not name.removeprefix(COMMAND).strip():
        raise Misfit("expected a command line, as in 'command: python judge.py'")
    return name


def _endpoint(value: object) -> str:
    url = words(value)
    if not is_url(url):
        raise Misfit(f"expected a URL such as 'https://api.example.org/v1', got {described(url)}")
    return url


def _variable(value: object) -> str:
    name = words(value)
    if not _VARIABLE.fullmatch(name):
        raise Misfit("expected the name of an environment variable such as 'OPENAI_API_KEY', which holds the key")
    return name


def _parameters(value: object) -> dict[str, Json]:
    try:
        given = mapping_of(plain)(value)
    except NotJson as error:
        raise Misfit(error.problems[0].message) from None
    if taken := [key for key in _ASKED if key in given]:
        raise Misfit(TextFault(message=f"{taken[0]!r} is put in by goldgate", pointer=f".{taken[0]}"))
    return given


def _faults(settings: JudgeSettings) -> Iterator[TextFault]:
    if settings.judge is not None and settings.endpoint is not None:
        yield TextFault(message="expected one of 'judge' and 'endpoint', got both")
    if settings.endpoint is not None and settings.model is None:
        yield TextFault(message="an endpoint needs a 'model'")
    if settings.concurrency > 1 and settings.judge is not None and not settings.judge.startswith(COMMAND):
        yield TextFault(
            message="a function is asked one question after the other; an endpoint or a command can be asked several",
            pointer=".concurrency",
        )
    if settings.endpoint is None:
        for key in ("model", "key", "parameters"):
            if getattr(settings, key):
                yield TextFault(message=f"{key!r} belongs to an endpoint, and there is none", pointer=f".{key}")


JUDGE: Final = Form(
    JudgeSettings,
    {
        "judge": _judge,
        "endpoint": _endpoint,
        "model": words,
        "key": _variable,
        "parameters": _parameters,
        "timeout": number_from(0, exclusive=True),
        "retries": whole_from(0),
        "concurrency": whole_from(1),
        "metered": METERED,
    },
    check=_faults,
)
"""Reads `[tool.goldgate.judge]`."""


def rubric_name(value: object) -> str:
    """A name of `[tool.goldgate.rubrics]`."""
    name = words(value)
    if name.endswith(RUBRIC_FILE):
        raise Misfit(f"a name that ends in {RUBRIC_FILE} would be taken for a path")
    return name
