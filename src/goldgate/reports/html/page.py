"""How does a run become one page? A template with its style and script inside, and nothing that it could load.

The only door to jinja2. The page forbids itself everything but its own style and script, which it knows by digest;
what agents wrote stands in it as JSON that no browser runs, and is only ever shown as text.
"""

import json
from base64 import b64encode
from collections.abc import Mapping
from hashlib import sha256
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final

from goldgate.errors import UsageError
from goldgate.reports.html.contents import Contents, contents_of
from goldgate.reports.html.legible import legible
from goldgate.reports.material import Material

if TYPE_CHECKING:
    from jinja2 import Template

MISSING: Final = "an HTML report needs the package jinja2: pip install 'goldgate[html]'"
_HERE: Final = files("goldgate.reports.html")
_ESCAPES: Final = str.maketrans({char: f"\\u{ord(char):04x}" for char in "<>&\u2028\u2029"})


def html_page(material: Material) -> str:
    """The page. Raises UsageError where jinja2 is missing."""
    template = _template()
    style, script = _style(), _script()
    return template.render(
        **_parts(contents_of(material)),
        material=material,
        style=style,
        script=script,
        policy=_policy(style, script),
    )


def require_html() -> None:
    """Raise UsageError where jinja2 is missing, while nothing has run yet."""
    _template()


def _parts(contents: Contents) -> Mapping[str, Any]:
    return {
        "contents": contents,
        "index": inert_json(contents.index),
        "chunks": [f"[{','.join(chunk)}]".translate(_ESCAPES) for chunk in contents.chunks],
    }


def inert_json(value: object) -> str:
    """JSON that ends no element and begins no comment, wherever it stands in a page."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).translate(_ESCAPES)


def _style() -> str:
    return f"\n{_text('page.css')}"


def _script() -> str:
    """All parts of the script, in the order of their names, in a scope of their own."""
    names = sorted(part.name for part in _HERE.joinpath("script").iterdir() if part.name.endswith(".js"))
    parts = "\n".join(_text(f"script/{name}") for name in names)
    return f'\n"use strict";\n{{\n{parts}}}\n'


def _text(name: str) -> str:
    return _HERE.joinpath(name).read_text(encoding="utf-8")


def _policy(style: str, script: str) -> str:
    """Nothing from anywhere, but for this style, this script, and the sign in the tab."""
    rules = [
        "default-src 'none'",
        f"script-src '{_source(script)}'",
        f"style-src '{_source(style)}'",
        "img-src data:",
        "base-uri 'none'",
        "form-action 'none'",
    ]
    return "; ".join(rules)


def _source(text: str) -> str:
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"


def _template() -> "Template":
    try:
        from jinja2 import Environment, StrictUndefined  # noqa: PLC0415 - an extra
    except ModuleNotFoundError:
        raise UsageError(MISSING) from None
    environment = Environment(
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True, finalize=_finished
    )
    return environment.from_string(_text("page.html"))


def _finished(value: object) -> object:
    """What the template puts in: texts so that all of them is seen; what is marked as safe stays as it is."""
    return legible(value) if type(value) is str else value
