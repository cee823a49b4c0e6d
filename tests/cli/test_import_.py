import json
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

if TYPE_CHECKING:
    from tests.cli.conftest import ProjectFolder

pytest.importorskip("yaml")

DATA: Final = Path(__file__).parents[1] / "data" / "cassettes"
CASSETTE: Final = "golden/cassettes/files/find-notes.jsonl"
TWO_FILES: Final = (
    DATA / "otel-python-contrib" / "async_chat_completion_streaming_not_complete.yaml",
    DATA / "pydantic-ai" / "openai_responses_verbosity.yaml",
)


def imported(project: "ProjectFolder", *words: str | Path, case: str = "find-notes") -> tuple[int, str, str]:
    ended = project.run("import", "cassette", *map(str, words), "--suite", "files", "--case", case)
    return ended.code, ended.out, ended.err


def test_cassettes_become_that_of_a_case_in_the_order_given(project: "ProjectFolder") -> None:
    code, out, _ = imported(project, *TWO_FILES)

    *exchanges, written, following = out.splitlines()
    assert (code, written) == (0, f"written {CASSETTE}: 2 exchanges")
    assert following == "next: goldgate run --case files::find-notes"
    assert exchanges[0].startswith("POST https://api.openai.com/v1/chat/completions  200, ")
    assert exchanges[1] == "POST https://api.openai.com/v1/responses  200"
    urls = [json.loads(line)["request"]["url"] for line in project.read(CASSETTE).splitlines()[1:]]
    assert urls == ["https://api.openai.com/v1/chat/completions", "https://api.openai.com/v1/responses"]


def test_the_document_says_the_same(project: "ProjectFolder") -> None:
    ended = project.run(
        *("import", "cassette", str(TWO_FILES[0]), "--suite", "files", "--case", "메모-목록", "--format", "json")
    )

    document = ended.document
    (written,) = document.pop("written")
    assert written.startswith("golden/cassettes/files/메모-목록~")
    assert document == {
        "goldgate": "import",
        "schema": 1,
        "exit_code": 0,
        "suite": "files",
        "id": "메모-목록",
        "exchanges": 1,
    }


def test_a_cassette_that_is_there_is_replaced_only_on_purpose(project: "ProjectFolder") -> None:
    imported(project, TWO_FILES[0])
    before = project.read(CASSETTE)

    code, out, err = imported(project, TWO_FILES[1])
    assert (code, out, project.read(CASSETTE)) == (2, "", before)
    assert err == (
        f"files::find-notes has a cassette already, {CASSETTE}; --replace puts a new one in its place [GG002]\n"
    )

    assert imported(project, TWO_FILES[1], "--replace")[0] == 0
    assert len(project.read(CASSETTE).splitlines()) == 2


def test_what_can_not_be_imported_leaves_everything_as_it_is(project: "ProjectFolder") -> None:
    project.write({"bad.yaml": "a: [", "no.yaml": "a: 1", "empty.yaml": "interactions: []"})
    before = project.snapshot()

    code, out, err = imported(project, "bad.yaml", TWO_FILES[0], "no.yaml")
    first, second = err.splitlines()
    assert (code, out) == (2, "")
    assert first.startswith("bad.yaml:2: not valid YAML: ")
    assert second == "no.yaml: no cassette of vcrpy: it has no list of interactions [GG010]"
    assert imported(project, "empty.yaml")[2] == "nothing to import: no interaction in empty.yaml [GG002]\n"
    assert imported(project, TWO_FILES[0], case="find-note")[2] == (
        "unknown case 'find-note', did you mean 'find-notes'? [GG002]\n"
    )
    assert project.snapshot() == before


def test_secrets_of_the_environment_are_taken_out(project: "ProjectFolder") -> None:
    project.write({"goldgate.toml": 'agent = "my_agent:agent"\n[recording]\nsecrets = ["CITY"]\n'})
    words = ("import", "cassette", str(TWO_FILES[1]), "--suite", "files", "--case", "find-notes")

    assert project.run(*words, env={"CITY": "openai.com"}).code == 0
    assert "openai.com" not in project.read(CASSETTE)
    assert "REDACTED_CITY" in project.read(CASSETTE)


def test_without_the_name_of_a_tool_it_is_said_how_to_ask(project: "ProjectFolder") -> None:
    ended = project.run("import")

    assert (ended.code, ended.errors) == (
        2,
        ["goldgate import: missing command (see goldgate import --help) [GG002]"],
    )
