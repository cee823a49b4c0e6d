import datetime as dt
from collections.abc import Iterator
from enum import StrEnum

import attrs
import pytest

from goldgate.formats.converter import (
    Form,
    Misfit,
    Read,
    anything,
    date,
    flag,
    list_of,
    mapping_of,
    number_from,
    text,
    whole_from,
    word_of,
    words,
)
from goldgate.formats.text import TextFault


class Size(StrEnum):
    """A closed set."""

    SMALL = "small"
    LARGE = "large"


@attrs.frozen(kw_only=True)
class Inner:
    """A class without required fields."""

    count: int = 1


@attrs.frozen(kw_only=True)
class Outer:
    """A class with a field of each kind: required, nested, several, renamed, and one that is no key."""

    name: str
    inner: Inner = Inner()
    many: tuple[Inner, ...] = ()
    from_: str | None = None
    note: str | None = None


def _check(outer: Outer) -> Iterator[TextFault]:
    if outer.from_ == outer.name:
        yield TextFault(message="comes from itself", pointer=".from")


INNER = Form(Inner, {"count": whole_from(1)})
OUTER = Form(
    Outer,
    {"name": text, "inner": INNER, "many": list_of(INNER), "from": text},
    fields={"from": "from_"},
    check=_check,
)


def faults_of(read: Read[object], value: object) -> list[tuple[str | None, str]]:
    with pytest.raises(Misfit) as caught:
        read(value)
    return [(fault.pointer, str(fault)) for fault in caught.value.faults]


def test_an_object_is_read_into_its_class() -> None:
    assert OUTER({"name": "a", "inner": {"count": 2}, "many": [{}, {"count": 3}], "from": "b"}) == Outer(
        name="a", inner=Inner(count=2), many=(Inner(), Inner(count=3)), from_="b"
    )


def test_every_fault_of_an_object_is_told_however_deep() -> None:
    assert faults_of(OUTER, {"inner": {"count": 0, "cuont": 1}, "many": [{"count": "1"}, 3], "nam": 1}) == [
        (None, "required key 'name' is missing"),
        (".inner.count", "expected int from 1 on, got int 0"),
        (".inner", "unknown key 'cuont', did you mean 'count'?"),
        (".many[0].count", "expected int, got str '1'"),
        (".many[1]", "expected an object, got int 3"),
        (None, "unknown key 'nam', did you mean 'name'?"),
    ]


def test_an_unknown_key_is_told_by_itself_too() -> None:
    with pytest.raises(Misfit) as caught:
        OUTER({"name": "a", "nam": 1})
    assert [fault.key for fault in caught.value.faults] == ["nam"]


def test_the_name_of_a_field_is_no_key_when_the_key_is_called_otherwise() -> None:
    assert faults_of(OUTER, {"name": "a", "from_": "b"}) == [(None, "unknown key 'from_', did you mean 'from'?")]


def test_a_field_that_no_key_stands_for_can_not_be_given() -> None:
    assert faults_of(OUTER, {"name": "a", "note": "b"})[0][1].startswith("unknown key 'note'")


def test_what_must_hold_between_the_keys_is_checked_when_each_is_well() -> None:
    assert faults_of(OUTER, {"name": "a", "from": "a"}) == [(".from", "comes from itself")]


@pytest.mark.parametrize("value", [None, [], "x", 3])
def test_an_object_is_nothing_else(value: object) -> None:
    assert [pointer for pointer, _ in faults_of(OUTER, value)] == [None]


@pytest.mark.parametrize(
    ("read", "value", "fault"),
    [
        (text, 3, "expected a text, got int 3"),
        (words, " ", "expected a text that says something, got str ' '"),
        (words, None, "expected a text, got null"),
        (flag, 1, "expected true or false, got int 1"),
        (whole_from(1), True, "expected int, got bool true"),
        (whole_from(1), 1.0, "expected int, got float 1.0"),
        (whole_from(1), 0, "expected int from 1 on, got int 0"),
        (whole_from(1), 2**63, "expected int from 1 on, got a very long int"),
        (number_from(0), 10**400, "expected a number from 0 on, got a very long int"),
        (number_from(0), -0.5, "expected a number from 0 on, got float -0.5"),
        (number_from(0), True, "expected a number from 0 on, got bool true"),
        (number_from(0), float("inf"), "expected a number from 0 on, got float inf"),
        (number_from(0), float("nan"), "expected a number from 0 on, got float nan"),
        (number_from(0, exclusive=True), 0, "expected a number above 0, got int 0"),
        (word_of(Size), "smal", "unknown word 'smal', did you mean 'small'?"),
        (word_of(Size), 1, "expected one of small, large, got int 1"),
        (date, "20270301", "expected a date such as '2027-03-01', got str '20270301'"),
        (date, "2027-W09-1", "expected a date such as '2027-03-01', got str '2027-W09-1'"),
        (date, "2027-02-30", "expected a date such as '2027-03-01', got str '2027-02-30'"),
        (date, 20270301, "expected a date such as '2027-03-01', got int 20270301"),
        (list_of(text), "abc", "expected a list, got str 'abc'"),
        (mapping_of(text), [], "expected an object, got list"),
    ],
)
def test_nothing_is_coerced(read: Read[object], value: object, fault: str) -> None:
    assert [said for _, said in faults_of(read, value)] == [fault]


@pytest.mark.parametrize(
    ("read", "value", "result"),
    [
        (anything, None, None),
        (text, "", ""),
        (flag, False, False),
        (whole_from(0), 0, 0),
        (whole_from(0), 2**63 - 1, 2**63 - 1),
        (number_from(0), 0, 0),
        (number_from(0, exclusive=True), 0.1, 0.1),
        (word_of(Size), "large", Size.LARGE),
        (date, "2027-03-01", dt.date(2027, 3, 1)),
        (date, dt.date(2027, 3, 1), dt.date(2027, 3, 1)),
        (list_of(whole_from(1)), [1, 2], (1, 2)),
        (mapping_of(text), {"a": "b"}, {"a": "b"}),
    ],
)
def test_what_fits_is_read(read: Read[object], value: object, result: object) -> None:
    assert read(value) == result


def test_all_faults_of_a_list_and_of_an_object_are_told() -> None:
    assert faults_of(list_of(text), ["a", 1, [2]]) == [
        ("[1]", "expected a text, got int 1"),
        ("[2]", "expected a text, got list"),
    ]
    assert faults_of(mapping_of(text, name=words), {"": 1, "a b": 2}) == [
        ('[""]', "expected a text that says something, got str ''"),
        ('[""]', "expected a text, got int 1"),
        ('["a b"]', "expected a text, got int 2"),
    ]
