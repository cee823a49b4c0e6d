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
    assert said_of("b = 1\na = 1e9999999999999999999") == [
        "a.toml:2: not valid TOML: 1e9999999999999999999 is beyond the range of numbers"
    ]


def test_an_integer_that_is_too_long_has_a_line() -> None:
    assert said_of(f"b = 1\na = {'9' * 5000}") == ["a.toml:2: an integer of more than 4300 digits is too long"]


def test_nesting_that_is_too_deep_has_the_line_where_it_is() -> None:
    strings = "a = \"[\" # [\nb = '['\nc = \"\"\"\n[\n\"\"\"\nd = '''['''\ne = [{f = 1}]\n"
    assert said_of(f"{strings}x = {'[' * 1000}{']' * 1000}") == ["a.toml:8: nested deeper than 200 levels"]
    assert said_of("a = 1\n" + "k." * 100_000 + "k = 1") == ["a.toml:2: nested deeper than 200 levels"]
    assert said_of("a = 1\n[" + "k . " * 200 + "k]") == ["a.toml:2: nested deeper than 200 levels"]


def test_two_hundred_numbers_with_a_point_are_no_deep_key() -> None:
    assert len(parsed(f"a = [{'1.5, ' * 300}]", file="a.toml")["a"]) == 300


def test_the_marker_of_an_unfinished_merge_is_told_as_such() -> None:
    assert said_of("a = 1\n<<<<<<< HEAD\nb = 2\n") == [
        "a.toml:2: conflict marker '<<<<<<<' of an unfinished merge (column 1)"
    ]


def test_a_fault_has_the_line_of_its_key() -> None:
    text = "[gate]\nrule = 1\nthreshhold = 2\n"

    problems = [
        toml_problem(TextFault(message="no", pointer="$.gate.rule"), text=text, file="a.toml"),
        toml_problem(TextFault(message="no", pointer="$.gate", key="threshhold"), text=text, file="a.toml"),
    ]

    assert [str(problem) for problem in problems] == ["a.toml:2: no @ $.gate.rule", "a.toml:3: no @ $.gate"]
