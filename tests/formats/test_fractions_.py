from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldgate.formats.converter import Misfit
from goldgate.formats.fractions_ import read_fraction, read_rate, write_fraction


def test_a_fraction_is_written_exactly_and_as_a_number() -> None:
    assert write_fraction(Fraction(-1, 4)) == {"fraction": "-1/4", "value": -0.25}
    assert write_fraction(Fraction(1)) == {"fraction": "1", "value": 1.0}


@given(st.fractions(max_denominator=10**6))
def test_what_was_written_is_read(number: Fraction) -> None:
    assert read_fraction(write_fraction(number)) == number


@pytest.mark.parametrize("value", [None, 0.5, "1/2", {}, {"fraction": 1}, {"fraction": "1/0"}, {"fraction": "0.5"}])
def test_anything_else_is_no_fraction(value: object) -> None:
    with pytest.raises(Misfit, match='expected an object with a "fraction" such as "3/4"'):
        read_fraction(value)


@pytest.mark.parametrize("text", ["-1/4", "5/4"])
def test_a_rate_lies_between_0_and_1(text: str) -> None:
    with pytest.raises(Misfit, match=f"expected a rate from 0 to 1, got {text}"):
        read_rate({"fraction": text})
