"""How does a run become one page? A template with its style and script inside, and nothing that it could load.

The only door to jinja2. The page forbids itself everything but its own style and script, which it knows by digest;
what agents wrote stands in it as JSON that no browser runs, and is only ever shown as text.
"""

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from goldgate.errors import UsageError
from goldgate.reports.html.contents import Contents, contents_of
from goldgate.reports.html.legible import legible
from goldgate.reports.html.sealed import own_script, own_style, own_text, policy
from goldgate.reports.material import Material

if TYPE_CHECKING:
    from jinja2 import Template

MISSING: Final = "an HTML report needs the package jinja2: pip install 'goldgate[html]'"
_ESCAPES: Final = str.maketrans({char: f"\\u{ord(char):04x}" for char in "<>&\u2028\u2029"})


def html_page(material: Material) -> str:
    """The page. Raises UsageError where jinja2 is missing."""
    template = _template()
    style, script = own_style(), own_script()
    return template.render(
        **_parts(contents_of(material)),
        material=material,
        style=style,
        script=script,
        policy=policy(styles=[style], scripts=[script]),
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


def _template() -> "Template":
    try:
        from jinja2 import Environment, StrictUndefined  # noqa: PLC0415 - an extra
    except ModuleNotFoundError:
        raise UsageError(MISSING) from None
    environment = Environment(
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True, finalize=_finished
    )
    return environment.from_string(own_text("page.html"))


def _finished(value: object) -> object:
    """What the template puts in: texts so that all of them is seen; what is marked as safe stays as it is."""
    return legible(value) if type(value) is str else value
