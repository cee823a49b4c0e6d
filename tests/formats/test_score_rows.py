import json
import unicodedata
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldgate.errors import BadFile
from goldgate.formats.score_rows import ScoreReading, read_documents, read_score_rows
from goldgate.model.rubric import Criterion, Layout, RowKey, Rubric, Scale, ScoreRow

CRITERIA = (Criterion(name="clarity", weight=Decimal("0.4")), Criterion(name="tone", weight=Decimal("0.6")))
DIMENSIONS = Rubric(layout=Layout.DIMENSIONS, criteria=CRITERIA)
ARMS = Rubric(layout=Layout.ARMS, criteria=CRITERIA, scale=Scale(min=Decimal(1), max=Decimal(5)))


def reading(*lines: str | dict[str, Any], rubric: Rubric = DIMENSIONS) -> ScoreReading:
    data = "\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines).encode()
    return read_score_rows(data, file="rows.jsonl", rubric=rubric)


def problems_of(*lines: str | dict[str, Any], rubric: Rubric = DIMENSIONS) -> list[str]:
    return [str(problem).removeprefix("rows.jsonl:") for problem in reading(*lines, rubric=rubric).problems]


def row(**more: Any) -> dict[str, Any]:
    return {"case_id": "a", "trial": 1, "condition": "clarity", "score": 80, **more}


def arm(**more: Any) -> dict[str, Any]:
    return {"case_id": "a", "trial": 1, "condition": "baseline", "clarity": 4.2, "tone": 3, "blocker": False, **more}


KEY = RowKey(case_id="a", trial=1, condition="clarity")


def test_a_row_of_dimensions_has_one_score() -> None:
    read = reading(row(explanation="short", confidence=0.9), "", row(case_id="민원", trial=0, explanation=None))

    assert read.rows == (
        ScoreRow(key=KEY, scores={"clarity": Decimal(80)}, notes="short"),
        ScoreRow(key=RowKey(case_id="민원", trial=0, condition="clarity"), scores={"clarity": Decimal(80)}),
    )
    assert [line for _, line in read.lines] == [1, 3]
    assert read.problems == ()


def test_a_row_of_arms_has_a_score_for_each_criterion() -> None:
    read = reading(arm(blocker=True, notes="a refund"), rubric=ARMS)

    assert read.rows == (
        ScoreRow(
            key=RowKey(case_id="a", trial=1, condition="baseline"),
            scores={"clarity": Decimal("4.2"), "tone": Decimal(3)},
            blocker=True,
            notes="a refund",
        ),
    )


def test_numbers_are_what_the_text_says() -> None:
    """As floats, 4.2 - 4.1 is a little more than a tenth."""
    (first, second) = reading(arm(), arm(trial=2, clarity=4.1), rubric=ARMS).rows

    assert first.scores["clarity"] - second.scores["clarity"] == Decimal("0.1")


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        (row(score=True), "expected int from 0 to 100, got bool true @ $.score"),
        (row(score=float("nan")), "expected int from 0 to 100, got NaN @ $.score"),
        (row(score=float("-inf")), "expected int from 0 to 100, got -Infinity @ $.score"),
        (row(score=101), "expected int from 0 to 100, got int 101 @ $.score"),
        (row(score=-1), "expected int from 0 to 100, got int -1 @ $.score"),
        (row(score="80"), "expected int from 0 to 100, got str '80' @ $.score"),
        (row(score=80.0), "expected int from 0 to 100, got float 80.0 @ $.score"),
        (row(score=None), "expected int from 0 to 100, got null @ $.score"),
        (row(condition="clarty"), "unknown condition 'clarty', did you mean 'clarity'? @ $.condition"),
        (row(condition="baseline"), "unknown condition 'baseline'; known are clarity, tone @ $.condition"),
        (row(explanaton="x"), "unknown key 'explanaton', did you mean 'explanation'? @ $"),
        (row(explanation=3), "expected a text, got int 3 @ $.explanation"),
        (row(confidence=True), "expected a number from 0 on, got bool true @ $.confidence"),
        (row(confidence=float("nan")), "expected a number from 0 on, got NaN @ $.confidence"),
        (row(trial="1"), "expected int, got str '1' @ $.trial"),
        (row(trial=True), "expected int, got bool true @ $.trial"),
        (row(trial=-1), "expected int from 0 on, got int -1 @ $.trial"),
        (row(trial=1.5), "expected int, got float 1.5 @ $.trial"),
        (row(case_id=""), "an id must not be empty @ $.case_id"),
        (row(case_id=7), "expected a text, got int 7 @ $.case_id"),
        ({"case_id": "a", "trial": 1, "score": 3}, "required key 'condition' is missing @ $"),
        ({"case_id": "a", "trial": 1, "condition": "tone"}, "required key 'score' is missing @ $"),
        ("[]", "expected an object, got list @ $"),
        ('{"case_id": "a",', "not valid JSON: it ends too early (column 17)"),
        ('{"trial": 1, "trial": 1}', "key 'trial' stands twice in one object @ $.trial"),
        ("<<<<<<< HEAD", "conflict marker '<<<<<<<' of an unfinished merge (column 1)"),
    ],
)
def test_what_is_wrong_with_a_row_is_told_with_its_line(line: str | dict[str, Any], problem: str) -> None:
    assert problems_of("", line) == [f"2: {problem}"]


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        (arm(clarity=True), "expected a number from 1 to 5, got bool true @ $.clarity"),
        (arm(clarity=5.01), "expected a number from 1 to 5, got float 5.01 @ $.clarity"),
        (arm(clarity="4"), "expected a number from 1 to 5, got str '4' @ $.clarity"),
        (arm(claritty=4), "unknown key 'claritty', did you mean 'clarity'? @ $"),
        (arm(blocker=0), "expected true or false, got int 0 @ $.blocker"),
        (arm(condition="candidat"), "unknown condition 'candidat', did you mean 'candidate'? @ $.condition"),
        (arm(condition="comparator"), "unknown condition 'comparator'; known are baseline, candidate @ $.condition"),
        (arm(notes=[]), "expected a text, got list @ $.notes"),
        ({key: value for key, value in arm().items() if key != "tone"}, "required key 'tone' is missing @ $"),
        ({key: value for key, value in arm().items() if key != "blocker"}, "required key 'blocker' is missing @ $"),
    ],
)
def test_what_is_wrong_with_a_row_of_arms_is_told_with_its_line(line: dict[str, Any], problem: str) -> None:
    assert problems_of(line, rubric=ARMS) == [f"1: {problem}"]


def test_all_that_is_wrong_with_a_row_is_told() -> None:
    line = {"case_id": "a", "trial": "1", "condition": "clarty", "score": True, "sore": 1}

    assert problems_of(line) == [
        "1: expected int, got str '1' @ $.trial",
        "1: unknown condition 'clarty', did you mean 'clarity'? @ $.condition",
        "1: expected int from 0 to 100, got bool true @ $.score",
        "1: unknown key 'sore', did you mean 'score'? @ $",
    ]


def test_a_bad_row_that_tells_which_it_is_is_not_missing() -> None:
    read = reading(row(score=float("nan")))

    assert (read.rows, read.lines) == ((), ((KEY, 1),))


def test_ids_that_readers_take_for_the_same_are_refused() -> None:
    composed, apart = "\uba54\ubaa8", unicodedata.normalize("NFD", "\uba54\ubaa8")

    assert problems_of(row(case_id=composed), row(case_id=apart), row(case_id="b"), row(case_id="B")) == [
        f"2: case_id '{apart}' and '{composed}' on line 1 differ only in case or Unicode form @ $.case_id",
        "4: case_id 'B' and 'b' on line 3 differ only in case or Unicode form @ $.case_id",
    ]


def test_what_is_no_utf8_is_refused() -> None:
    with pytest.raises(BadFile, match=r"rows\.jsonl:2: not UTF-8"):
        read_score_rows(b"{}\n\xff", file="rows.jsonl", rubric=DIMENSIONS)


documents = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["case_id", "trial", "condition", "score", "clarity", "tone", "blocker", "x"]), inner
        )
    ),
    max_leaves=8,
)


@given(documents, st.sampled_from([DIMENSIONS, ARMS]))
def test_whatever_stands_in_a_line_it_is_a_row_or_told(document: object, rubric: Rubric) -> None:
    for read in (
        reading(json.dumps(document), rubric=rubric),
        read_documents([(1, document)], file="rows", rubric=rubric),
    ):
        assert bool(read.rows) is not bool(read.problems)
