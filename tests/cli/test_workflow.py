import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldgate.cli.workflow import without_commands


@pytest.fixture(autouse=True)
def _in_a_workflow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GITHUB_ACTIONS", "true")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("::error::x", r"\u003a:error::x"),
        ("a\n  ::add-mask::x\n", "a\n  \\u003a:add-mask::x\n"),
        ("files::a is fine", "files::a is fine"),
        ("see ##[error] and ## [x]", r"see #\u0023[error] and ## [x]"),
    ],
)
def test_lines_that_github_obeys_are_shown_as_escapes(text: str, shown: str) -> None:
    assert without_commands(text) == shown


@given(st.recursive(st.none() | st.text("#[]:\n a"), lambda inner: st.dictionaries(st.text("#[:"), inner)))
def test_a_document_says_the_same(value: object) -> None:
    text = without_commands(json.dumps(value, indent=2))

    assert json.loads(text) == value
    assert "##[" not in text


def test_elsewhere_nothing_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("GITHUB_ACTIONS")

    assert without_commands("::error::##[x]") == "::error::##[x]"
