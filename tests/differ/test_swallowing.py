import pytest

from goldgate.differ.swallowing import swallowing
from goldgate.model.settings import Redaction

ALL = "drops what steps are made of: no trace differs from another any more but in the number of its steps"


@pytest.mark.parametrize(
    ("redaction", "why"),
    [
        (Redaction(path="/steps/**", drop=True), ALL),
        (Redaction(path="/steps/*/*", drop=True), ALL),
        (Redaction(path="/**", drop=True), ALL),
        (
            Redaction(replace=".*", with_="X"),
            "replace '.*' fits every text: what it stands for can't be told apart any more",
        ),
        (
            Redaction(path="/answer", alias="A", pattern="(?s).*"),
            "pattern '(?s).*' fits every text: what it stands for can't be told apart any more",
        ),
    ],
)
def test_a_redaction_that_leaves_nothing_to_compare_is_told(redaction: Redaction, why: str) -> None:
    assert swallowing(redaction) == why


@pytest.mark.parametrize(
    "redaction",
    [
        Redaction(path="/steps/*/observation", drop=True),
        Redaction(path="/steps/*/args", drop=True),
        Redaction(path="/answer", drop=True),
        Redaction(path="/steps/*/observation/id", alias="ID"),
        Redaction(replace=r"\d{4}-\d{2}-\d{2}", with_="DATE"),
        Redaction(alias="ID", pattern="[0-9a-f]{8}"),
        Redaction(round=3),
    ],
)
def test_a_redaction_of_what_is_volatile_is_fine(redaction: Redaction) -> None:
    assert swallowing(redaction) is None
