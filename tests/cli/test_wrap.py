from hypothesis import given
from hypothesis import strategies as st

from goldgate.cli.wrap import wrapped
from goldgate.reports.columns import columns
from goldgate.reports.line import Line, Span, Style, bad, dim, line, plain_text, strong


def rows(one: Line, *, width: int) -> list[str]:
    return plain_text(wrapped(one, width=width)).splitlines()


def test_a_line_that_fits_stays_as_it_is() -> None:
    one = line(bad("WORSE "), "regression")

    assert list(wrapped(one, width=16)) == [one]


def test_rows_hang_below_the_line_and_keep_their_styles() -> None:
    one = line("  ", bad("WORSE "), "regression ", dim("no longer what was accepted"))

    assert rows(one, width=24) == ["  WORSE regression no", "    longer what was", "    accepted"]
    assert [span.style for row in wrapped(one, width=24) for span in row if "longer" in span.text] == [Style.DIM]


def test_a_command_to_copy_is_never_broken() -> None:
    one = line("next: ", strong("goldgate show 'files::a name'"))

    assert rows(one, width=20) == ["next:", "  goldgate show 'files::a name'"]


def test_a_word_that_is_too_wide_is_left_to_the_terminal() -> None:
    assert rows(line("see ", "x" * 30, " there"), width=20) == ["see", "  " + "x" * 30, "  there"]


def test_letters_of_east_asia_are_two_columns_wide_and_marks_none() -> None:
    assert [columns(text) for text in ("ab", "메모", "é", "e\u0301")] == [2, 4, 1, 1]
    assert rows(line("메모 목록 보여줘"), width=10) == ["메모 목록", "  보여줘"]


@given(
    st.lists(st.builds(Span, st.text("ab 메\u0301", max_size=12), st.sampled_from(Style)), max_size=6),
    st.integers(min_value=8, max_value=40),
)
def test_nothing_but_blanks_is_lost(spans: list[Span], width: int) -> None:
    one = tuple(spans)

    assert "".join(rows(one, width=width)).replace(" ", "") == plain_text([one]).strip("\n").replace(" ", "")
