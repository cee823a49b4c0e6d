import json
from pathlib import Path

import pytest

from goldgate.differ.request_key import request_key
from goldgate.differ.secrets import NO_NAMED_SECRETS, named_secrets
from goldgate.errors import BadFile, LockHeld, SecretFound, UnreadableFile
from goldgate.model.cassette import Cassette, Exchange, ExchangeKind, Request, Response
from goldgate.model.settings import Ignored, RecordingSettings, Settings, SuiteRecordingSettings, SuiteSettings
from goldgate.store import locks
from goldgate.store.cassettes import (
    add_exchanges,
    cassette_path,
    load_cassette,
    prune_cassette,
    unused_cassettes,
    write_cassette,
)
from goldgate.store.locks import lock
from goldgate.store.own_folder import lock_file

SETTINGS = Settings()


def exchange(said: str, *, answer: str = "hi") -> Exchange:
    request = Request(method="POST", url="https://api.openai.com/v1/chat/completions", body={"messages": [said]})
    key = request_key(request, kind=ExchangeKind.HTTP, settings=RecordingSettings())
    return Exchange(key=key, request=request, response=Response(body={"answer": answer}))


def write(root: Path, *said: str, suite: str = "files", case: str = "a") -> bool:
    cassette = Cassette(exchanges=tuple(map(exchange, said)))
    return write_cassette(root, SETTINGS, suite, case, cassette, named=NO_NAMED_SECRETS)


def said_in(root: Path, case: str = "a") -> list[str]:
    """What the requests of a cassette say, in order."""
    exchanges = load_cassette(root, SETTINGS, "files", case).exchanges
    return [exchange.request.body["messages"][0] for exchange in exchanges]  # type: ignore[index,call-overload,misc]


def test_a_cassette_lies_under_its_suite_and_bears_the_name_of_its_case(here: Path) -> None:
    path = cassette_path(here, Settings(golden="tests/golden"), "files", "recent-files")
    assert path == here / "tests" / "golden" / "cassettes" / "files" / "recent-files.jsonl"


def test_what_was_written_is_read(here: Path) -> None:
    assert write(here, "one", "two", case="최근 파일")
    assert load_cassette(here, SETTINGS, "files", "최근 파일") == Cassette(exchanges=(exchange("one"), exchange("two")))


def test_a_case_without_a_cassette_has_an_empty_one(here: Path) -> None:
    assert load_cassette(here, SETTINGS, "files", "a") == Cassette()


def test_keys_are_made_by_the_settings_of_today(here: Path) -> None:
    write(here, "one", "two")
    ignoring = SuiteRecordingSettings(ignore=(Ignored(path="/messages"),))
    today = Settings(suites={"files": SuiteSettings(recording=ignoring)})
    first, second = load_cassette(here, today, "files", "a").exchanges
    assert first.key == second.key != exchange("one").key


def test_what_says_the_same_is_not_written_again(here: Path) -> None:
    write(here, "one")
    before = cassette_path(here, SETTINGS, "files", "a").stat().st_ino
    assert not write(here, "one")
    assert cassette_path(here, SETTINGS, "files", "a").stat().st_ino == before
    assert write(here, "two")


def test_an_empty_cassette_takes_the_file_away(here: Path) -> None:
    write(here, "one")
    assert write(here)
    assert not cassette_path(here, SETTINGS, "files", "a").exists()
    assert not write(here)


def test_exchanges_are_added_behind_those_that_are_there(here: Path) -> None:
    assert add_exchanges(here, SETTINGS, "files", "a", [exchange("one")], named=NO_NAMED_SECRETS)
    assert add_exchanges(here, SETTINGS, "files", "a", [exchange("two")], named=NO_NAMED_SECRETS)
    assert not add_exchanges(here, SETTINGS, "files", "a", [], named=NO_NAMED_SECRETS)
    assert said_in(here) == ["one", "two"]


def test_what_nothing_used_is_dropped(here: Path) -> None:
    write(here, "one", "two", "three")
    assert prune_cassette(here, SETTINGS, "files", "a", used={0, 2}, named=NO_NAMED_SECRETS) == 1
    assert said_in(here) == ["one", "three"]
    assert prune_cassette(here, SETTINGS, "files", "a", used=set(), named=NO_NAMED_SECRETS) == 2
    assert not cassette_path(here, SETTINGS, "files", "a").exists()


def test_cassettes_of_no_case_are_found(here: Path) -> None:
    for suite, case in (("files", "a"), ("files", "최근"), ("files", "gone"), ("old", "a")):
        write(here, "one", suite=suite, case=case)
    folder = here / "golden" / "cassettes" / "files"
    (folder / ".hidden.jsonl").touch()
    (folder / "notes.txt").touch()
    (folder / "최근~0123456789abcdef.jsonl").touch()
    assert unused_cassettes(here, SETTINGS, {"files": ["a", "최근", "new"]}) == (
        folder / "gone.jsonl",
        folder / "최근~0123456789abcdef.jsonl",
        here / "golden" / "cassettes" / "old" / "a.jsonl",
    )


def test_a_project_without_cassettes_has_none_that_are_unused(here: Path) -> None:
    assert unused_cassettes(here, SETTINGS, {"files": ["a"]}) == ()


def test_a_name_that_a_file_system_hands_back_decomposed_is_known(here: Path) -> None:
    write(here, "one", case="최근")
    path = cassette_path(here, SETTINGS, "files", "최근")
    path.rename(path.with_name(f"\u110e\u116c\u1100\u1173\u11ab{path.name[2:]}"))
    assert unused_cassettes(here, SETTINGS, {"files": ["최근"]}) == ()


def test_a_secret_that_is_left_is_never_written(here: Path) -> None:
    write(here, "before")
    named = named_secrets({"PASS": "let me in"}, ["PASS"])
    cassette = Cassette(exchanges=(exchange("one"), exchange("two", answer="let me in")))
    with pytest.raises(SecretFound) as caught:
        write_cassette(here, SETTINGS, "files", "a", cassette, named=named)
    assert str(caught.value).startswith("golden/cassettes/files/a.jsonl:3: would hold the value of PASS (column ")
    assert str(caught.value).endswith("); nothing was written")
    assert "let me in" not in str(caught.value)
    assert said_in(here) == ["before"]


def test_a_file_that_is_no_cassette_is_refused_with_its_place(here: Path) -> None:
    write(here, "one")
    path = cassette_path(here, SETTINGS, "files", "a")
    path.write_text(path.read_text() + "{}\n", encoding="utf-8")
    for reading in (
        lambda: load_cassette(here, SETTINGS, "files", "a"),
        lambda: add_exchanges(here, SETTINGS, "files", "a", [], named=NO_NAMED_SECRETS),
        lambda: prune_cassette(here, SETTINGS, "files", "a", used=(), named=NO_NAMED_SECRETS),
    ):
        with pytest.raises(BadFile, match=r"golden/cassettes/files/a\.jsonl:3: required key 'key' is missing"):
            reading()


def test_one_process_writes_at_a_time(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(locks, "PATIENCE", 0)
    with lock(lock_file(here, "cassettes"), what="x"), pytest.raises(LockHeld, match="is writing the cassettes"):
        write(here, "one")


def test_what_can_not_be_written_is_told(here: Path) -> None:
    (here / "golden").touch()
    with pytest.raises(UnreadableFile, match=r"golden/cassettes/files"):
        write(here, "one")


def test_lines_can_be_read_in_a_diff(here: Path) -> None:
    write(here, "안녕")
    header, line, end = cassette_path(here, SETTINGS, "files", "a").read_text("utf-8").split("\n")
    assert json.loads(header) == {"goldgate": "cassette", "schema": 1}
    assert '"body":{"messages":["안녕"]}' in line
    assert end == ""
