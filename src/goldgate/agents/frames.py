"""Where in the user's own code was something raised? Told in a few lines that name file, line and function."""

import os
from pathlib import Path
from traceback import FrameSummary, extract_tb
from typing import Final, NamedTuple

from goldgate.model.frozen import frozen

_SHOWN: Final = 8
_OWN: Final = str(Path(__file__).parents[1])
_INSTALLED: Final = frozenset({"site-packages", "dist-packages"})
_PYTHON: Final = str(Path(os.__file__).parent)


class Origin(NamedTuple):
    """One line of code."""

    file: str
    line: int
    function: str


@frozen(kw_only=True)
class Frames:
    """The last frames of the user's code, from the outside in; `file` and `line` are those of the innermost."""

    lines: tuple[str, ...]
    file: str | None = None
    line: int | None = None


def user_frames(error: BaseException, *, root: Path) -> Frames:
    """The frames below `root`, or where there are none all that are neither goldgate's nor the interpreter's."""
    frames = list(extract_tb(error.__traceback__))
    if isinstance(error, SyntaxError) and error.filename:
        frames.append(FrameSummary(error.filename, error.lineno, "<module>", line=error.text))
    candidates = [frame for frame in frames if not frame.filename.startswith(("<", _OWN))]
    own = [frame for frame in candidates if _is_own(Path(frame.filename), root)] or candidates
    if not own:
        return Frames(lines=())
    return Frames(
        lines=tuple(_told(frame, root) for frame in own[-_SHOWN:]),
        file=_relative(own[-1].filename, root),
        line=own[-1].lineno,
    )


def origin_of(error: BaseException) -> Origin | None:
    """The innermost line of the user's own code that an exception came through; of any but goldgate's where none is.

    Costs little, since no source is read: agents raise and catch as they please.
    """
    own: Origin | None = None
    other: Origin | None = None
    frames = error.__traceback__
    while frames is not None:
        code = frames.tb_frame.f_code
        if not code.co_filename.startswith(("<", _OWN)):
            origin = Origin(code.co_filename, frames.tb_lineno, code.co_qualname)
            if code.co_filename.startswith(_PYTHON) or any(folder in code.co_filename for folder in _INSTALLED):
                other = origin
            else:
                own = origin
        frames = frames.tb_next
    return own or other


def told_origin(origin: Origin, *, root: Path | None) -> str:
    """`agent.py:42 in plan`, the file relative to the root where it lies below."""
    file = origin.file if root is None else _relative(origin.file, root)
    return f"{file}:{origin.line} in {origin.function}"


def _is_own(path: Path, root: Path) -> bool:
    return path.is_relative_to(root) and _INSTALLED.isdisjoint(path.parts)


def _told(frame: FrameSummary, root: Path) -> str:
    place = f"  {_relative(frame.filename, root)}:{frame.lineno} in {frame.name}"
    return f"{place}\n    {frame.line}" if frame.line else place


def _relative(filename: str, root: Path) -> str:
    path = Path(filename)
    return path.relative_to(root).as_posix() if path.is_relative_to(root) else filename
