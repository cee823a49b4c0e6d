"""Whatever bytes a file holds: its reader gives a value or one of our own errors, with problems, and never hangs.

Any bytes, and valid files that were spoiled: cut, or with something put in, left out or in the place of a value.
`GOLDGATE_FUZZ=10000 pytest tests/bad_input/test_fuzz.py` looks at so many examples of each instead of a few.
"""

import os
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Final

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.bad_input import valid
from tests.bad_input.formats import RUBRIC

from goldgate.agents.commands.messages import read_message
from goldgate.differ.secrets import named_secrets
from goldgate.errors import BadFile, GoldgateError
from goldgate.formats import results
from goldgate.formats.baseline import format_baseline, open_baseline, read_baseline
from goldgate.formats.baseline_merge import merge_baselines
from goldgate.formats.cassette import read_cassette, write_cassette
from goldgate.formats.cassette_lines import exchange_lines, load_exchange
from goldgate.formats.document import read_document
from goldgate.formats.evidence import read_evidence, write_evidence
from goldgate.formats.golden import plain_case, read_golden
from goldgate.formats.judge_answer import Unusable, read_judge_answer
from goldgate.formats.judgements import read_judged, write_judged
from goldgate.formats.otlp import joined, read_otlp
from goldgate.formats.readable import readable
from goldgate.formats.reference import read_reference
from goldgate.formats.rubric import read_rubric, rubric_digest
from goldgate.formats.score_rows import read_score_rows
from goldgate.formats.settings import build_settings, read_settings
from goldgate.formats.skill_evals import front_name, read_skill_evals
from goldgate.formats.spending import read_spent, write_spent
from goldgate.formats.summary import read_counts, read_judge_use
from goldgate.formats.text import JsonTextError, decode, loads
from goldgate.formats.trace import read_trace, write_trace
from goldgate.formats.world import write_world
from goldgate.formats.world_form import WORLD
from goldgate.importers.cassette import read_vcr_cassette
from goldgate.importers.otlp import traces_of
from goldgate.model.settings import RecordingSettings

EXAMPLES: Final = int(os.environ.get("GOLDGATE_FUZZ", "15"))
_NOBODY: Final = named_secrets({}, ())
_DIMENSIONS: Final = read_rubric(RUBRIC, file="rubric.toml")
FILE: Final = "f"

some: Final = settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))


def _text(data: bytes) -> str:
    return decode(data, file=FILE)


def _lines(data: bytes) -> Iterator[bytes]:
    return iter(data.splitlines(keepends=True))


def _golden(data: bytes) -> None:
    for case in read_golden(data, file=FILE).cases:
        plain_case(case)


def _entries(data: bytes) -> None:
    for entry in open_baseline(_lines(data), file=FILE)[1]:
        entry.line()


def _settings(data: bytes) -> None:
    build_settings(read_settings(_text(data), file=FILE, table=()))


def _cassette_lines(data: bytes) -> None:
    for line in filter(None, exchange_lines(data, file=FILE)):
        load_exchange(line)


def _trace(data: bytes) -> None:
    try:
        document = loads(_text(data))
    except JsonTextError:
        return
    write_trace(read_trace(document))


def _answer(data: bytes) -> None:
    try:
        read_judge_answer(_text(data), letters=["A"], rubric=_DIMENSIONS)
    except Unusable:
        return


READERS: Final[Mapping[str, tuple[Callable[[bytes], object], bytes]]] = {
    "golden": (_golden, valid.GOLDEN),
    "baseline": (lambda data: read_baseline(data, file=FILE), valid.BASELINE),
    "baseline, line by line": (_entries, valid.BASELINE),
    "baseline, to be written anew": (
        lambda data: read_baseline(format_baseline(data, file=FILE), file=FILE),
        valid.BASELINE,
    ),
    "baseline, to be merged": (
        lambda data: merge_baselines(valid.BASELINE, data, valid.BASELINE, file=FILE),
        valid.BASELINE,
    ),
    "any lines, for git diff": (lambda data: list(readable(data)), valid.BASELINE),
    "settings": (_settings, valid.SETTINGS),
    "rubric": (lambda data: rubric_digest(read_rubric(_text(data), file=FILE)), valid.RUBRIC),
    "scores": (lambda data: read_score_rows(data, file=FILE, rubric=_DIMENSIONS), valid.ROWS),
    "cassette": (lambda data: write_cassette(read_cassette(data, file=FILE)), valid.CASSETTE),
    "cassette, line by line": (_cassette_lines, valid.CASSETTE),
    "evidence": (lambda data: write_evidence(*read_evidence(data, file=FILE)), valid.EVIDENCE),
    "reference": (lambda data: read_reference(data, file=FILE), valid.REFERENCE),
    "header of a run": (
        lambda data: results.write_header(results.read_header(data.decode(errors="replace"))),
        valid.HEADER,
    ),
    "end of a run": (lambda data: results.write_end(results.read_end(data.decode(errors="replace"))), valid.END),
    "result": (lambda data: results.write_result(results.read_result(data)), valid.RESULT),
    "key of a result": (results.result_key, valid.RESULT),
    "verdict of a result": (results.read_verdict, valid.RESULT),
    "timing": (results.read_timing, valid.TIMING),
    "late files": (results.read_file_digests, valid.LATE_FILES),
    "judgements": (lambda data: list(map(write_judged, read_judged(_lines(data)))), valid.JUDGED),
    "spending": (lambda data: write_spent(read_spent(data)), valid.SPENT),
    "counts": (lambda data: read_counts(data, file=FILE), valid.SUMMARY),
    "use of a judge": (lambda data: read_judge_use(data, file=FILE), valid.SUMMARY),
    "world": (lambda data: write_world(read_document(data, file=FILE, read=WORLD)), valid.WORLD),
    "OTLP": (lambda data: traces_of(joined([read_otlp(data, file=FILE)])), valid.OTLP),
    "vcrpy": (
        lambda data: write_cassette(read_vcr_cassette(data, file=FILE, settings=RecordingSettings(), named=_NOBODY)),
        valid.VCR,
    ),
    "evals": (lambda data: read_skill_evals(data, file=FILE), valid.EVALS),
    "SKILL.md": (lambda data: front_name(_text(data)), valid.SKILL),
    "message": (read_message, valid.MESSAGE),
    "message of a step": (read_message, valid.STEP),
    "trace": (_trace, valid.TRACE),
    "answer of a judge": (_answer, valid.ANSWER),
}
_OF_RUNS: Final = ("result", "of a run", "timing", "late files", "judgements", "spending")
"""Readers of single lines, which whoever knows the file places."""


def _error(name: str, data: bytes) -> GoldgateError | None:
    try:
        READERS[name][0](data)
    except GoldgateError as error:
        return error
    return None


def held(name: str, data: bytes) -> None:
    """Read bytes; an error of ours has problems, and those of a file its place."""
    error = _error(name, data)
    if error is None:
        return
    assert error.problems
    assert "Traceback" not in str(error)
    if isinstance(error, BadFile) and not any(part in name for part in _OF_RUNS):
        assert {problem.file for problem in error.problems} == {FILE}


_WORDS: Final = (
    b'{} [] "" null true false 0 -1 1.5 -0 1e999 1e-999 NaN Infinity -Infinity { } [ ] " , : = # \' \\ $ . & * ! - | >'
    b' 2027-01-01 2027-13-01 inf nan 0x7f 1e308 "x" {"a":1} [[[]]] {"$regex":"("} {"$any":1} {"$x":1} !!binary'
    b' <<<<<<< ======= >>>>>>> <<: &a *a --- ``` \'\'\' """ \\ud800 \\u0000 "\\ud800" "\\u001b[31m"'
)
PIECES: Final = (
    *_WORDS.split(),
    b"\n",
    b"\r",
    b"\0",
    b"\t",
    b" ",
    b"\x1b[31m",
    b"\xff",
    b"\xc3",
    b"\xed\xa0\x80",
    b"\xef\xbb\xbf",
    "\u2028".encode(),
    "\u202e".encode(),
    "한".encode(),
    b"9" * 400,
    b"9" * 5000,
    b"0x" + b"f" * 5000,
    b"1e-99999999999999999999",
    b"1e99999999999999999999",
    b"[" * 250 + b"]" * 250,
    b"[" * 3000,
)
"""What is put into valid files."""
_VALUE: Final = re.compile(rb'"[^"]*"|-?\d[\d.]*|true|false|null')


@st.composite
def spoiled(draw: st.DrawFn, data: bytes) -> bytes:
    """A valid file that was spoiled in up to three places."""
    for _ in range(draw(st.integers(1, 3))):
        piece = draw(st.sampled_from(PIECES) | st.binary(max_size=4))
        values = list(_VALUE.finditer(data))
        start = draw(st.integers(0, len(data)))
        match draw(st.sampled_from(["put in", "leave out", "cut off", "replace", "replace", "replace"])):
            case "put in":
                data = data[:start] + piece + data[start:]
            case "leave out":
                data = data[:start] + data[start + draw(st.integers(1, 30)) :]
            case "cut off":
                data = data[:start]
            case _ if values:
                value = draw(st.sampled_from(values))
                data = data[: value.start()] + piece + data[value.end() :]
    return data


@pytest.mark.parametrize("name", READERS)
def test_a_valid_file_is_read(name: str) -> None:
    READERS[name][0](READERS[name][1])


@pytest.mark.parametrize("name", READERS)
def test_any_bytes_are_a_value_or_an_error_of_ours(name: str) -> None:
    @some
    @given(st.binary(max_size=300) | st.lists(st.sampled_from(PIECES), max_size=12).map(b"".join))
    def hold(data: bytes) -> None:
        held(name, data)

    hold()


@pytest.mark.parametrize("name", READERS)
def test_a_spoiled_file_is_a_value_or_an_error_of_ours(name: str) -> None:
    @some
    @given(spoiled(READERS[name][1]))
    def hold(data: bytes) -> None:
        held(name, data)

    hold()
