import pytest

from goldgate.formats.spans.values import nested, number_of, result_of, structured, text_of
from goldgate.model.value import Json


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ('{"a": 1}', {"a": 1}),
        (" [1]", [1]),
        ("{cut off", "{cut off"),
        ("5", "5"),
        ("true", "true"),
        ('"quoted"', '"quoted"'),
        (5, 5),
        (None, None),
        ({"a": 1}, {"a": 1}),
    ],
)
def test_only_objects_and_lists_are_read_out_of_a_text(value: Json, expected: Json) -> None:
    assert structured(value) == expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ([{"text": "sunny"}], "sunny"),
        ([{"type": "text", "text": '{"c": 1}'}], {"c": 1}),
        ('[{"type": "text", "content": "sunny"}]', "sunny"),
        ([{"text": "a"}, {"text": "b"}], [{"text": "a"}, {"text": "b"}]),
        ([{"text": "a", "score": 1}], [{"text": "a", "score": 1}]),
        ([{"type": "image", "text": "a"}], [{"type": "image", "text": "a"}]),
        ([{"text": 5}], [{"text": 5}]),
        ([], []),
    ],
)
def test_a_result_is_taken_out_of_a_single_block_of_text(value: Json, expected: Json) -> None:
    assert result_of(value) == expected


def test_numbered_attributes_are_lists_in_the_order_of_the_numbers() -> None:
    attributes: dict[str, Json] = {
        "p.10.role": "last",
        "p.2.role": "first",
        "p.2.calls.1.name": "b",
        "p.2.calls.0.name": "a",
        "p.2.role.odd": "lost",
        "q.0.role": "another",
    }
    assert nested(attributes, "p.") == [
        {"role": "first", "calls": [{"name": "a"}, {"name": "b"}]},
        {"role": "last"},
    ]
    assert nested(attributes, "r.") == []
    assert nested({"p.0": "text"}, "p.") == []


def test_the_first_attribute_of_the_right_type_counts() -> None:
    attributes: dict[str, Json] = {"a": "", "b": 5, "c": "text", "d": True}
    assert text_of(attributes, "a", "b", "c") == "text"
    assert number_of(attributes, "d", "c", "b") == 5
    assert (text_of(attributes, "b"), number_of(attributes, "d")) == (None, None)
