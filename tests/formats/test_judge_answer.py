from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldgate.formats.judge_answer import JudgeAnswer, Unusable, read_judge_answer, read_usage
from goldgate.model.grading import Marks
from goldgate.model.rubric import Criterion, Layout, Rubric
from goldgate.model.trace import Usage

RUBRIC = Rubric(layout=Layout.DIMENSIONS, criteria=(Criterion(name="tone", weight=Decimal(1)),))
GOOD = '{"conditions": {"A": {"scores": {"tone": 70}, "explanation": "fine"}}}'


def read(said: str, letters: str = "A") -> JudgeAnswer:
    return read_judge_answer(said, letters=tuple(letters), rubric=RUBRIC)


def faults_of(said: str, letters: str = "A") -> list[str]:
    with pytest.raises(Unusable) as caught:
        read(said, letters)
    return str(caught.value).split("; ")


@pytest.mark.parametrize("said", [GOOD, f"\n{GOOD}\n", f"```json\n{GOOD}\n```", f"```\r\n{GOOD}\r\n```\n"])
def test_an_answer_is_scores_by_letter_and_criterion(said: str) -> None:
    assert read(said) == JudgeAnswer(conditions={"A": Marks(scores={"tone": Decimal(70)}, explanation="fine")})


def test_a_judge_may_say_what_it_took_and_nothing_why() -> None:
    said = '{"conditions": {"A": {"scores": {"tone": 7}}}, "usage": {"input_tokens": 9, "cost_usd": 0.5}}'
    assert read(said) == JudgeAnswer(
        conditions={"A": Marks(scores={"tone": Decimal(7)})}, usage=Usage(input_tokens=9, cost_usd=0.5)
    )


def test_letters_come_out_in_their_order() -> None:
    said = '{"conditions": {"B": {"scores": {"tone": 1}}, "A": {"scores": {"tone": 2}, "explanation": null}}}'
    assert [*read(said, "AB").conditions] == ["A", "B"]


@pytest.mark.parametrize(
    ("said", "faults"),
    [
        ("Well, it is fine.", ["not valid JSON: expecting value: 'Well, it is fine.'"]),
        ("[]", ["expected an object, got list @ $"]),
        ("{}", ["required key 'conditions' is missing @ $"]),
        ('{"conditions": {}}', ["condition 'A' is missing @ $.conditions"]),
        (
            '{"conditions": {"A": {"scores": {"tone": 1}}, "Z": {"scores": {"tone": 1}}}}',
            ["no condition is called 'Z' @ $.conditions.Z"],
        ),
        ('{"conditions": {"A": {"scores": {}}}}', ["criterion 'tone' is missing @ $.conditions.A.scores"]),
        (
            '{"conditions": {"A": {"scores": {"tone": 1, "wit": 2}}}}',
            ["no criterion is called 'wit' @ $.conditions.A.scores.wit"],
        ),
        ('{"conditions": {"A": {"scores": 3}}}', ["expected an object, got int 3 @ $.conditions.A.scores"]),
    ],
)
def test_what_is_not_complete_cannot_be_used(said: str, faults: list[str]) -> None:
    assert faults_of(said) == faults


@pytest.mark.parametrize("score", ["101", "-1", "70.5", "true", '"70"', "null", "NaN", "1e2"])
def test_a_score_off_the_scale_is_a_fault_and_never_cut_to_fit(score: str) -> None:
    (fault,) = faults_of(f'{{"conditions": {{"A": {{"scores": {{"tone": {score}}}}}}}}}')
    assert fault.startswith("expected int from 0 to 100, got ")
    assert fault.endswith(" @ $.conditions.A.scores.tone")


@given(st.text())
def test_any_text_is_an_answer_or_a_fault(said: str) -> None:
    with pytest.raises(Unusable):
        read(said)


@pytest.mark.parametrize(
    ("document", "usage"),
    [
        ({"prompt_tokens": 5, "completion_tokens": 2}, Usage(input_tokens=5, output_tokens=2)),
        ({"prompt_tokens": 5, "cost": 0.25}, Usage(input_tokens=5, cost_usd=0.25)),
        ({"prompt_tokens": "many", "cost": -1}, Usage()),
        (None, Usage()),
    ],
)
def test_what_an_endpoint_does_not_say_is_unknown(document: object, usage: Usage) -> None:
    assert read_usage(document) == usage
