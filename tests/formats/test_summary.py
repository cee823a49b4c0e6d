import json

import attrs

from goldgate.formats.summary import write_summary
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
