import pickle
from typing import Any

import attrs
import pytest

from goldgate.model.frozen import frozen


@frozen(kw_only=True)
class Point:
    """What some tests make."""

    x: int
    y: list[int] = attrs.field(factory=list)
    note: str = attrs.field(default="", eq=False, repr=False)


@frozen(kw_only=True)
class Place:
    """The same fields under another name."""

    x: int
    y: list[int] = attrs.field(factory=list)


@frozen
class Empty:
    """No fields at all."""


@frozen(eq=False)
class Itself:
    """Equal to nothing else."""


@frozen
class Own:
    """Says all of it by itself."""

    x: int

    def __eq__(self, other: object) -> bool:
        return isinstance(other, int) and other == self.x

    def __hash__(self) -> int:
        return self.x

    def __repr__(self) -> str:
        return "own"


def test_values_are_equal_when_their_fields_are() -> None:
    assert Point(x=1, y=[2], note="a") == Point(x=1, y=[2], note="b")
    assert Point(x=1) != Point(x=2)
    assert Empty() == Empty()


def test_values_of_two_classes_are_never_equal() -> None:
    other: Any = Place(x=1)
    assert Point(x=1) != other
    other = (1, [])
    assert Point(x=1) != other


def test_equal_values_have_one_hash_where_their_fields_have() -> None:
    assert {Empty(), Empty()} == {Empty()}
    with pytest.raises(TypeError, match="unhashable type: 'list'"):
        hash(Point(x=1))


def test_a_value_shows_its_fields() -> None:
    assert repr(Point(x=1, note="hidden")) == "Point(x=1, y=[])"
    assert repr(Empty()) == "Empty()"


def test_a_class_without_equality_keeps_that_of_objects() -> None:
    one = Itself()
    assert one == one  # noqa: PLR0124 - that is the question
    assert one != Itself()


def test_what_a_class_says_by_itself_stays() -> None:
    assert Own(3) == 3
    assert hash(Own(3)) == 3
    assert repr(Own(3)) == "own"


def test_a_value_can_be_changed_by_nobody_and_copied_by_all() -> None:
    point: Any = Point(x=1)
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        point.x = 2
    assert attrs.evolve(point, x=2) == Point(x=2)
    assert pickle.loads(pickle.dumps(point)) == point  # noqa: S301 - our own
