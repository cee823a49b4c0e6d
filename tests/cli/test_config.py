from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.cli.conftest import ProjectFolder


def test_every_setting_is_printed_with_its_source(folder: "ProjectFolder") -> None:
    folder.write(
        {
            "pyproject.toml": (
                '[project]\nname = "x"\n[tool.goldgate]\nagent = "a:b"\n'
                'redactions = [{path = "/answer", drop = true}]\n'
                '[tool.goldgate.gate]\nstale = "warn"\n[tool.goldgate.suites.files]\ntimeout = 5\n'
            ),
            "deep/er/file.txt": "",
        }
    )

    ended = folder.run("config", env={"GOLDGATE_WORKERS": "2"}, cwd=folder.root / "deep/er")

    assert (ended.code, ended.err) == (0, "")
    lines = [" ".join(line.split()) for line in ended.out.splitlines()]
    assert lines[0] == f"root {folder.root}"
    for line in (
        'golden = "golden" (default)',
        'agent = "a:b" (pyproject.toml)',
        "workers = 2 (GOLDGATE_WORKERS)",
        'redactions = [{"path": "/answer", "drop": true}] (pyproject.toml)',
        'gate.stale = "warn" (pyproject.toml)',
        "suites.files.timeout = 5 (pyproject.toml)",
    ):
        assert line in lines
    document = folder.run("config", "--format", "json").document
    assert document["settings"]["gate.stale"] == {"value": "warn", "source": "pyproject.toml"}


def test_the_command_line_stands_above_the_environment_and_that_above_the_file(project: "ProjectFolder") -> None:
    project.write({"goldgate.toml": 'agent = "my_agent:agent"\ntrials = 2\n'})
    environment = {"GOLDGATE_TRIALS": "3"}

    assert project.run("run", "--case", "find-notes", env=environment).out.startswith("3 expected")
    assert project.run("run", "--case", "find-notes", "--trials", "1", env=environment).out.startswith("1 expected")


def test_two_places_for_settings_are_one_too_many(project: "ProjectFolder") -> None:
    project.write({"pyproject.toml": '[tool.goldgate]\nagent = "a:b"\n'})

    assert project.run("config").err == (
        "goldgate.toml: settings stand here and in [tool.goldgate] of pyproject.toml beside it; "
        "keep one of the two [GG003]\n"
    )


def test_without_settings_the_defaults_hold(folder: "ProjectFolder") -> None:
    folder.write({"pyproject.toml": '[project]\nname = "x"\n'})

    ended = folder.run("config")

    assert ended.code == 0
    assert all(line.endswith("(default)") for line in ended.out.splitlines()[1:])


@pytest.mark.parametrize(
    ("words", "environment", "error"),
    [
        (("config",), {"GOLDGATE_TIMEOUT": "soon"}, "GOLDGATE_TIMEOUT: expected a number above 0, got str 'soon'"),
        (("run", "--timeout", "nan"), {}, "--timeout: expected a number above 0, got float nan @ $.timeout [GG003]"),
        (("run", "--workers", "0"), {}, "goldgate run: invalid value for '--workers': 0 is not in the range x>=1 (see"),
        (
            ("compare", "--today", "soon"),
            {},
            "goldgate compare: invalid value for '--today': 'soon' is no date; write it",
        ),
        (("chekc",), {}, "goldgate: no such command 'chekc'"),
        (("run", "--sute", "x"), {}, "goldgate run: no such option '--sute'"),
    ],
)
def test_wrong_words_and_values_are_told_in_one_line(
    words: tuple[str, ...], environment: dict[str, str], error: str, project: "ProjectFolder"
) -> None:
    ended = project.run(*words, env=environment)

    assert (ended.code, ended.out) == (2, "")
    assert len(ended.errors) == 1
    assert ended.err.startswith(error)


@pytest.mark.parametrize("words", [("chekc", "--format=json"), ("run", "--nope", "--format", "json")])
def test_wrong_words_are_a_document_for_who_asked_for_one(words: tuple[str, ...], project: "ProjectFolder") -> None:
    ended = project.run(*words)

    assert ended.err == ""
    assert [problem["code"] for problem in ended.document["errors"]] == ["GG002"]


def test_help_tells_the_commands_and_the_exit_codes(folder: "ProjectFolder") -> None:
    asked = folder.run("--help")
    unasked = folder.run()

    assert (asked.code, asked.err) == (0, "")
    assert (unasked.code, unasked.out, unasked.err) == (2, "", asked.out)
    for line in (
        "  check            Run and compare in one go, for hooks and CI.",
        "  Exit codes:",
        "    0    the gate is open",
        "    1    the gate is closed: something is worse (or the baseline is stale)",
        "    2    no judgement: wrong usage, bad file, stale run, a case in ERROR",
    ):
        assert line in asked.out.splitlines()
    assert max(map(len, asked.out.splitlines())) <= 80


def test_what_is_recorded_how_is_printed_with_its_source(folder: "ProjectFolder") -> None:
    folder.write(
        {
            "goldgate.toml": '[recording.fields]\ngemini = ["contents"]\n'
            '[suites.files.recording]\nmatch = "order"\nignore = [{path = "/a", pattern = "b"}]\n'
        }
    )

    ended = folder.run("config", env={"GOLDGATE_RECORDING_MATCH": "request"})

    lines = [line.split() for line in ended.out.splitlines()]
    told = {words[0]: " ".join(words[2:]) for words in lines if "recording" in words[0]}
    assert told["recording.match"] == '"request" (GOLDGATE_RECORDING_MATCH)'
    assert told["recording.fields.gemini"] == '["contents"] (goldgate.toml)'
    assert told["recording.allow_hosts"] == '["*"] (default)'
    assert "suites.files.recording.match" not in told
    assert told["suites.files.recording.ignore"] == '[{"path": "/a", "pattern": "b"}] (goldgate.toml)'
