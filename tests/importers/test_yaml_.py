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
        ("a: 2001-13-13", "f.yaml: not valid YAML: month must be in 1..12"),
        ("a: \x00", "f.yaml: not valid YAML: "),
    ],
)
def test_what_is_no_plain_yaml_is_refused_with_its_line(text: str, problem: str) -> None:
    with pytest.raises(BadFile) as caught:
        read_yaml(text, file="f.yaml")
    assert problem in str(caught.value)


def test_without_pyyaml_it_is_said_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "yaml", None)
    with pytest.raises(UsageError, match=r"pip install 'goldgate\[import\]'"):
        read_yaml("a: 1", file="f")
