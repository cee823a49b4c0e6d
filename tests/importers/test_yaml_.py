import sys

import pytest

from goldgate.errors import BadFile, UsageError
from goldgate.importers.yaml_ import read_yaml

pytest.importorskip("yaml")


def test_plain_values_are_read() -> None:
    text = "a: [1, 0.5, x, null, true]\nb: |\n  two\n  lines\nc: !!binary aGk=\n"
    assert read_yaml(text, file="f") == {"a": [1, 0.5, "x", None, True], "b": "two\nlines\n", "c": b"hi"}


def test_json_is_yaml_too() -> None:
    assert read_yaml('{"a": ["\\u00e9"]}', file="f") == {"a": ["é"]}


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("a: 1\nb: [\n", "f.yaml:3: not valid YAML: "),
        ("a: !!python/object/apply:os.getcwd []", "could not determine a constructor for the tag"),
        ("a: *b", "f.yaml:1: not valid YAML: found undefined alias"),
        ("a: 2001-13-13", "f.yaml:1: not valid YAML: month must be in 1..12"),
        ("a: 1\nb: \x00", "f.yaml:2: not valid YAML: it can't hold the character U+0000"),
        ("a: 1\nb: [" + "9" * 5000 + "]", "f.yaml:2: not valid YAML: an integer of more than 4300 digits is too long"),
        ("a: 1\nb: 2\na: 3", "f.yaml:3: key 'a' stands twice in one object"),
        ("a: 1\nb: " + "[" * 230 + "]" * 230, "f.yaml:2: nested deeper than 220 levels"),
        ("a: 1\nb: &b [1, *b]", "f.yaml:2: a value can't hold itself"),
        ("a: 1\n<<<<<<< HEAD\nb: 2\n=======\n", "f.yaml:2: conflict marker '<<<<<<<' of an unfinished merge"),
    ],
)
def test_what_is_no_plain_yaml_is_refused_with_its_line(text: str, problem: str) -> None:
    with pytest.raises(BadFile) as caught:
        read_yaml(text, file="f.yaml")
    assert problem in str(caught.value)


def test_aliases_may_stand_for_what_was_said_once_and_not_for_more_than_fits() -> None:
    """Ten lines that come to a thousand million values."""
    bomb = ["a0: &a0 [x]", *(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 10))]

    assert read_yaml("\n".join(bomb[:4]), file="f")["a1"] == [["x"]] * 10  # type: ignore[index]
    with pytest.raises(BadFile, match=r"^f:7: its aliases stand for more than 1,000,000 values$"):
        read_yaml("\n".join(bomb), file="f")


def test_objects_may_be_laid_over_one_another_and_an_empty_text_is_nothing() -> None:
    assert read_yaml("a: &a {x: 1}\nb: {<<: *a, <<: {y: 2}}\n", file="f") == {"a": {"x": 1}, "b": {"x": 1, "y": 2}}
    assert read_yaml("", file="f") is None


def test_without_pyyaml_it_is_said_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "yaml", None)
    with pytest.raises(UsageError, match=r"pip install 'goldgate\[import\]'"):
        read_yaml("a: 1", file="f")
