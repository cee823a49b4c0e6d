"""How `json` spells many small values quickly."""

import json
from json import encoder as parts

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldgate.differ.json_encoder import kept

ENCODERS = [
    json.JSONEncoder(ensure_ascii=False, check_circular=False, allow_nan=False, separators=(",", ":")),
    json.JSONEncoder(ensure_ascii=False, check_circular=False, allow_nan=False, sort_keys=True, separators=(",", ":")),
    json.JSONEncoder(check_circular=False, separators=(",", ":")),
    json.JSONEncoder(check_circular=False, indent=2),
    json.JSONEncoder(),
]
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


@pytest.mark.parametrize("encoder", ENCODERS)
@given(value=VALUES)
def test_the_same_is_spelled(encoder: json.JSONEncoder, value: object) -> None:
    assert kept(encoder)(value) == encoder.encode(value)


def test_nan_is_refused_where_it_was() -> None:
    with pytest.raises(ValueError, match="Out of range float values"):
        kept(ENCODERS[0])([float("nan")])


def test_what_is_no_json_is_refused() -> None:
    with pytest.raises(TypeError, match="Object of type set is not JSON serializable"):
        kept(ENCODERS[0])({"a": set()})


def test_without_an_encoder_in_c_json_goes_on_as_it_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts, "c_make_encoder", None)
    assert kept(ENCODERS[0]) == ENCODERS[0].encode
