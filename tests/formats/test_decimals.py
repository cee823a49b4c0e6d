from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldgate.formats.converter import Misfit
from goldgate.formats.decimals import as_decimal, brief_decimal, decimal_from, json_number

fractions = st.fractions(min_value=-1000, max_value=1000, max_denominator=999)


@pytest.mark.parametrize(
    ("value", "number"),
    [(0, "0"), (100, "100"), (Decimal("69.990"), "69.99"), (69.99, "69.99"), (0.1, "0.1"), (Decimal("1E+2"), "100")],
)
def test_a_number_on_the_scale_is_the_decimal_that_was_written(value: object, number: str) -> None:
    assert decimal_from(0, 100)(value) == Decimal(number)


@pytest.mark.parametrize(
    ("value", "got"),
    [
        (True, "bool true"),
        (101, "int 101"),
        (Decimal("-0.001"), "float -0.001"),
        (Decimal("NaN"), "NaN"),
        (Decimal("sNaN"), "sNaN"),
        (Decimal("Infinity"), "Infinity"),
        (float("nan"), "float nan"),
        (float("inf"), "float inf"),
        ("80", "str '80'"),
        (None, "null"),
    ],
)
def test_what_is_no_number_on_the_scale_is_refused(value: object, got: str) -> None:
    with pytest.raises(Misfit) as caught:
        decimal_from(0, 100)(value)
    assert str(caught.value) == f"expected a number from 0 to 100, got {got}"


def test_whole_numbers_are_ints_and_nothing_that_looks_like_one() -> None:
    whole = decimal_from(0, 100, whole=True)

    assert whole(85) == 85
    for value in (85.0, Decimal("85.0"), Decimal(85)):
        with pytest.raises(Misfit, match="expected int from 0 to 100, got float 85"):
            whole(value)


def test_a_number_without_an_upper_end_is_told_so() -> None:
    with pytest.raises(Misfit, match="expected a number from 0 on, got int -1"):
        decimal_from(0)(-1)


def test_a_number_that_would_take_for_ever_to_add_is_refused() -> None:
    with pytest.raises(Misfit, match="at most 100 digits after the point"):
        decimal_from(0)(Decimal("1E-999999999"))


@given(fractions)
def test_a_fraction_that_a_decimal_is_equal_to_becomes_that_decimal(fraction: Fraction) -> None:
    decimal = as_decimal(fraction)

    ends = set(str(fraction.denominator)) and 10**40 % fraction.denominator == 0
    assert (Fraction(decimal) == fraction) is ends
    assert abs(Fraction(decimal)) <= abs(fraction)


@pytest.mark.parametrize(
    ("number", "spelled"),
    [("4.04525", "4.04525"), ("70.00", "70"), ("0.4275", "0.4275"), ("1E+2", "100"), ("-0.1", "-0.1")],
)
def test_a_number_of_a_document_is_spelled_as_the_decimal(number: str, spelled: str) -> None:
    assert repr(json_number(Decimal(number))) == spelled


def test_a_number_that_no_double_is_does_not_reach_what_it_is_below() -> None:
    assert json_number(Decimal("69.9999999999999999999")) < 70


@pytest.mark.parametrize(
    ("number", "brief"),
    [
        (Decimal("4.04525"), "4.04525"),
        (Decimal("70.00"), "70"),
        (Decimal("1E+2"), "100"),
        (as_decimal(Fraction(263, 3)), "87.666666…"),
        (as_decimal(Fraction(-1, 3)), "-0.333333…"),
        (Decimal("69.99999999"), "69.999999…"),
        (Decimal(0), "0"),
    ],
)
def test_a_number_for_people_is_cut_and_never_rounded_up(number: Decimal, brief: str) -> None:
    assert brief_decimal(number) == brief
