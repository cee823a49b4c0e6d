import datetime as dt
import json
from contextlib import suppress
from decimal import Decimal

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldgate.errors import BadFile
from goldgate.formats.results import (
    read_detail,
    read_end,
    read_header,
    read_result,
    read_verdict,
    result_key,
    write_end,
    write_header,
    write_result,
    write_timing,
)
from goldgate.model.cassette import Mode
from goldgate.model.detail import NO_DETAIL, Detail
from goldgate.model.grading import JudgeIdentity, JudgeKind, Scored
from goldgate.model.judgement import Check, Verdict
from goldgate.model.known_failure import KnownFailure
from goldgate.model.result import Result, RunEnd, RunHeader, SuiteHeader
from goldgate.model.rubric import Scale
from goldgate.model.settings import MatchBy, Options
from goldgate.model.shard import Shard
from goldgate.model.trace import Step, Trace, Usage
from goldgate.model.variant import ResolvedVariant, Skill

HEADER = RunHeader(
    run="2027-01-01-120000",
    goldgate="0.1.0",
    started="2027-01-01T12:00:00Z",
    suites={
        "files": SuiteHeader(
            golden="11",
            outcome="22",
            agent="m:agent",
            cases={"a": "33", "최근": "44"},
            selected=frozenset({"최근", "a"}),
            known_failures={
                "a": KnownFailure(
                    reason="r", issue="i", expires=dt.date(2027, 3, 1), since=dt.date(2027, 1, 1), owner="o"
                )
            },
            unexpecting=frozenset({"a"}),
            settings={"timeout": "99", "guards.seed": "00"},
            cassettes={"a": "77"},
            match=MatchBy.ORDER,
            variants={
                "none": ResolvedVariant(name="none", selector="none"),
                "git:v1": ResolvedVariant(name="git:v1", selector="git:v1", commit="aa", digest="bb"),
                "with": ResolvedVariant(name="with", skills=(Skill(name="triage", digest="dd"),)),
            },
            splits={"test": 2},
            judge=JudgeIdentity(
                kind=JudgeKind.CALLABLE, name="judges:judge", prompt="c0", made_of="c1", rubrics={"tone.toml": "c2"}
            ),
        ),
        "all": SuiteHeader(golden="11", outcome="22", agent="m:agent", cases={}),
    },
    trials=2,
    project_files={"my_agent.py": "55"},
    revision="abc",
    dirty=False,
    selection="--suite files",
    variants=("none", "git:v1"),
    mode=Mode.LIVE,
    trials_of="2026-12-31-120000",
    options=Options(timeout=2.5, trials=3),
    guards_off=("the timeout",),
    shard=Shard(number=2, of=5),
    merged=("2026-12-30-120000", "2026-12-30-120001"),
)
END = RunEnd(
    results=2,
    errors=1,
    lines="66",
    finished="2027-01-01T12:00:01Z",
    proposed={"files": "77"},
    disagree={"files": ("a", "b")},
    project_files={"late.py": "88"},
    written=("memory.json",),
    unused={"files": {"a": (2, 7)}},
    judgements="99",
)


def test_a_header_is_written_and_read_back() -> None:
    assert read_header(write_header(HEADER)) == HEADER


@pytest.mark.parametrize("shard", ['"6/5"', '"2"', "2", "null"])
def test_a_header_with_another_shard_is_refused(shard: str) -> None:
    with pytest.raises(BadFile, match=r"\$\.shard"):
        read_header(write_header(HEADER).replace('"shard":"2/5"', f'"shard":{shard}'))


def test_a_header_without_git_is_written_and_read_back() -> None:
    bare = attrs.evolve(HEADER, revision=None, dirty=None)
    assert read_header(write_header(bare)) == bare


def test_an_end_line_is_written_and_read_back() -> None:
    assert read_end(write_end(END)) == END


def test_the_same_header_has_the_same_bytes_whatever_the_order_of_its_sets() -> None:
    assert '"selected":["a","최근"]' in write_header(HEADER)


def test_header_and_end_say_what_they_are() -> None:
    assert write_header(HEADER).startswith('{"goldgate":"run","schema":1,')
    assert write_end(END).startswith('{"goldgate":"end","schema":1,')


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("", "not the run line of a run: not valid JSON"),
        (write_end(END), "not the run line of a run: "),
        (write_header(HEADER)[:-10], "not the run line of a run: not valid JSON"),
        ("[]", "not the run line of a run: '[]'"),
        ('{"goldgate":"run","schema":2}', "schema 2 is newer than 1"),
        ('{"goldgate":"run","schema":1,"version":"1"}', "required key 'run' is missing @ $"),
    ],
)
def test_a_line_that_is_no_header_is_refused(line: str, message: str) -> None:
    with pytest.raises(BadFile) as caught:
        read_header(line)
    assert str(caught.value).startswith(message)


def test_a_header_line_is_no_end() -> None:
    with pytest.raises(BadFile, match="not the end line of a run"):
        read_end(write_header(HEADER))


@given(st.from_type(Result))
@settings(max_examples=40)
def test_a_result_is_written_and_read_back(result: Result) -> None:
    line = write_result(result)
    assert "\n" not in line
    assert read_result(line) == result
    assert write_result(read_result(line)) == line


@given(st.from_type(Result))
@settings(max_examples=20)
def test_the_key_is_read_from_the_beginning_of_a_line(result: Result) -> None:
    assert result_key(write_result(result).encode()) == (result.suite, result.id, result.variant, result.trial)


def test_the_keys_of_a_result_stand_in_the_order_of_the_format() -> None:
    result = Result(
        id="a",
        suite="files",
        trace=Trace(steps=(Step(name="read"),), answer="x", usage=Usage(input_tokens=3)),
        verdict=Verdict.FAIL,
        checks=(Check(name="calls", passed=False, why="expected …"), Check(name="status", passed=True)),
    )
    assert write_result(result) == (
        '{"id":"a","suite":"files","variant":"default","trial":1,"verdict":"fail","failed":["calls"],'
        '"checks":[{"name":"calls","passed":false,"why":"expected …"},{"name":"status","passed":true}],'
        '"trace":{"steps":[{"tool":"read"}],"answer":"x"},"usage":{"input_tokens":3}}'
    )


def test_a_duration_goes_to_the_timings_alone() -> None:
    result = Result(id="a", suite="files", trace=Trace(), verdict=Verdict.PASS, seconds=0.25)
    assert "0.25" not in write_result(result)
    assert json.loads(write_timing(result)) == {
        "id": "a",
        "suite": "files",
        "variant": "default",
        "trial": 1,
        "seconds": 0.25,
    }


WHOLE = write_result(Result(id="a", suite="files", trace=Trace(), verdict=Verdict.PASS))


@pytest.mark.parametrize(
    "line",
    [WHOLE[:-1], WHOLE[:30], "", "{", "null", "[]", "3", "[" * 100_000, "{}", WHOLE.replace('"a"', "5"), '{"id":1}']
    + [
        WHOLE.replace('"trace":{}', f'"trace":{trace}')
        for trace in ("[]", '{"steps":3}', '{"steps":[3]}', '{"status":"x"}')
    ]
    + [
        WHOLE.replace('"checks":[]', f'"checks":[{check}],{more}"x":0')
        for check, more in (
            ("{}", ""),
            ('{"name":"a","passed":1}', ""),
            ('{"name":"a","passed":true,"why":null}', ""),
            ("", '"unused":[true],'),
            ("", '"fault":{"code":1,"message":"x"},'),
            ("", '"scores":{"rubric":"r","criteria":{"a":"1"},"weighted":1,"scale":[0,1]},'),
            ("", '"scores":{"rubric":"r","criteria":{"a":NaN},"weighted":1,"scale":[0,1]},'),
        )
    ],
)
def test_a_line_that_was_cut_off_or_is_something_else_is_refused(line: str) -> None:
    with pytest.raises(BadFile, match="not a result of a trial"):
        read_result(line)


@pytest.mark.parametrize("line", [b"\xff", b"3", b"{}", b'{"verdict":"passed"}', b"[" * 100_000])
def test_a_line_without_a_verdict_is_refused(line: bytes) -> None:
    with pytest.raises(BadFile, match="not a result of a trial"):
        read_verdict(line)


def test_the_verdict_is_read_without_the_rest() -> None:
    assert read_verdict(WHOLE.encode()) is Verdict.PASS


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b'{"id":"a"',
        WHOLE.encode()[:40],
        b'{"id":"\xff","suite":"a","variant":"b","trial":1,',
        b'{"id":"\\x","suite":"a","variant":"b","trial":1,',
        WHOLE.replace('"trial":1', '"trial":x').encode(),
    ],
)
def test_a_line_without_a_key_is_refused(line: bytes) -> None:
    with pytest.raises(BadFile, match="not a result of a trial"):
        result_key(line)


@given(st.text(max_size=60) | st.text(max_size=20).map(lambda text: WHOLE + text))
def test_whatever_a_line_holds_only_our_own_errors_come(line: str) -> None:
    for read in (read_result, read_header, read_end):
        with suppress(BadFile):
            read(line)


def test_recordings_that_nothing_used_are_written_and_read_back() -> None:
    result = Result(id="a", suite="files", trace=Trace(), verdict=Verdict.PASS, unused=(2, 5))

    assert read_result(write_result(result)) == result
    assert '"unused"' not in write_result(attrs.evolve(result, unused=()))


def test_a_detail_goes_to_the_timings_alone() -> None:
    detail = Detail(raised=("KeyError at a.py:1 in f",), idle_stubs=(1,), bypassed=("read",), printed="hello")
    result = Result(id="a", suite="files", trace=Trace(), verdict=Verdict.FAIL, detail=detail)
    assert read_result(write_result(result)).detail is NO_DETAIL
    assert read_detail(write_timing(result).encode()) == detail


def test_a_timing_without_a_detail_has_none() -> None:
    assert read_detail(write_timing(read_result(WHOLE)).encode()) is NO_DETAIL


@pytest.mark.parametrize(
    "line",
    [
        b"{",
        b"",
        b"3",
        b"\xff",
        "{}".encode("utf-16"),
        b"[" * 100_000,
        b'{"seconds":"1"}',
        b'{"seconds":-1}',
        b'{"raised":3}',
    ],
)
def test_what_is_no_timing_is_refused(line: bytes) -> None:
    with pytest.raises(BadFile, match="not the timing of a trial"):
        read_detail(line)


def test_the_one_variant_of_a_run_is_a_text() -> None:
    header = attrs.evolve(HEADER, variants=("final",))
    line = write_header(header)
    assert (json.loads(line)["variant"], read_header(line)) == ("final", header)


def test_scores_of_a_judge_are_part_of_a_result() -> None:
    scores = Scored(rubric="t", criteria={"tone": Decimal("4.2")}, weighted=Decimal("4.2"), scale=Scale(max=Decimal(5)))
    result = Result(id="a", suite="s", verdict=Verdict.PASS, trace=Trace(), scores=scores)
    line = write_result(result)
    assert '"scores":{"rubric":"t","criteria":{"tone":4.2},"weighted":4.2,"scale":[0,5]}' in line
    assert read_result(line) == result
