from decimal import Decimal

import pytest

from goldgate.errors import BadFile
from goldgate.formats.spending import read_spent, write_spent
from goldgate.model.spending import Spent

SPENT = Spent(calls=3, usd=Decimal("0.10"), unknown_usd=1, tokens=70, unknown_tokens=2, seconds=1.5)
LINE = '{"calls": 3, "usd": "0.10", "unknown_usd": 1, "tokens": 70, "unknown_tokens": 2, "seconds": 1.5}'


def test_the_sum_of_money_is_a_text_so_that_it_stays_exact() -> None:
    assert write_spent(SPENT) == LINE
    assert read_spent(LINE.encode()) == SPENT


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"[]",
        LINE.encode()[:-9],
        b"\xff",
        b"[" * 100_000,
        LINE.replace('"0.10"', '"much"').encode(),
        LINE.replace('"0.10"', '"NaN"').encode(),
        LINE.replace('"0.10"', '"-1"').encode(),
        LINE.replace("70", "true").encode(),
    ],
)
def test_something_else_is_refused(line: bytes) -> None:
    with pytest.raises(BadFile, match=r"^not what a run has spent: "):
        read_spent(line)
