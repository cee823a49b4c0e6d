from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.cli.conftest import ProjectFolder


def test_a_new_project_goes_through_the_whole_circle(folder: "ProjectFolder") -> None:
    made = folder.run("init", "demo")

    assert made.code == 0
    assert made.out == (
        "made  demo/goldgate.toml\n"
        "made  demo/my_agent.py\n"
        "made  demo/golden/assistant.jsonl\n"
        "next: cd demo && goldgate run\n"
    )
    demo = folder.root / "demo"
    assert [path.name for path in (demo / "baselines").iterdir()] == []
    circle = [folder.run(verb, cwd=demo) for verb in ("run", "update-baseline", "compare")]
    assert [step.code for step in circle] == [0, 0, 0]
    assert [step.out.splitlines()[-1] for step in circle] == [
        "next: goldgate update-baseline",
        "next: look at baselines, then goldgate compare",
        "next: nothing to do",
    ]


def test_what_is_there_stays_as_it_is(folder: "ProjectFolder") -> None:
    folder.write({"my_agent.py": "mine", "golden/assistant.jsonl": ""})

    again = folder.run("init")

    assert again.code == 0
    assert again.out == (
        "made  goldgate.toml\n"
        "kept  my_agent.py  (was there, left as it is)\n"
        "kept  golden/assistant.jsonl  (was there, left as it is)\n"
        "next: goldgate run\n"
    )
    assert (folder.read("my_agent.py"), folder.read("golden/assistant.jsonl")) == ("mine", "")
    assert folder.run("init", "--format", "json").document == {
        "goldgate": "init",
        "schema": 1,
        "exit_code": 0,
        "folder": ".",
        "made": [],
        "kept": ["goldgate.toml", "my_agent.py", "golden/assistant.jsonl"],
    }


def test_a_name_with_blanks_is_quoted_for_the_shell(folder: "ProjectFolder") -> None:
    made = folder.run("init", "내 프로젝트/it's")

    assert made.out.splitlines()[-1] == """next: cd '내 프로젝트/it'"'"'s' && goldgate run"""
    assert (folder.root / "내 프로젝트/it's/my_agent.py").is_file()


def test_a_file_in_the_way_is_named(folder: "ProjectFolder") -> None:
    folder.write({"golden": "a file", "demo": "a file"})

    assert folder.run("init").errors == [
        "golden: can't write: File exists; something else of that name is in the way; move it [GG011]"
    ]
    assert folder.run("init", "demo").errors == [
        "goldgate init: invalid value for '[FOLDER]': Directory 'demo' is a file (see goldgate init --help) [GG002]"
    ]
    assert folder.snapshot() == {"demo": b"a file", "golden": b"a file"}
