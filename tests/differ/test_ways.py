import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldgate.differ.pointer import pointer_of
from goldgate.differ.ways import into, ways_of


def leads(pattern: str, *keys: str | int) -> bool:
    """Whether the path ends exactly at the place that the keys lead to."""
    ways = ways_of(pattern)
    for key in keys:
        ways = into(ways, key)
    return () in ways


@pytest.mark.parametrize(
    ("pattern", "keys", "there"),
    [
        ("", (), True),
        ("/a", ("a",), True),
        ("/a", ("b",), False),
        ("/a", ("a", "b"), False),
        ("/a/0", ("a", 0), True),
        ("/*", ("a",), True),
        ("/*", (3,), True),
        ("/*", (), False),
        ("/*", ("a", "b"), False),
        ("/**", (), True),
        ("/**", ("a", 0, "b"), True),
        ("/**/b", ("b",), True),
        ("/**/b", ("a", 0, "b"), True),
        ("/**/b", ("a", 0, "b", "c"), False),
        ("/a/**/b/*", ("a", "x", "b", "y"), True),
        ("/a/**/b/*", ("a", "b", "b"), True),
        ("/**/**/b", ("b",), True),
        ("/a~1b", ("a/b",), True),
    ],
)
def test_a_path_leads_where_it_says(pattern: str, keys: tuple[str | int, ...], *, there: bool) -> None:
    assert leads(pattern, *keys) == there


def test_several_paths_are_followed_at_once() -> None:
    ways = into(ways_of("/a/b", "/*/c"), "a")
    assert (() in into(ways, "b"), () in into(ways, "c"), () in into(ways, "d")) == (True, True, False)


def test_a_way_that_leads_nowhere_on_is_empty() -> None:
    assert not into(ways_of("/a/b"), "c")


@given(st.lists(st.text(max_size=3).filter(lambda key: key not in ("*", "**")), max_size=4))
def test_a_pointer_without_wildcards_leads_to_its_place(keys: list[str]) -> None:
    assert leads(pointer_of(keys), *keys)


@pytest.mark.parametrize("text", ["a", "/a~", "/~2"])
def test_what_is_no_pointer_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="pointer"):
        ways_of(text)
