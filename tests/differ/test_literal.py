from goldgate.differ.canonical import spell
from goldgate.differ.literal import literal
from goldgate.model.value import Json


def test_the_outermost_objects_with_a_marker_are_wrapped() -> None:
    value: Json = {"a": {"plain": 1}, "b": [{"$regex": {"$any": True}}]}
    assert spell(literal(value)) == '{"a":{"plain":1},"b":[{"$literal":{"$regex":{"$any":true}}}]}'
    assert literal("$text") == "$text"
