"""How does a command without a judgement read in a browser? Its problems, on a page without anything else."""

from collections.abc import Iterator
from html import escape
from typing import Final

from goldgate.reports.html.legible import legible
from goldgate.reports.html.sealed import own_style, policy
from goldgate.reports.material import Refusal

_HEAD: Final = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>goldgate: no judgement</title>
<link rel="icon" href="data:,">
<style>{style}</style>
</head>
<body>
<main class="refusal">
<section class="gate gate-none" aria-labelledby="gate">
<div>
<h1 id="gate">No judgement</h1>
<p class="figures">exit code {exit_code}</p>
<ul>
"""
_FOOT: Final = "</ul>\n</div>\n</section>\n</main>\n</body>\n</html>\n"


def html_refusal(refusal: Refusal) -> Iterator[str]:
    """The page, in pieces; it needs nothing that is an extra."""
    style = own_style()
    yield _HEAD.format(policy=policy(styles=[style]), style=style, exit_code=int(refusal.exit_code))
    for problem in refusal.problems:
        yield f"<li>{escape(legible(str(problem)))} [{escape(problem.code)}]</li>\n"
    yield _FOOT
