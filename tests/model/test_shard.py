import pytest

from goldgate.model.shard import Shard, shard_named


def test_the_second_of_five_is_2_5() -> None:
    assert shard_named("2/5") == Shard(number=2, of=5)


def test_a_shard_is_spelled_as_it_is_named() -> None:
    assert str(shard_named("12/100")) == "12/100"


@pytest.mark.parametrize(
    "text", ["", "2", "2/", "/5", "0/5", "02/5", "2/0", "1/10000", "2 / 5", "2/5\n", "\u0662/\u0665"]
)
def test_anything_else_is_no_shard(text: str) -> None:
    with pytest.raises(ValueError, match="is no shard; write the second of five as 2/5"):
        shard_named(text)


def test_there_is_no_sixth_of_five() -> None:
    with pytest.raises(ValueError, match="'6/5' is no shard; the last of 5 is 5/5"):
        shard_named("6/5")
