import json

import attrs
import pytest

from goldgate.errors import BadFile
from goldgate.formats.summary import read_judge_use, write_summary
from goldgate.model.grading import JudgeUse
from goldgate.model.result import Summary, Tally

TALLY = Tally(
    cases=2,
    trials=3,
    passed=1,
    failed=1,
    errors=1,
    masked=0,
    known=1,
    pass_rate=None,
    solved_once=1,
    solved_every_time=0,
    mean_score=None,
    cost_usd=0.5,
    unknown_cost=2,
)


def test_a_summary_is_one_document_in_which_unknown_is_null() -> None:
    summary = Summary(run="r", overall=TALLY, variants={"기본": attrs.evolve(TALLY, cases=1)})
    text = write_summary(summary)
    unknown = dict.fromkeys(["pass_rate_bounds", "solved_once_bounds", "solved_every_time_bounds", "total_cost_usd"])
    tally = attrs.asdict(TALLY) | unknown | {"pass_at_k": {}, "pass_hat_k": {}, "unknown_cost_cases": 0}
    assert json.loads(text) == {
        "goldgate": "summary",
        "schema": 1,
        "run": "r",
        "overall": tally,
        "variants": {"기본": tally | {"cases": 1}},
    }
    assert '"pass_rate": null' in text
    assert "기본" in text


USE = JudgeUse(
    questions=3,
    calls=4,
    failed=1,
    input_tokens=700,
    output_tokens=None,
    cost_usd=0.25,
    total_cost_usd=None,
    unknown_cost=1,
)


@pytest.mark.parametrize("use", [USE, None])
def test_what_a_judge_took_is_read_as_it_was_written(use: JudgeUse | None) -> None:
    text = write_summary(Summary(run="r", overall=TALLY, variants={}, judge=use))

    assert read_judge_use(text.encode(), file="summary.json") == use


def test_a_summary_that_says_something_else_of_its_judge_is_refused() -> None:
    with pytest.raises(BadFile, match=r"summary\.json: .*questions"):
        read_judge_use(b'{"judge": {"questions": -1}}', file="summary.json")
