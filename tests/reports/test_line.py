from goldgate.reports.line import Span, Style, bad, dim, good, line, plain_text, strong, warn


def test_a_line_takes_texts_and_spans() -> None:
    assert line("a ", bad("b")) == (Span("a "), Span("b", Style.BAD))


def test_each_meaning_has_its_own_style() -> None:
    spans = [good("x"), bad("x"), warn("x"), dim("x"), strong("x")]

    assert [span.style for span in spans] == [Style.GOOD, Style.BAD, Style.WARN, Style.DIM, Style.STRONG]


def test_plain_text_has_no_styles_and_ends_each_line() -> None:
    assert plain_text([line("a ", bad("b")), line()]) == "a b\n\n"
