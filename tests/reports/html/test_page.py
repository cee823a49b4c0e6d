import re
import sys
from base64 import b64encode
from collections.abc import Callable
from hashlib import sha256
from typing import Any

import attrs
import pytest

from goldgate.errors import UsageError
from goldgate.reports.html.page import html_page, inert_json
from goldgate.reports.html.sealed import own_script

Make = Callable[..., Any]

HOSTILE = "</script><script>alert(1)</script><!-- <img src=x onerror=alert(2)> {{ 7 * 7 }} \u2028 \u202e"


def sourced(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def test_the_page_forbids_all_but_its_own_script_and_style(material: Make, regressed: Make) -> None:
    page = html_page(material(regressed("a")))
    policy = re.search(r'Content-Security-Policy" content="([^"]+)"', page)
    style = re.search(r"<style>(.*?)</style>", page, re.DOTALL)
    script = re.search(r"<script>(.*?)</script>", page, re.DOTALL)
    assert policy is not None
    assert style is not None
    assert script is not None
    assert policy[1].split("; ") == [
        "default-src 'none'",
        f"script-src {sourced(script[1])}",
        f"style-src {sourced(style[1])}",
        "img-src data:",
        "base-uri 'none'",
        "form-action 'none'",
    ]


def test_the_page_names_nothing_that_a_browser_would_fetch(material: Make, regressed: Make) -> None:
    page = html_page(material(regressed("a")))
    assert re.findall(r'(?:src|href)="(?!#|data:)', page) == []
    assert re.findall(r"url\(|@import", page) == []


def test_the_script_knows_no_way_from_text_to_markup() -> None:
    assert (
        re.findall(r"innerHTML|outerHTML|insertAdjacent|document\.write|DOMParser|\beval\b|Function\(", own_script())
        == []
    )


def test_without_script_the_summary_and_what_closes_the_gate_are_there(
    material: Make, regressed: Make, passing: Make
) -> None:
    page = html_page(material(regressed("worse"), passing("fine")))
    plain = page[page.index('<div id="plain">') : page.index('<script type="application/json"')]
    assert '<h1 id="gate">Gate closed</h1>' in page
    assert "<code>goldgate show files::a</code>" in page
    assert "<b>files::worse</b> no longer what was accepted as passing" in plain
    assert "<li>calls: expected call 1 file_search, got file_read</li>" in plain
    assert "files::fine" not in plain


def test_an_open_gate_has_nothing_to_list(material: Make, passing: Make) -> None:
    assert "No case is worse than the baseline, and none of it is stale." in html_page(material(passing("a")))


def test_hostile_texts_make_no_element_anywhere(material: Make, regressed: Make, result: Make) -> None:
    case = regressed("a", request=HOSTILE, tags=(HOSTILE,), results=(result("a", answer=HOSTILE, why=HOSTILE),))
    case = attrs.evolve(case, id=HOSTILE, comparison=attrs.evolve(case.comparison, reasons=(HOSTILE,)))
    page = html_page(material(case, next_step=HOSTILE))
    assert page.count("<script") == page.count("</script") == 3
    assert "<img" not in page
    assert "<!--" not in page
    assert "\u2028" not in page
    assert "\u202e" not in page
    assert "{{ 7 * 7 }}" in page


def test_json_in_the_page_ends_no_element() -> None:
    assert inert_json({"a": "</script>&\u2028"}) == '{"a":"\\u003c/script\\u003e\\u0026\\u2028"}'


def test_a_case_that_passes_takes_little_room(material: Make, passing: Make) -> None:
    few, many = (len(html_page(material(*(passing(f"{n:04}") for n in range(number))))) for number in (100, 1100))
    assert (many - few) / 1000 < 1200


def test_where_jinja2_is_missing_the_remedy_is_told(
    monkeypatch: pytest.MonkeyPatch, material: Make, passing: Make
) -> None:
    monkeypatch.setitem(sys.modules, "jinja2", None)
    with pytest.raises(UsageError, match=r"needs the package jinja2: pip install 'goldgate\[html\]'"):
        html_page(material(passing("a")))
