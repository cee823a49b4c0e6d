"""What becomes of a page when a code is looked up in it."""

from goldgate.reports.explain import Explanation, code_lines, explanation_lines, explanations
from goldgate.reports.line import plain_text

PAGE = """# Codes

GG001 stands in the text, too.

## GG001

*Wrong*, as `a*b*c` is. [The page](other.md#there)
says **more**.
→ Do it,
and do it well.

### GG002

Nothing can be done about it

## Another thing

GG003
"""


def test_each_heading_that_is_a_code_begins_an_explanation() -> None:
    assert [*explanations({"docs/page.md": PAGE})] == [
        Explanation(
            code="GG001",
            meaning="Wrong, as `a*b*c` is. The page says more.",
            remedy="Do it, and do it well.",
            page="docs/page.md#gg001",
        ),
        Explanation(code="GG002", meaning="Nothing can be done about it", remedy="", page="docs/page.md#gg002"),
    ]


def test_a_remedy_has_a_line_of_its_own() -> None:
    first, second = explanations({"page.md": PAGE})

    assert plain_text(explanation_lines(first)) == (
        "GG001  Wrong, as `a*b*c` is. The page says more.\n→ Do it, and do it well.\npage.md#gg001\n"
    )
    assert plain_text(explanation_lines(second)) == "GG002  Nothing can be done about it\npage.md#gg002\n"


def test_a_list_of_codes_has_the_first_sentence_of_each() -> None:
    assert plain_text(code_lines([*explanations({"page.md": PAGE})])) == (
        "GG001  Wrong, as `a*b*c` is.\nGG002  Nothing can be done about it\nnext: goldgate explain CODE\n"
    )
