from contextlib import suppress

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldgate.errors import BadFile, GoldgateError
from goldgate.formats import written_lines
from goldgate.formats.baseline import (
    Entry,
    entry_of,
    format_baseline,
    open_baseline,
    read_baseline,
    read_judge,
    read_line,
    write_baseline,
    write_line,
)
from goldgate.model.baseline import Baseline, BaselineLine, Outcome
from goldgate.model.judgement import Verdict
from goldgate.model.sampling import Counts
from goldgate.model.value import Json

FILE = "baselines/files.jsonl"
HEADER = b'{"goldgate":"baseline","schema":1,"outcome":"3f2a91bc0d11b2c3"}\n'
A = b'{"id":"a","verdict":"pass","case":"11","steps":[]}\n'
B = b'{"id":"b","verdict":"pass","case":"22","steps":[]}\n'


def problems_of(data: bytes) -> list[str]:
    with pytest.raises(BadFile) as caught:
        read_baseline(data, file=FILE)
    return [str(problem) for problem in caught.value.problems]


def entries(*lines: bytes) -> list[Entry]:
    return list(open_baseline([HEADER, *lines], file=FILE)[1])


def refusal(*lines: bytes) -> str:
    with pytest.raises(BadFile) as caught:
        entries(*lines)
    return str(caught.value)


def test_a_line_has_the_keys_in_the_order_of_the_format_and_canonical_values() -> None:
    line = BaselineLine(
        id="최근",
        verdict=Verdict.FAIL,
        case="5d41402abc4b2a76",
        outcome=Outcome(
            steps=(
                {"observation": {"z": 1, "a": 2}, "error_code": "NOT_FOUND", "args": {"b": 1, "a": 2}, "tool": "r"},
            ),
            answer="\u202e",
            status="success",
        ),
        failed=("calls", "status"),
        note="agreed",
    )
    assert write_line(line) == (
        '{"id":"최근","verdict":"fail","failed":["calls","status"],"case":"5d41402abc4b2a76","status":"success",'
        '"steps":[{"tool":"r","args":{"a":2,"b":1},"error_code":"NOT_FOUND","observation":{"a":2,"z":1}}],'
        '"answer":"\\u202e","note":"agreed"}'
    )


def test_what_was_not_captured_and_what_is_not_kept_is_left_out() -> None:
    line = BaselineLine(id="a", verdict=Verdict.PASS, case="11", outcome=Outcome())
    assert write_line(line) == '{"id":"a","verdict":"pass","case":"11","steps":[]}'


def test_a_line_of_a_sampled_suite_counts_trials_and_says_no_more() -> None:
    line = BaselineLine(
        id="a", verdict=Verdict.FAIL, case="11", trials=Counts(solved=4, total=5), note="the cheaper model"
    )
    text = '{"id":"a","verdict":"fail","case":"11","trials":[4,5],"note":"the cheaper model"}'
    assert write_line(line) == text
    assert (read_line(text), read_line(text).note) == (line, "the cheaper model")


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        (
            '"trials":[5,4]',
            "expected solved and total trials, such as [4,5], got [5,4] @ $.trials",
        ),
        (
            '"trials":[0,0]',
            "expected solved and total trials, such as [4,5], got [0,0] @ $.trials",
        ),
        ('"trials":[4]', "expected solved and total trials, such as [4,5], got [4] @ $.trials"),
        ('"trials":[true,5]', "expected solved and total trials, such as [4,5], got [true,5]"),
        ('"trials":[5,5]', "with 5 of 5 trials solved the verdict is pass @ $.verdict"),
        ('"trials":[4,5],"steps":[]', "a line with trials has no steps @ $.steps"),
        ('"trials":[4,5],"failed":["calls"]', "a line with trials has no failed @ $.failed"),
        ('"status":"success"', "required key 'steps' is missing @ $"),
    ],
)
def test_counts_that_can_not_be_are_refused(keys: str, message: str) -> None:
    with pytest.raises(BadFile) as caught:
        read_line(f'{{"id":"a","verdict":"fail","case":"11",{keys}}}')
    assert message in str(caught.value)


@given(st.from_type(BaselineLine))
@settings(max_examples=60)
def test_a_line_that_was_written_is_read_back(line: BaselineLine) -> None:
    read = read_line(write_line(line))
    assert (read, read.note) == (line, line.note)
    assert write_line(read) == write_line(line)


@given(st.lists(st.from_type(BaselineLine), max_size=3, unique_by=lambda line: line.id))
@settings(max_examples=40)
def test_a_file_that_was_written_is_read_back_whole_and_lazily(lines: list[BaselineLine]) -> None:
    data = write_baseline("3f2a91bc0d11b2c3", map(entry_of, lines))
    in_order = tuple(sorted(lines, key=lambda line: line.id.encode()))
    assert read_baseline(data, file=FILE) == Baseline(outcome="3f2a91bc0d11b2c3", lines=in_order)
    outcome, opened = open_baseline(data.splitlines(keepends=True), file=FILE)
    assert (outcome, tuple(entry.line() for entry in opened)) == ("3f2a91bc0d11b2c3", in_order)
    assert format_baseline(data, file=FILE) == data


def test_a_blank_line_stands_between_the_lines() -> None:
    assert write_baseline("3f2a91bc0d11b2c3", reversed(entries(A, B))) == HEADER + b"\n" + A + b"\n" + B


def test_a_baseline_without_cases_is_its_header() -> None:
    assert write_baseline("3f2a91bc0d11b2c3", []) == HEADER
    assert read_baseline(HEADER, file=FILE) == Baseline(outcome="3f2a91bc0d11b2c3")


def test_entries_are_not_parsed() -> None:
    assert entries(b'{"id":"a", nobody looks in here\n') == [Entry(id="a", text='{"id":"a", nobody looks in here')]


def test_byte_order_mark_crlf_and_blank_lines_are_read_over() -> None:
    data = b"\xef\xbb\xbf" + (HEADER + b"\n\n" + A).replace(b"\n", b"\r\n")
    assert [line.id for line in read_baseline(data, file=FILE).lines] == ["a"]
    _, opened = open_baseline(data.splitlines(keepends=True), file=FILE)
    assert [entry.text for entry in opened] == [A.decode().strip()]


@pytest.mark.parametrize(
    "spelling",
    [
        '{"id": "a", "verdict": "pass", "case": "11", "steps": []}',
        '{"verdict":"pass","id":"a","case":"11","steps":[]}',
        '{"id":"\\u0061","verdict":"pass","case":"11","steps":[]}',
    ],
)
def test_a_line_in_another_spelling_is_the_same_line_under_another_text(spelling: str) -> None:
    (entry,) = entries(spelling.encode())
    (canonical,) = entries(A)
    assert entry.id == "a"
    assert entry != canonical
    assert entry.line() == canonical.line()


def test_where_an_entry_stands_makes_no_difference() -> None:
    assert entries(A) == entries(b"\n", A)


def test_a_line_that_somebody_broke_is_refused_with_its_place_when_it_is_parsed() -> None:
    (entry,) = entries(b'{"id":"a","verdict":"pas","case":"11","steps":[{"tol":"r"}],"failed":[1]}\n')
    with pytest.raises(BadFile) as caught:
        entry.line()
    assert [str(problem) for problem in caught.value.problems] == [
        "baselines/files.jsonl:2: unknown word 'pas', did you mean 'pass'? @ $.verdict",
        "baselines/files.jsonl:2: expected a text, got int 1 @ $.failed[0]",
        "baselines/files.jsonl:2: unknown key 'tol', did you mean 'tool'? @ $.steps[0]",
    ]


def test_the_verdict_error_is_never_accepted() -> None:
    assert problems_of(HEADER + A.replace(b"pass", b"error")) == [
        "baselines/files.jsonl:2: unknown word 'error'; known are pass, fail @ $.verdict"
    ]


def test_a_line_out_of_order_names_the_remedy() -> None:
    message = "baselines/files.jsonl:3: id 'a' must stand before 'b'; run goldgate fmt"
    assert refusal(B, A) == message
    assert problems_of(HEADER + B + A) == [message]


def test_an_id_that_stands_twice_is_refused_by_every_reader() -> None:
    assert (
        refusal(A, A)
        == "baselines/files.jsonl:3: id 'a' stands twice; take one of the lines out, then run goldgate fmt"
    )
    message = "baselines/files.jsonl:4: id 'a' stands on line 2 already; take one of the two out"
    assert message in problems_of(HEADER + A + B + A)
    with pytest.raises(BadFile) as caught:
        format_baseline(HEADER + A + B + A, file=FILE)
    assert str(caught.value) == message


@pytest.mark.parametrize("marker", [b"<<<<<<< ours\n", b"=======\n", b">>>>>>> theirs\n"])
def test_conflict_markers_are_refused_by_every_reader(marker: bytes) -> None:
    message = f"conflict marker '{marker[:7].decode()}' of an unfinished merge (column 1)"
    assert refusal(A, marker) == f"baselines/files.jsonl:3: {message}"
    assert problems_of(HEADER + A + marker) == [f"baselines/files.jsonl:3: {message}"]
    with pytest.raises(BadFile, match="conflict marker"):
        format_baseline(marker + HEADER + A, file=FILE)


def test_all_problems_of_a_file_are_told() -> None:
    assert problems_of(HEADER + b"{\n" + A.replace(b'"a"', b'""') + b"[]\n") == [
        "baselines/files.jsonl:2: not valid JSON: it ends too early (column 2)",
        "baselines/files.jsonl:3: an id must not be empty @ $.id",
        "baselines/files.jsonl:4: expected an object, got list @ $",
    ]


@pytest.mark.parametrize(
    ("header", "message"),
    [
        (b"", "expected the header of a baseline such as "),
        (A, "expected the header of a baseline such as "),
        (b"[]", "expected the header of a baseline such as "),
        (b'{"goldgate":"run","schema":1}', "expected the header of a baseline such as "),
        (
            b'{"goldgate":"baseline","schema":2}',
            "schema 2 is newer than 1, which this goldgate knows; upgrade goldgate",
        ),
        (b'{"goldgate":"baseline"}', "expected a schema number from 1 to 1"),
        (b'{"goldgate":"baseline","schema":1}', "required key 'outcome' is missing"),
        (b'{"goldgate":"baseline","schema":1,"outcome":"0","judge":["a"]}', "expected"),
        (
            b'{"goldgate":"baseline","schema":1,"outcome":"0","judge":{"judge":1}}',
            "expected digests, all of them texts",
        ),
        (b"{", "not valid JSON"),
    ],
)
def test_a_file_without_a_good_header_is_no_baseline(header: bytes, message: str) -> None:
    with pytest.raises(BadFile) as caught:
        open_baseline([header], file=FILE)
    assert str(caught.value).startswith(f"baselines/files.jsonl:1: {message}")


def test_who_judged_stands_in_the_header_where_somebody_did() -> None:
    judge = {"rubrics.tone": "33", "judge": "22"}
    data = write_baseline("11", entries(A), judge=judge)
    assert data.startswith(
        b'{"goldgate":"baseline","schema":1,"outcome":"11","judge":{"judge":"22","rubrics.tone":"33"}}\n\n'
    )
    assert read_baseline(data, file=FILE).judge == read_judge(data.splitlines(), file=FILE) == judge
    assert format_baseline(data, file=FILE) == data
    assert read_judge([HEADER], file=FILE) == {}


def test_fmt_sorts_and_spells_canonically_and_changes_nothing_else() -> None:
    messy = HEADER + b"\n" + B + b'{ "verdict": "pass", "id":"a","case":"11","steps":[] }\n'
    assert format_baseline(messy, file=FILE) == HEADER + b"\n" + A + b"\n" + B


def test_a_cut_off_line_has_no_id() -> None:
    assert "not valid JSON: unterminated string" in refusal(b'{"id":"a')


def test_a_baseline_of_an_older_schema_is_led_up(monkeypatch: pytest.MonkeyPatch) -> None:
    def say_case(document: dict[str, Json]) -> dict[str, Json]:
        return {"case" if key == "digest" else key: value for key, value in document.items()}

    monkeypatch.setattr(written_lines, "UPGRADES", {"baseline": (say_case,)})
    assert entries(A.replace(b"case", b"digest")) == entries(A)


@given(st.binary(max_size=80) | st.binary(max_size=40).map(lambda data: HEADER + data))
@settings(max_examples=80)
def test_whatever_stands_in_a_file_only_our_own_errors_come(data: bytes) -> None:
    for read in (read_baseline, format_baseline):
        with suppress(GoldgateError):
            read(data, file=FILE)


def test_an_entry_without_a_place_can_still_be_parsed() -> None:
    assert attrs.evolve(entries(A)[0], file=None, number=None).line().case == "11"
