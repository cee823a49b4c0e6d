from decimal import Decimal

import attrs
import pytest

from goldgate.errors import BadFile
from goldgate.formats.judgements import IDENTITY, load_scored, read_judged, write_identity, write_judged, write_scored
from goldgate.model.grading import Judged, JudgeIdentity, JudgeKind, Marks, Reply, Scored
from goldgate.model.judgement import Fault
from goldgate.model.rubric import Scale
from goldgate.model.trace import Usage

JUDGED = Judged(
    suite="s",
    id="a",
    trial=2,
    rubric="triage",
    conditions={"A": "final", "B": "none"},
    prompt="0f",
    replies=(
        Reply(fault="no answer within 5 s"),
        Reply(text="{…}", usage=Usage(input_tokens=7, cost_usd=0.5)),
    ),
    marks={
        "A": Marks(scores={"tone": Decimal("4.5")}, explanation="good"),
        "B": Marks(scores={"tone": Decimal(3)}),
    },
)
LINE = (
    '{"suite":"s","id":"a","trial":2,"rubric":"triage","conditions":{"A":"final","B":"none"},"prompt":"0f",'
    '"replies":[{"fault":"no answer within 5 s"},{"text":"{…}","usage":{"input_tokens":7,"cost_usd":0.5}}],'
    '"scores":{"A":{"tone":4.5},"B":{"tone":3}},"explanations":{"A":"good","B":null}}'
)


def test_a_line_holds_what_came_back_and_what_it_came_to() -> None:
    assert write_judged(JUDGED) == LINE


@pytest.mark.parametrize(
    "judged", [JUDGED, attrs.evolve(JUDGED, marks=None, fault=Fault(code="JUDGE_FAILED", message="m"))]
)
def test_what_was_written_is_read(judged: Judged) -> None:
    assert [*read_judged(iter([write_judged(judged).encode()]))] == [judged]


@pytest.mark.parametrize(
    "line",
    [b"", b"[]", b'{"suite": "s"}', LINE.encode()[:-9], b"\xff", b"[" * 100_000]
    + [
        LINE.replace(old, new).encode()
        for old, new in (
            ('"s"', "[]"),
            ("2", "true"),
            ('"final"', "1"),
            ("4.5", '"4.5"'),
            ("4.5", "NaN"),
            ("4.5", "true"),
            ('"good"', "3"),
            ('"usage":{', '"usage":{"more":1,'),
        )
    ],
)
def test_something_else_is_refused(line: bytes) -> None:
    with pytest.raises(BadFile, match="not what a judge was asked"):
        list(read_judged(iter([line])))


@pytest.mark.parametrize("model", [None, "m"])
def test_who_judged_is_read_as_it_was_written(model: str | None) -> None:
    judge = JudgeIdentity(
        kind=JudgeKind.ENDPOINT, name="https://e/v1", prompt="1", made_of="2", model=model, rubrics={"t": "3"}
    )
    assert IDENTITY(write_identity(judge)) == judge


@pytest.mark.parametrize("explanation", [None, "why"])
def test_scores_are_read_as_they_were_written(explanation: str | None) -> None:
    scored = Scored(
        rubric="t",
        criteria={"tone": Decimal("4.333")},
        weighted=Decimal("4.04525"),
        scale=Scale(min=Decimal(1), max=Decimal(5)),
        explanation=explanation,
    )
    assert load_scored(write_scored(scored)) == scored
