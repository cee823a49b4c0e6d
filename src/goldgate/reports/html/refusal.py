"""How does a command without a judgement read in a browser? Its problems, on a page without anything else."""

from collections.abc import Iterator
from html import escape
from typing import Final

from goldgate.differ.show import inert
from goldgate.reports.material import Refusal

_HEAD: Final = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'">
<title>goldgate: no judgement</title>
<h1>goldgate: no judgement</h1>
<ul>
"""


def html_refusal(refusal: Refusal) -> Iterator[str]:
    """The page, in pieces."""
    yield _HEAD
    for problem in refusal.problems:
        yield f"<li>{escape(inert(str(problem)))} [{escape(problem.code)}]</li>\n"
    yield "</ul>\n</html>\n"
