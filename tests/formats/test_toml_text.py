from decimal import Decimal

import pytest

from goldgate.errors import BadFile
from goldgate.formats.text import TextFault, exact
from goldgate.formats.toml_text import parsed, toml_problem


def said_of(text: str) -> list[str]:
    with pytest.raises(BadFile) as caught:
        parsed(text, file="a.toml", parse_float=exact)
    return [str(problem) for problem in caught.value.problems]


def test_floats_are_read_as_they_are_asked_to_be() -> None:
    assert parsed("a = 0.10\nb = 1", file="a.toml", parse_float=exact) == {"a": Decimal("0.10"), "b": 1}
    assert parsed("a = 0.10", file="a.toml") == {"a": 0.1}


def test_what_is_no_toml_is_told_with_its_place() -> None:
    assert said_of("a = 1\nb =") == ["a.toml:2: not valid TOML: invalid value"]
    assert said_of("a = 1\nb = = 2") == ["a.toml:2: not valid TOML: invalid value (column 5)"]


def test_a_number_beyond_all_decimals_is_no_value() -> None:
    assert said_of("a = 1e9999999999999999999") == [
        "a.toml: not valid TOML: 1e9999999999999999999 is beyond the range of numbers"
    ]


def test_a_fault_has_the_line_of_its_key() -> None:
    text = "[gate]\nrule = 1\nthreshhold = 2\n"

    problems = [
        toml_problem(TextFault(message="no", pointer="$.gate.rule"), text=text, file="a.toml"),
        toml_problem(TextFault(message="no", pointer="$.gate", key="threshhold"), text=text, file="a.toml"),
    ]

    assert [str(problem) for problem in problems] == ["a.toml:2: no @ $.gate.rule", "a.toml:3: no @ $.gate"]
