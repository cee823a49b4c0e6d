import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldgate.reports.columns import columns, fitted


@pytest.mark.parametrize(("text", "taken"), [("", 0), ("abc", 3), ("날씨", 4), ("e\u0301", 1), ("…", 1)])
def test_a_text_takes_columns(text: str, taken: int) -> None:
    assert columns(text) == taken


@pytest.mark.parametrize(
    ("text", "shown"),
    [("ab", "ab  "), ("abcd", "abcd"), ("abcde", "abc…"), ("날씨", "날씨"), ("날씨가", "날… "), ("", "    ")],
)
def test_a_text_is_filled_up_or_cut_where_that_shows(text: str, shown: str) -> None:
    assert fitted(text, 4) == shown


@given(st.text(), st.integers(1, 30))
def test_what_is_fitted_takes_just_the_width(text: str, width: int) -> None:
    assert columns(fitted(text, width)) == width
