from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from shutil import rmtree

import pytest

from goldgate.differ.canonical import digest_bytes
from goldgate.errors import SettingsError
from goldgate.store.listings import listing_digest
from goldgate.store.project_files import changed_files, matching_files

AsNobody = Callable[[], AbstractContextManager[None]]
DIGEST = digest_bytes(b"x = 1\n")


def test_files_with_the_same_bytes_are_not_named(here: Path) -> None:
    (here / "agent.py").write_bytes(b"x = 1\n")
    assert changed_files(here, {"agent.py": DIGEST}, outside=()) == ()


def test_an_edit_of_the_same_length_is_seen(here: Path) -> None:
    (here / "agent.py").write_bytes(b"x = 2\n")
    assert changed_files(here, {"agent.py": DIGEST}, outside=()) == (("agent.py", "the project file is changed"),)


def test_all_that_differ_are_named_sorted(here: Path) -> None:
    (here / "도구").mkdir()
    (here / "도구" / "b.py").write_bytes(b"x = 2\n")
    (here / "c.py").mkdir()
    assert changed_files(here, {"도구/b.py": DIGEST, "c.py": DIGEST, "a.py": DIGEST}, outside=()) == (
        ("a.py", "the project file is gone"),
        ("c.py", "the project file is unreadable"),
        ("도구/b.py", "the project file is changed"),
    )


def test_a_folder_in_which_other_files_are_is_named(here: Path) -> None:
    (here / "data").mkdir()
    digests = {"data/": listing_digest(here, "data/", outside=()) or ""}
    assert changed_files(here, digests, outside=()) == ()
    (here / "data" / "new.txt").touch()
    came = "the agent lists this folder, and files came to it or went"
    assert changed_files(here, digests, outside=()) == (("data/", came),)
    rmtree(here / "data")
    assert changed_files(here, digests, outside=()) == (("data/", "the folder, which the agent lists, is gone"),)


def test_a_file_without_the_right_to_read_is_named(here: Path, as_nobody: AsNobody) -> None:
    (here / "agent.py").touch(mode=0o200)
    with as_nobody():
        assert changed_files(here, {"agent.py": DIGEST}, outside=()) == (
            ("agent.py", "the project file is unreadable"),
        )


def test_files_that_fit_patterns_are_found_with_their_digests(here: Path) -> None:
    for name in ("src/b.ts", "src/deep/a.ts", "src/a.js", "node_modules/x/c.ts", ".goldgate/d.ts", "prompts/system.md"):
        (here / name).parent.mkdir(parents=True, exist_ok=True)
        (here / name).write_bytes(b"x = 1\n")
    typescript = {"src/b.ts": DIGEST, "src/deep/a.ts": DIGEST}
    assert matching_files(here, ["**/*.ts", "src/*.ts"]) == typescript
    for all_of_it in ("src", "src/**", "src/*"):
        assert matching_files(here, ["prompts/*", all_of_it]) == {
            "prompts/system.md": DIGEST,
            "src/a.js": DIGEST,
            **typescript,
        }


def test_a_pattern_that_fits_nothing_is_an_error(here: Path) -> None:
    (here / "src/deep").mkdir(parents=True)
    with pytest.raises(SettingsError, match=r"no file in .* fits 'src' of agent_files"):
        matching_files(here, ["src"])
