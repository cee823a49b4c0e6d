import json
from fractions import Fraction

import pytest

from goldgate.errors import BadFile
from goldgate.formats.reference import read_reference
from goldgate.model.reference import Reference

REPORT = {
    "goldgate": "paired-run",
    "schema": 1,
    "suites": {"letters": "4e9c"},
    "with": {"variant": "with", "rate": {"fraction": "9/10", "value": 0.9, "bounds": [0.9, 0.9]}},
    "more": [],
}


def test_the_rate_of_the_half_with_is_the_reference() -> None:
    assert read_reference(json.dumps(REPORT).encode(), file="ref.json") == Reference(
        source="ref.json", suites={"letters": "4e9c"}, rate=Fraction(9, 10)
    )


@pytest.mark.parametrize(
    ("document", "said"),
    [
        ([], "expected what goldgate pair --format json prints, got list"),
        ({"goldgate": "evidence"}, "prints, got evidence, which moves with each run"),
        (REPORT | {"schema": 2}, "expected schema 1, got int 2 @ $.schema"),
        (REPORT | {"with": None}, "expected an object, got null @ $.with"),
        (REPORT | {"with": {"rate": {"fraction": None}}}, '"3/4", got object @ $.with.rate'),
        (REPORT | {"suites": []}, "expected an object, got list @ $.suites"),
    ],
)
def test_anything_else_is_no_reference(document: object, said: str) -> None:
    with pytest.raises(BadFile) as raised:
        read_reference(json.dumps(document).encode(), file="ref.json")
    assert said in str(raised.value)
