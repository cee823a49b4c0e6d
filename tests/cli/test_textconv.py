from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.cli.conftest import ProjectFolder


def test_a_file_is_shown_with_room(folder: "ProjectFolder") -> None:
    folder.write({"baselines/files.jsonl": '{"goldgate":"baseline"}\n\n{"id":"날씨","verdict":"pass"}\n'})

    ended = folder.run("textconv", "baselines/files.jsonl")

    assert (ended.code, ended.err) == (0, "")
    assert ended.out == 'goldgate: "baseline"\n\n날씨\n  verdict: "pass"\n'


def test_a_file_must_be_there(folder: "ProjectFolder") -> None:
    ended = folder.run("textconv", "baselines/files.jsonl")

    assert (ended.code, ended.out) == (2, "")
    assert ended.errors == ["baselines/files.jsonl: can't read: No such file or directory; check the path [GG011]"]
