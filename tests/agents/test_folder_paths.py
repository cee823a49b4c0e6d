from pathlib import Path

import pytest

from goldgate.agents.folder_paths import FolderPaths
from goldgate.model.trace import PlannedStep, Step, Trace
from goldgate.model.value import NOT_CAPTURED


def told(text: str, *, folder: Path = Path("/folders/gg-1")) -> object:
    return FolderPaths(folder).relative(Trace(answer=text)).answer


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("/folders/gg-1/notes/a.md", "notes/a.md"),
        ("/folders/gg-1", "."),
        ("/folders/gg-1/", "."),
        ("read '/folders/gg-1/a.md', wrote /folders/gg-1/b.md", "read 'a.md', wrote b.md"),
        ("the folder is /folders/gg-1.", "the folder is .."),
        ("cd /folders/gg-1; ls", "cd .; ls"),
        ("['/folders/gg-1/']", "['.']"),
        ("/folders/gg-1//a.md", "a.md"),
        ("/folders/gg-10/a.md", "/folders/gg-10/a.md"),
        ("/folders/gg-1.bak", "/folders/gg-1.bak"),
        ("/folders/other", "/folders/other"),
    ],
)
def test_paths_below_the_folder_are_told_relative_to_it(text: str, expected: str) -> None:
    assert told(text) == expected


def test_a_folder_is_known_by_its_real_path_too(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    link = tmp_path / "link"
    link.symlink_to(tmp_path / "real")
    assert told(f"{link}/a and {tmp_path}/real/b", folder=link) == "a and b"


def test_every_part_of_the_trace_is_told_so() -> None:
    path, relative = "/folders/gg-1/a", "a"
    trace = Trace(
        plan=(PlannedStep(name="read", args={"path": path}), PlannedStep(name="read")),
        steps=(Step(name="read", args={"paths": [path, 1, None]}, observation={path: path}),),
        state={"last": path},
    )
    assert FolderPaths(Path("/folders/gg-1")).relative(trace) == Trace(
        plan=(PlannedStep(name="read", args={"path": relative}), PlannedStep(name="read")),
        steps=(Step(name="read", args={"paths": [relative, 1, None]}, observation={relative: relative}),),
        answer=NOT_CAPTURED,
        state={"last": relative},
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("/tmp/x/skill/SKILL.md", "adapter/SKILL.md"),  # noqa: S108 - no file
        ("/tmp/x/skill", "adapter"),  # noqa: S108 - no file
        ("read /tmp/x/skill/a.md and b.md", "read adapter/a.md and b.md"),
        ("/tmp/x/skills/a.md", "/tmp/x/skills/a.md"),  # noqa: S108 - no file
    ],
)
def test_paths_of_a_named_folder_are_told_with_its_name(text: str, expected: str) -> None:
    folder = FolderPaths(Path("/tmp/x/skill"), name="adapter")  # noqa: S108 - no file
    assert folder.relative(Trace(answer=text)).answer == expected
