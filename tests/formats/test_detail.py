from goldgate.formats.detail import load_detail, write_detail
from goldgate.model.detail import NO_DETAIL, Detail


def test_nothing_to_say_takes_no_room() -> None:
    assert (write_detail(NO_DETAIL), write_detail(Detail())) == ({}, {})
    assert load_detail({"id": "a"}) is NO_DETAIL


def test_what_is_written_is_read_again() -> None:
    detail = Detail(raised=("KeyError at a.py:1 in f",), idle_stubs=(0, 2), printed="hello")
    assert write_detail(detail) == {"raised": ["KeyError at a.py:1 in f"], "idle_stubs": [0, 2], "printed": "hello"}
    assert load_detail(write_detail(detail)) == detail
