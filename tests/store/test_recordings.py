from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs
import pytest

from goldgate.differ.canonical import digest_bytes
from goldgate.differ.secrets import NO_NAMED_SECRETS
from goldgate.errors import BadFile, OutdatedRun, ResumeRefused
from goldgate.formats.cassette import header_line, write_exchange
from goldgate.model.cassette import Cassette, Exchange, Mode, Request, Response
from goldgate.model.judgement import Verdict
from goldgate.model.settings import Settings
from goldgate.store.cassettes import cassette_path, write_cassette
from goldgate.store.recordings import cassette_digests, open_recordings
from goldgate.store.resume import resume_run

if TYPE_CHECKING:
    from tests.store.conftest import Runs

SETTINGS = Settings()
ONE = Exchange(key="0" * 16, request=Request(method="GET", url="http://a/b"), response=Response(body={"a": 1}))
TWO = attrs.evolve(ONE, response=Response(body={"a": 2}))


def write(root: Path, case: str, *exchanges: Exchange) -> Path:
    write_cassette(root, SETTINGS, "files", case, Cassette(exchanges=exchanges), named=NO_NAMED_SECRETS)
    return cassette_path(root, SETTINGS, "files", case)


def test_the_lines_of_a_case_are_those_of_its_cassette(here: Path) -> None:
    write(here, "a", ONE, TWO)
    write(here, "최근 목록", TWO)

    recordings = open_recordings(here, SETTINGS, {"files": ["a", "b", "최근 목록"], "tools": ["a"]})

    assert recordings.lines("files", "a") == (write_exchange(ONE), write_exchange(TWO))
    assert recordings.lines("files", "최근 목록") == (write_exchange(TWO),)
    assert [recordings.lines(suite, case) for suite, case in (("files", "b"), ("tools", "a"), ("other", "a"))] == [
        (),
        (),
        (),
    ]


def test_exchanges_know_their_lines_also_behind_blank_ones(here: Path) -> None:
    path = write(here, "a", ONE, TWO)
    path.write_text(f"{header_line()}\n\n{write_exchange(ONE)}\n\n{write_exchange(TWO)}\n")

    assert open_recordings(here, SETTINGS, {"files": ["a"]}).line_numbers("files", "a") == (3, 5)


def test_digests_are_those_of_the_bytes(here: Path) -> None:
    path = write(here, "a", ONE)

    assert cassette_digests(here, SETTINGS, "files", ["a", "b"]) == {"a": digest_bytes(path.read_bytes())}
    assert cassette_digests(here, SETTINGS, "tools", ["a"]) == {}


def test_all_cassettes_that_are_none_are_told_at_once(here: Path) -> None:
    for case in ("a", "b"):
        write(here, case, ONE).write_text("no cassette\n")

    with pytest.raises(BadFile) as caught:
        open_recordings(here, SETTINGS, {"files": ["a", "b"]})

    assert [problem.file for problem in caught.value.problems] == [
        "golden/cassettes/files/a.jsonl",
        "golden/cassettes/files/b.jsonl",
    ]


def test_a_cassette_that_changes_while_the_run_goes_on_is_not_answered_from(here: Path) -> None:
    write(here, "a", ONE)
    recordings = open_recordings(here, SETTINGS, {"files": ["a"]})
    write(here, "a", TWO)

    with pytest.raises(OutdatedRun, match="changed while the run went on"):
        recordings.lines("files", "a")


def test_a_run_ends_with_what_no_trial_of_a_case_used(runs: "Runs") -> None:
    def result(case: str, trial: int, *unused: int, verdict: Verdict = Verdict.PASS) -> object:
        return attrs.evolve(runs.result(case, trial=trial, verdict=verdict), unused=unused)

    results = [
        result("all", 1),
        result("some", 1, 2, 3, 4),
        result("some", 2, 3, 4, 5),
        result("error", 1, 2),
        result("error", 2, verdict=Verdict.ERROR),
    ]

    run = runs.finish(runs.header("all", "some", "error"), *results)  # type: ignore[arg-type]

    assert run.end.unused == {"files": {"some": (3, 4)}}


@pytest.mark.parametrize(
    ("changes", "what"),
    [
        ({"cassettes": {"a": "1"}}, "recordings of suite files are changed"),
        ({"settings": {"recording.match": "3"}}, "settings of suite files are changed: recording.match"),
    ],
)
def test_a_run_is_not_resumed_with_other_recordings(runs: "Runs", changes: dict[str, Any], what: str) -> None:
    begun = runs.header("a")
    suite = attrs.evolve(begun.suites["files"], cassettes={"a": "0"}, settings={"recording.match": "2"})
    begun = attrs.evolve(begun, suites={"files": suite})
    runs.begin(begun)

    with (
        pytest.raises(ResumeRefused, match=what),
        resume_run(runs.root, attrs.evolve(begun, suites={"files": attrs.evolve(suite, **changes)}), settings=SETTINGS),
    ):
        """Never reached."""


def test_a_live_run_is_not_resumed_as_a_replay(runs: "Runs") -> None:
    begun = runs.header("a", mode=Mode.LIVE)
    runs.begin(begun)

    with (
        pytest.raises(ResumeRefused, match="in mode live, is now in mode replay"),
        resume_run(runs.root, attrs.evolve(begun, mode=Mode.REPLAY), settings=SETTINGS),
    ):
        """Never reached."""
