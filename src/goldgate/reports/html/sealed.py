"""What may a page do? Nothing but look as its own style says, and run its own script; it knows both by digest."""

from base64 import b64encode
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import Final

_HERE: Final = Path(__file__).parent


def own_text(name: str) -> str:
    """A file beside this one."""
    return _HERE.joinpath(name).read_text(encoding="utf-8")


def own_style() -> str:
    """What stands between `<style>` and `</style>`."""
    return f"\n{own_text('page.css')}"


def own_script() -> str:
    """What stands between `<script>` and `</script>`: all parts by name, in a scope of their own."""
    parts = "\n".join(own_text(f"script/{part.name}") for part in sorted(_HERE.joinpath("script").glob("*.js")))
    return f'\n"use strict";\n{{\n{parts}}}\n'


def policy(*, styles: Sequence[str], scripts: Sequence[str] = ()) -> str:
    """The content security policy: nothing from anywhere, but for these, and the sign in the tab."""
    rules = [
        "default-src 'none'",
        f"script-src {_sources(scripts)}",
        f"style-src {_sources(styles)}",
        "img-src data:",
        "base-uri 'none'",
        "form-action 'none'",
    ]
    return "; ".join(rules)


def _sources(texts: Sequence[str]) -> str:
    digests = (b64encode(sha256(text.encode()).digest()).decode() for text in texts)
    return " ".join(f"'sha256-{digest}'" for digest in digests) or "'none'"
