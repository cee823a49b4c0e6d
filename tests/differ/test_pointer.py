import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldgate.differ.pointer import parts_of, pointer_of


def test_the_whole_value_is_the_empty_pointer() -> None:
    assert pointer_of([]) == ""
    assert parts_of("") == ()


def test_keys_and_indexes_follow_each_other() -> None:
    assert pointer_of(["steps", 0, "args"]) == "/steps/0/args"


def test_slash_and_tilde_inside_a_key_are_escaped() -> None:
    assert pointer_of(["a/b", "~1", ""]) == "/a~1b/~01/"


@given(st.lists(st.text()))
def test_parts_come_back_out_of_their_pointer(parts: list[str]) -> None:
    assert parts_of(pointer_of(parts)) == tuple(parts)


@pytest.mark.parametrize("text", ["steps/0", "~", " /a"])
def test_a_pointer_starts_with_a_slash(text: str) -> None:
    with pytest.raises(ValueError, match="a pointer starts with '/'"):
        parts_of(text)


@pytest.mark.parametrize("text", ["/a~", "/~2", "/a~/b"])
def test_a_tilde_that_escapes_nothing_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="in a pointer '~' is written '~0'"):
        parts_of(text)
