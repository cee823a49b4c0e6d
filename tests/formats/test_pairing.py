import json
from fractions import Fraction

import pytest

from goldgate.errors import BadFile
from goldgate.formats.pairing import read_pairing, write_pairing
from goldgate.model.evidence import PairMode
from goldgate.model.pairing import Order, Pairing
from goldgate.model.reference import Reference

ALONE = Pairing(linked=("triage", "말투"), mode=PairMode.PER_SKILL, order=Order.SEQUENTIAL, threshold=Fraction("0.125"))
HELD = Pairing(
    linked=("triage",),
    mode=PairMode.JOINT,
    order=Order.INTERLEAVED,
    threshold=Fraction(0),
    reference=Reference(source="reference.json", suites={"letters": "4e9c"}, rate=Fraction(2, 3)),
)


@pytest.mark.parametrize("pairing", [ALONE, HELD])
def test_what_was_written_is_read(pairing: Pairing) -> None:
    assert read_pairing(write_pairing(pairing).encode(), file="pair.json") == pairing


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"goldgate": "run"}, 'expected an object with "goldgate": "pair"'),
        ({"schema": 2}, "expected schema 1, got int 2"),
        ({"threshold": {"fraction": "-1/2"}}, "expected a threshold from 0 on, got -1/2"),
        ({"order": "at random"}, "'at random'"),
    ],
)
def test_what_is_no_such_document_is_refused(change: dict[str, object], said: str) -> None:
    document = json.loads(write_pairing(HELD)) | change

    with pytest.raises(BadFile) as raised:
        read_pairing(json.dumps(document).encode(), file="pair.json")

    assert said in str(raised.value)
