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


# Traces of OpenTelemetry

TRACES: Final = Path(__file__).parents[1] / "data" / "otel"
LEGACY: Final = "trace-bd48e4ecb0f76afe6d6864ccee4927da"


def traces(
    project: "ProjectFolder", *names: str | Path, suite: str = "prod", form: str = "text"
) -> tuple[int, str, str]:
    files = [str(TRACES / f"{name}.json") if isinstance(name, str) else str(name) for name in names]
    ended = project.run("import", "otlp", *files, "--suite", suite, "--format", form)
    return ended.code, ended.out, ended.err


def test_traces_become_cases_of_a_new_suite_and_then_stay(project: "ProjectFolder") -> None:
    code, out, _ = traces(project, "openai-v2-legacy", "openai-v2-legacy.logs", "autogen-native")
    *_, left_out, came, written, following = out.splitlines()
    assert (code, written) == (0, "written golden/prod.jsonl: 1 case")
    assert (left_out, came) == (
        "trace-b4ddb2d917ff8ed632b8f8608d3a8361  left out: its spans keep no request",
        f"{LEGACY}  4 calls",
    )
    assert following == "next: goldgate run --suite prod"

    line = project.read("golden/prod.jsonl")
    project.write({"golden/prod.jsonl": line.replace('"request":"weather"', '"request":"edited"').rstrip("\n")})
    edited = project.read("golden/prod.jsonl")
    code, out, _ = traces(project, "openai-v2-legacy", "openai-v2-legacy.logs", "strands-legacy")
    assert code == 0
    assert f"{LEGACY}  is there already" in out.splitlines()
    lines = project.read("golden/prod.jsonl").splitlines()
    assert (lines[0], len(lines)) == (edited, 2)
    assert project.run("validate").code == 0


def test_the_document_of_traces_says_the_same(project: "ProjectFolder") -> None:
    assert traces(project, "strands-legacy")[0] == 0
    _, out, _ = traces(project, "strands-legacy", "strands-latest", "openai-agents-otelv2", form="json")
    assert json.loads(out) == {
        "goldgate": "import",
        "schema": 1,
        "exit_code": 0,
        "suite": "prod",
        "written": ["golden/prod.jsonl"],
        "cases": ["trace-ed95a9c81894d0257988f16195d80abb"],
        "there_already": ["trace-11e3dc20fd1ab5ff13d65819e8e077a4"],
        "left_out": {"trace-7695441b1744d14a648c3b045b27ae97": "its spans keep no request"},
    }
    assert traces(project, "strands-legacy")[1].splitlines()[-1] == "nothing new"


def test_traces_that_can_not_be_imported_leave_everything_as_it_is(project: "ProjectFolder") -> None:
    secret = "sk-" + "aB3" * 16
    kept = (TRACES / "openai-v2-latest-span_only.json").read_text("utf-8")
    project.write(
        {
            "bad.json": '{"resourceSpans": [{"scopeSpans": [{"spans": [{}]}]}]}',
            "worse.json": '{"resourceSpans": []}\n{cut off\n',
            "empty.json": '{"resourceSpans": []}',
            "secret.json": kept.replace('\\"weather\\"', f'\\"{secret}\\"'),
        }
    )
    before = project.snapshot()
    here = project.root

    code, out, err = traces(project, here / "bad.json", here / "worse.json")
    first, second = err.splitlines()
    assert (code, out) == (2, "")
    assert first == "bad.json: required key 'traceId' is missing @ $.resourceSpans[0].scopeSpans[0].spans[0] [GG010]"
    assert second.startswith("worse.json:2: ")
    assert traces(project, here / "empty.json")[2] == "nothing to import: no trace of an agent in empty.json [GG002]\n"
    assert traces(project, here / "secret.json")[2] == (
        "nothing to import: trace-27a0d47e9f55a67892fce08fcef2bd91: it holds an API key [GG002]\n"
    )
    assert traces(project, "strands-legacy", suite="a/b")[2] == (
        "the name of a suite must be that of a file, got 'a/b' [GG002]\n"
    )
    assert traces(project, "strands-legacy", suite="Files")[2] == (
        "some disks take the name 'Files' for that of the suite 'files' [GG002]\n"
    )
    assert traces(project, "strands-legacy", suite="a@b")[2] == (
        "the name of a suite must not hold '@', got 'a@b'; rename the file [GG002]\n"
    )
    assert project.snapshot() == before
