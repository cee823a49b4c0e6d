import json
from pathlib import Path

from goldgate.agents.frames import Origin, origin_of, told_origin, user_frames
from goldgate.differ.canonical import plain

HERE = Path(__file__)


def raised_in_the_library() -> BaseException:
    try:
        json.loads("{")
    except ValueError as error:
        return error
    raise AssertionError


def raised_deep(depth: int) -> BaseException:
    def down(left: int) -> None:
        if not left:
            raise ValueError
        down(left - 1)

    try:
        down(depth)
    except ValueError as error:
        return error
    raise AssertionError


def test_frames_of_the_project_are_told_relative_to_it() -> None:
    frames = user_frames(raised_in_the_library(), root=HERE.parent)
    assert frames.file == HERE.name
    assert frames.lines == (f'  {HERE.name}:{frames.line} in raised_in_the_library\n    json.loads("{{")',)


def test_where_the_project_has_no_frames_all_others_are_told(tmp_path: Path) -> None:
    frames = user_frames(raised_in_the_library(), root=tmp_path)
    assert str(frames.file).endswith("decoder.py")
    assert len(frames.lines) > 1


def test_frames_of_goldgate_are_left_out(tmp_path: Path) -> None:
    try:
        plain(object())
    except Exception as error:  # noqa: BLE001 - only its frames are of interest
        frames = user_frames(error, root=tmp_path)
        assert [line.split(":")[0].strip() for line in frames.lines] == [str(HERE)]


def test_many_frames_are_bounded_to_the_last() -> None:
    frames = user_frames(raised_deep(100), root=HERE.parent)
    assert len(frames.lines) == 8
    assert "raise ValueError" in frames.lines[-1]


def test_an_exception_without_frames_has_none() -> None:
    frames = user_frames(ValueError(), root=HERE.parent)
    assert (frames.lines, frames.file, frames.line) == ((), None, None)


def test_a_syntax_error_of_a_text_has_no_file() -> None:
    assert user_frames(SyntaxError("bad", ("<string>", 1, 1, "x")), root=HERE.parent).file is None
    assert user_frames(SyntaxError("bad"), root=HERE.parent).file is None


def test_an_exception_comes_from_the_innermost_line_of_the_users_own() -> None:
    origin = origin_of(raised_in_the_library())
    assert origin is not None
    assert (origin.file, origin.function) == (__file__, "raised_in_the_library")


def test_without_a_line_of_the_users_own_any_other_is_told() -> None:
    error = raised_in_the_library()
    error.__traceback__ = error.__traceback__.tb_next if error.__traceback__ else None
    origin = origin_of(error)
    assert origin is not None
    assert Path(origin.file).parent.name == "json"


def test_what_was_never_raised_comes_from_nowhere() -> None:
    assert origin_of(ValueError("never raised")) is None


def test_a_line_of_the_project_is_told_relative_to_it() -> None:
    origin = Origin("/home/me/demo/my/agent.py", 42, "Planner.plan")
    assert told_origin(origin, root=Path("/home/me/demo")) == "my/agent.py:42 in Planner.plan"
    assert told_origin(origin, root=Path("/elsewhere")) == "/home/me/demo/my/agent.py:42 in Planner.plan"
    assert told_origin(origin, root=None) == "/home/me/demo/my/agent.py:42 in Planner.plan"
