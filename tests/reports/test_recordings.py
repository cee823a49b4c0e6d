from collections.abc import Mapping

from goldgate.model.cassette import Mode
from goldgate.model.result import RunEnd, RunHeader, SuiteHeader
from goldgate.model.settings import MatchBy
from goldgate.reports.line import plain_text
from goldgate.reports.recordings import recordings_document, recordings_lines

SUITE = SuiteHeader(golden="1", outcome="2", agent="a:b", cases={})
BY_ORDER = SuiteHeader(golden="1", outcome="2", agent="a:b", cases={}, match=MatchBy.ORDER)


def header(mode: Mode = Mode.REPLAY, **suites: SuiteHeader) -> RunHeader:
    return RunHeader(run="r", goldgate="1", started="now", suites=suites, trials=1, mode=mode)


def end(unused: Mapping[str, Mapping[str, tuple[int, ...]]] | None = None) -> RunEnd:
    return RunEnd(results=1, errors=0, lines="1", finished="now", unused=unused or {})


def said(header: RunHeader, end: RunEnd) -> list[str]:
    return plain_text(recordings_lines(header, end)).splitlines()


def test_of_a_replay_by_request_nothing_has_to_be_said() -> None:
    assert said(header(files=SUITE), end()) == []
    assert recordings_document(header(files=SUITE), end()) == {"live": False, "by_order": [], "unused": []}


def test_what_makes_a_run_a_weaker_proof_is_said() -> None:
    assert said(header(Mode.LIVE, files=BY_ORDER, tools=SUITE), end()) == [
        "live the outside world was asked for real; another run may see other answers",
        "by order answered by order, so that a changed request is not seen: files",
    ]


def test_what_nothing_used_is_named_for_some_cases_and_lines() -> None:
    unused = {"files": {str(number): (2,) for number in range(6)} | {"7": tuple(range(2, 20))}}

    lines = said(header(files=SUITE), end(unused))

    assert lines[0] == "unused recordings of files::0: line 2 of its cassette"
    assert lines[-2:] == ["  … and of 2 more cases", "  goldgate record --prune drops them"]
    assert len(lines) == 7
    (long,) = said(header(files=SUITE), end({"files": {"7": tuple(range(2, 20))}}))[:1]
    assert long.endswith("line 2, 3, 4, 5, 6, 7, 8, 9 of its cassette and 10 more")
