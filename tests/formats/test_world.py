from goldgate.formats.world import load_world, write_world
from goldgate.model.case import Stub, World, WorldFile


def test_a_world_without_anything_is_not_written() -> None:
    assert write_world(World()) == {}


def test_text_is_written_as_text_and_other_bytes_as_base64() -> None:
    files = {"a": WorldFile(content=b"x"), "b": WorldFile(content=b"\xff", mode="0600")}
    assert write_world(World(files=files)) == {"files": {"a": "x", "b": {"base64": "/w==", "mode": "0600"}}}


def test_a_world_that_crosses_over_stays_what_it_is() -> None:
    world = World(
        files={"a": WorldFile(content=b"x"), "b": WorldFile(content=b"\xff", mtime="2027-03-01", mode="0600")},
        state=None,
        tools=(
            Stub(tool="a", args={"x": 1}, returns_each=(1, 2)),
            Stub(tool="b", error_code="E", message="no", times=2),
        ),
    )
    assert load_world(write_world(world)) == world
    assert load_world(write_world(World())) == World()


def test_arguments_that_were_given_as_json_text_are_read() -> None:
    assert load_world({"tools": [{"tool": "a", "args": '{"x": 1}'}]}).tools == (Stub(tool="a", args={"x": 1}),)
