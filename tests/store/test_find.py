from pathlib import Path

import pytest

from goldgate.config import Layer
from goldgate.errors import BadFile, GoldgateError, SettingsError, UnreadableFile
from goldgate.store.find import Found, find_settings

OURS = '[tool.goldgate]\nagent = "한글:agent"\n'
OTHERS = '[project]\nname = "x"\n'


def refusal(folder: Path) -> str:
    """What looking for settings is refused with."""
    with pytest.raises(GoldgateError) as caught:
        find_settings(folder)
    return str(caught.value)


def test_our_table_in_the_pyproject_is_found(here: Path) -> None:
    (here / "pyproject.toml").write_text(OTHERS + OURS)
    layer = Layer(name="pyproject.toml", values={"agent": "한글:agent"})
    assert find_settings(here) == Found(root=here, path=here / "pyproject.toml", layers=(layer,))


def test_a_file_of_our_own_is_found(here: Path) -> None:
    (here / "goldgate.toml").write_text("timeout = 5\n")
    layer = Layer(name="goldgate.toml", values={"timeout": 5})
    assert find_settings(here) == Found(root=here, path=here / "goldgate.toml", layers=(layer,))


def test_an_empty_file_of_our_own_marks_the_root(here: Path) -> None:
    (here / "goldgate.toml").touch()
    assert find_settings(here).root == here


def test_settings_may_come_from_windows(here: Path) -> None:
    (here / "goldgate.toml").write_bytes(b'\xef\xbb\xbfagent = "a:b"\r\n')
    assert find_settings(here).layers == (Layer(name="goldgate.toml", values={"agent": "a:b"}),)


def test_settings_are_found_upward(here: Path) -> None:
    (here / "goldgate.toml").touch()
    (here / "a" / "b").mkdir(parents=True)
    assert find_settings(here / "a" / "b").root == here


def test_the_nearest_settings_win(here: Path) -> None:
    (here / "goldgate.toml").touch()
    (here / "a").mkdir()
    (here / "a" / "pyproject.toml").write_text(OURS)
    assert find_settings(here / "a").path == here / "a" / "pyproject.toml"


@pytest.mark.parametrize(
    "text",
    [
        OTHERS,
        '[project]\ndependencies = ["goldgate"]\n',
        'tool = "goldgate"\n',
        "[[[ broken, and none of ours",
    ],
)
def test_a_pyproject_of_others_is_passed_over(here: Path, text: str) -> None:
    (here / "goldgate.toml").touch()
    (here / "a").mkdir()
    (here / "a" / "pyproject.toml").write_text(text)
    assert find_settings(here / "a").root == here


def test_without_settings_the_defaults_hold_here(here: Path) -> None:
    assert find_settings(here) == Found(root=here)


def test_settings_in_both_files_of_a_folder_are_refused(here: Path) -> None:
    (here / "goldgate.toml").touch()
    (here / "pyproject.toml").write_text(OURS)
    with pytest.raises(SettingsError) as caught:
        find_settings(here)
    assert str(caught.value) == (
        "goldgate.toml: settings stand here and in [tool.goldgate] of pyproject.toml beside it; keep one of the two"
    )


def test_a_broken_pyproject_that_speaks_of_us_is_told(here: Path) -> None:
    (here / "pyproject.toml").write_text("[tool.goldgate\n")
    assert refusal(here).startswith("pyproject.toml:1: ")


@pytest.mark.parametrize("value", ["9" * 5000, "[" * 5000, "a." * 100_000])
def test_a_pyproject_that_no_reader_of_toml_can_hold_is_told(value: str, here: Path) -> None:
    (here / "pyproject.toml").write_text(f"[tool.goldgate]\na = {value}\n")
    assert refusal(here).startswith("pyproject.toml:2: ")


def test_unknown_keys_are_told_with_their_place(here: Path) -> None:
    (here / "pyproject.toml").write_text(OTHERS + "[tool.goldgate]\ntimeot = 5\n")
    message = refusal(here)
    assert (message.startswith("pyproject.toml:4: "), "'timeout'" in message) == (True, True)


def test_settings_that_are_no_text_are_told(here: Path) -> None:
    (here / "goldgate.toml").write_bytes(b"agent = '\xff'\n")
    with pytest.raises(BadFile, match=r"^goldgate\.toml:1: not UTF-8"):
        find_settings(here)


def test_a_folder_in_the_place_of_the_settings_is_told(here: Path) -> None:
    (here / "goldgate.toml").mkdir()
    with pytest.raises(UnreadableFile, match=r"^goldgate\.toml: can't read: Is a directory"):
        find_settings(here)
