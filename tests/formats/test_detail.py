import pytest

from goldgate.formats.converter import Misfit
from goldgate.formats.detail import load_detail, write_detail
from goldgate.model.detail import NO_DETAIL, Detail


def test_nothing_to_say_takes_no_room() -> None:
    assert (write_detail(NO_DETAIL), write_detail(Detail())) == ({}, {})
    assert load_detail({"id": "a"}) is NO_DETAIL


def test_what_is_written_is_read_again() -> None:
    detail = Detail(raised=("KeyError at a.py:1 in f",), idle_stubs=(0, 2), printed="hello")
    assert write_detail(detail) == {"raised": ["KeyError at a.py:1 in f"], "idle_stubs": [0, 2], "printed": "hello"}
    assert load_detail(write_detail(detail)) == detail


def test_what_was_never_written_is_refused() -> None:
    with pytest.raises(Misfit, match="expected int from 0 on, got int -1"):
        load_detail({"idle_stubs": [-1]})
