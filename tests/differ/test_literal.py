from goldgate.differ.canonical import spell
from goldgate.differ.literal import literal
from goldgate.model.value import Json


def test_the_outermost_objects_with_a_marker_are_wrapped_and_keys_are_sorted() -> None:
    value: Json = {"b": [{"$regex": {"$any": True}}], "a": {"plain": 1}}
    assert spell(literal(value)) == '{"a":{"plain":1},"b":[{"$literal":{"$regex":{"$any":true}}}]}'
    assert literal("$text") == "$text"
