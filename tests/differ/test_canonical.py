import enum
import json
import sys
from collections import OrderedDict, UserDict, defaultdict, namedtuple
from collections.abc import Callable, Iterator
from decimal import Decimal
from types import MappingProxyType
from typing import NoReturn
from unittest.mock import Mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldgate.differ.canonical import canonical, digest, digest_bytes, legible, plain, same, spell, with_keys_sorted
from goldgate.errors import NotJson
from goldgate.model.value import Json

any_text = st.text(st.characters(exclude_categories=()), max_size=8)
scalars: st.SearchStrategy[Json] = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | any_text
    | st.sampled_from([0, 0.0, -0.0, 1, 1.0, "1", True, "true", 10**4299])
)
values: st.SearchStrategy[Json] = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(any_text, inner, max_size=3), max_leaves=8
)


def nested(depth: int) -> list[object]:
    value: list[object] = []
    for _ in range(depth - 1):
        value = [value]
    return value


@pytest.mark.parametrize(
    ("value", "spelling"),
    [
        ({"b": 1, "a": [True, None]}, '{"a":[true,null],"b":1}'),
        (1e16, "1e+16"),
        (1e-5, "1e-05"),
        (1.0, "1.0"),
        (-0.0, "-0.0"),
        (5e-324, "5e-324"),
        (10**30, "1" + "0" * 30),
        ("최근 파일 목록", '"최근 파일 목록"'),
        ("👩‍👧", '"👩‍👧"'),
        ('"\\/', '"\\"\\\\/"'),
        ("\t\n\x1b", '"\\t\\n\\u001b"'),
    ],
)
def test_the_spelling_is_that_of_the_standard_library_for_ever(value: Json, spelling: str) -> None:
    assert canonical(value) == spelling


@pytest.mark.parametrize(
    "char",
    [
        "\x7f",
        "\x80",
        "\x9b",
        "\x9f",
        "\u061c",
        "\u200e",
        "\u202e",
        "\u2028",
        "\u2029",
        "\u2066",
        "\u2069",
        "\ud800",
    ],
)
def test_what_could_hide_or_act_is_escaped(char: str) -> None:
    assert canonical(char) == f'"\\u{ord(char):04x}"'


def test_keys_are_escaped_like_values() -> None:
    assert canonical({"\u202e": 1}) == '{"\\u202e":1}'


def test_two_surrogates_that_are_one_character_are_written_as_it() -> None:
    assert canonical("\ud83d\ude00") == '"😀"'


def test_spell_keeps_the_order_of_keys() -> None:
    assert spell({"tool": "b", "args": {"z": 1, "a": 2}}) == '{"tool":"b","args":{"z":1,"a":2}}'


def test_a_legible_document_has_many_lines_and_does_nothing_to_a_terminal() -> None:
    assert legible({"b": "메모\u009b\u202e", "a": []}) == '{\n  "b": "메모\\u009b\\u202e",\n  "a": []\n}'


@given(values)
def test_the_spelling_is_one_line_that_utf_8_can_hold(value: Json) -> None:
    assert canonical(value).encode().decode().splitlines() == [canonical(value)]


@given(values)
def test_what_is_read_back_is_spelled_the_same(value: Json) -> None:
    assert canonical(json.loads(canonical(value))) == canonical(value)


@given(values)
def test_with_its_keys_sorted_a_value_is_spelled_canonically(value: Json) -> None:
    assert spell(with_keys_sorted(value)) == canonical(value)


@given(values)
def test_what_is_read_back_is_the_plain_value(value: Json) -> None:
    assert same(json.loads(canonical(value)), plain(value))


def test_a_value_that_is_no_json_is_refused_with_its_place() -> None:
    with pytest.raises(NotJson, match="nan of type float can't be said in JSON @ /a/0"):
        canonical({"a": [float("nan")]})


def test_a_mapping_that_only_looks_like_a_dict_is_spelled_as_one() -> None:
    assert canonical(UserDict({"a": 1})) == '{"a":1}'  # type: ignore[arg-type]


def test_a_digest_is_short_and_fixed() -> None:
    assert digest({"b": 1, "a": "한"}) == digest_bytes('{"a":"한","b":1}'.encode())
    assert digest_bytes(b"") == "e3b0c44298fc1c14"


def test_a_digest_does_not_depend_on_the_order_of_keys() -> None:
    assert digest({"a": 1, "b": 2}) == digest({"b": 2, "a": 1})


@pytest.mark.parametrize(
    ("a", "b"), [(1, True), (1, 1.0), (0, False), ("1", 1), (0.0, -0.0), (None, False), ([], {}), ({"a": 1}, {})]
)
def test_same_tells_types_apart(a: Json, b: Json) -> None:
    assert not same([a], [b])
    assert not same({"a": a}, {"a": b})


@given(values, values)
def test_same_means_equal_spelling(a: Json, b: Json) -> None:
    assert same(plain(a), plain(b)) == (canonical(a) == canonical(b))


@given(values)
def test_every_value_is_the_same_as_itself(value: Json) -> None:
    assert same(value, value)


def fail(*_args: object) -> NoReturn:
    """Stands for a method that must not be called."""
    raise AssertionError


def loud(base: type, *names: str) -> Callable[..., object]:
    """A subclass whose methods must not be called."""
    methods = dict.fromkeys(["__repr__", "__eq__", "__iter__", "__len__", *names], fail)
    return type("Loud", (base,), {**methods, "__hash__": base.__hash__})


loud_text = loud(str, "__str__", "isascii", "encode")
loud_dict = loud(dict, "__getitem__", "keys", "items", "values", "get", "copy")
loud_list = loud(list, "__getitem__", "copy")
loud_float = loud(float, "__float__", "__str__")
loud_meta = type("LoudMeta", (type,), {"__repr__": fail, "__getattribute__": fail})


def weird() -> object:
    """An object whose class can't be asked for anything."""
    return loud_meta("Weird", (), {})()


class Endless(UserDict[str, object]):
    """A mapping that holds ever new mappings."""

    def __iter__(self) -> Iterator[str]:
        return iter(["a"])

    def __getitem__(self, key: str) -> object:
        return Endless()


class Color(enum.StrEnum):
    """An enum of texts."""

    RED = "red"


class Size(enum.IntEnum):
    """An enum of numbers."""

    BIG = 9


Point = namedtuple("Point", "x y")  # noqa: PYI024 - the plain kind is what agents return


@given(values)
def test_plain_leaves_json_as_it_is(value: Json) -> None:
    assert canonical(plain(value)) == canonical(value)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (Color.RED, "red"),
        (Size.BIG, 9),
        ((1, (2,)), [1, [2]]),
        (Point(x=1, y=2), [1, 2]),
        (OrderedDict(a=1), {"a": 1}),
        (defaultdict(int, a=1), {"a": 1}),
        (MappingProxyType({"a": 1}), {"a": 1}),
        (UserDict({"a": UserDict({"b": 1})}), {"a": {"b": 1}}),
        ({Color.RED: Color.RED}, {"red": "red"}),
        ("\ud83d\ude00", "😀"),
        ("\ud800 é", "\ud800 é"),
    ],
)
def test_plain_takes_what_can_be_read_as_json(value: object, expected: Json) -> None:
    made = plain(value)
    assert made == expected
    assert type(made) is type(expected)


def test_plain_calls_no_method_of_the_agents_classes() -> None:
    value = loud_dict(a=loud_list([loud_text("한")]), b=(loud_text("x"),), c=loud_float(0.5))
    assert plain(value) == {"a": ["한"], "b": ["x"], "c": 0.5}


def test_keys_become_plain_texts() -> None:
    made = plain({loud_text("한"): 1})
    assert isinstance(made, dict)
    assert [type(key) for key in made] == [str]


def test_plain_makes_a_copy() -> None:
    value: dict[str, list[object]] = {"a": []}
    made = plain(value)
    value["a"].append(1)
    assert made == {"a": []}


def test_one_object_may_stand_in_many_places() -> None:
    shared = ["x"]
    assert plain([shared, {"a": shared}, shared]) == [["x"], {"a": ["x"]}, ["x"]]


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (b"x", "a value of type bytes can't be said in JSON @ /a/0"),
        ({1}, "a value of type set can't be said in JSON @ /a/0"),
        (Decimal(1), "a value of type decimal.Decimal can't be said in JSON @ /a/0"),
        (range(3), "a value of type range can't be said in JSON @ /a/0"),
        (str, "a value of type type can't be said in JSON @ /a/0"),
        (float("nan"), "nan of type float can't be said in JSON @ /a/0"),
        (float("-inf"), "-inf of type float can't be said in JSON @ /a/0"),
        ({1: 2}, "a key must be text, got one of type int @ /a/0"),
        ({None: 2}, "a key must be text, got one of type NoneType @ /a/0"),
        ({b"x": 2}, "a value of type bytes can't be said in JSON @ /a/0"),
        ({"\ud83d\ude00": 1, "😀": 2}, "two keys are the same text @ /a/0"),
        (type("\x1b[31m", (), {"__module__": "m"})(), "type m.\\u001b[31m can't be said in JSON @ /a/0"),
    ],
)
def test_plain_names_place_and_type_of_what_is_no_json(value: object, message: str) -> None:
    with pytest.raises(NotJson) as caught:
        plain({"a": (value,)})
    assert str(caught.value).endswith(message)


@pytest.mark.parametrize(
    ("make", "name"),
    [
        (lambda: Mock(spec=dict), "unittest.mock.Mock"),
        (type("Liar", (), {"__class__": str, "__repr__": fail}), f"{__name__}.Liar"),
        (weird, f"{__name__}.Weird"),
    ],
    ids=["mock", "liar", "weird"],
)
def test_the_type_is_named_whatever_an_object_says_of_itself(make: Callable[[], object], name: str) -> None:
    with pytest.raises(NotJson) as caught:
        plain(make())
    assert str(caught.value) == f"a value of type {name} can't be said in JSON"


@pytest.mark.parametrize("sign", [1, -1])
def test_an_integer_of_4300_digits_is_kept_and_a_longer_one_refused(sign: int) -> None:
    assert plain(sign * (10**4300 - 1)) == sign * (10**4300 - 1)
    with pytest.raises(NotJson, match="an integer of more than 4300 digits can't be kept @ /0"):
        plain([sign * 10**4300])


def test_a_fault_of_the_whole_value_has_no_place() -> None:
    with pytest.raises(NotJson) as caught:
        plain(object())
    assert str(caught.value) == "a value of type object can't be said in JSON"


def test_the_place_of_what_is_no_json_is_a_pointer() -> None:
    with pytest.raises(NotJson) as caught:
        plain({"a/b": [0, {"~": b""}]})
    assert caught.value.problems[0].pointer == "/a~1b/1/~0"


def test_200_lists_inside_each_other_are_allowed() -> None:
    assert plain(nested(200)) == nested(200)


def test_201_lists_inside_each_other_are_refused() -> None:
    with pytest.raises(NotJson, match="nested deeper than 200 @ /0/0/0"):
        plain(nested(201))


def test_no_depth_brings_the_interpreter_to_its_limit() -> None:
    with pytest.raises(NotJson, match="nested deeper than 200"):
        plain(nested(sys.getrecursionlimit() * 50))


def test_a_value_that_holds_itself_is_named_where_it_begins_again() -> None:
    value: dict[str, object] = {"ok": 1}
    value["again"] = [value]
    with pytest.raises(NotJson, match=r"a list or object that holds itself can't be said in JSON @ /x/again/0$"):
        plain({"x": value})


def test_a_mapping_without_end_is_refused() -> None:
    with pytest.raises(NotJson, match="nested deeper than 200"):
        plain(Endless())


def test_what_a_foreign_mapping_raises_passes_through() -> None:
    with pytest.raises(KeyError):
        plain(type("Broken", (UserDict,), {"__iter__": lambda _self: iter(["gone"])})())


def test_the_deepest_values_are_compared_within_the_interpreters_limit() -> None:
    value: Json = 1
    for level in range(200):
        value = [value] if level % 2 else {"a": value}
    assert same(value, json.loads(canonical(value)))
    assert digest(value) == digest(plain(value))
