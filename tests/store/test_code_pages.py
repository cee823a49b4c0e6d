"""Where the pages that explain codes are found."""

from pathlib import Path

from goldgate.store.code_pages import code_pages

DOCS = Path(__file__).parents[2] / "docs/reference"


def test_the_pages_are_those_of_the_documentation() -> None:
    assert code_pages() == {
        "docs/reference/errors.md": (DOCS / "errors.md").read_text(encoding="utf-8"),
        "docs/reference/classes.md": (DOCS / "classes.md").read_text(encoding="utf-8"),
    }
