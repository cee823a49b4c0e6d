import pytest

from goldgate.statistics.significance import significant


def test_a_p_of_exactly_alpha_is_significant() -> None:
    assert significant(0.05, 0.05)


def test_the_last_digit_of_a_float_decides_nothing() -> None:
    above = 0.1 + 0.2  # 0.30000000000000004
    assert significant(above, 0.3)


def test_a_p_above_alpha_is_not() -> None:
    assert not significant(0.0501, 0.05)


@pytest.mark.parametrize("alpha", [0.0, 1.0, -0.1, float("nan")])
def test_alpha_lies_between_0_and_1(alpha: float) -> None:
    with pytest.raises(ValueError, match="alpha lies between 0 and 1"):
        significant(0.5, alpha)
