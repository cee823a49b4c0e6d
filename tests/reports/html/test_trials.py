from decimal import Decimal

from goldgate.model.detail import Detail
from goldgate.model.grading import Scored
from goldgate.model.judgement import Fault, Verdict
from goldgate.model.result import Result
from goldgate.model.rubric import Scale
from goldgate.model.trace import OverallStatus, PlannedStep, Step, Trace, Usage
from goldgate.reports.html.trials import trial_document, variant_documents


def trial(verdict: Verdict = Verdict.PASS, *, number: int = 1, variant: str = "default", tool: str = "a") -> Result:
    trace = Trace(steps=(Step(name=tool),))
    return Result(suite="s", id="c", variant=variant, trial=number, verdict=verdict, trace=trace)


def test_a_plain_trial_has_nothing_but_what_it_did() -> None:
    assert trial_document(trial()) == {
        "number": 1,
        "verdict": "pass",
        "status": "success",
        "used": "",
        "checks": [],
        "steps": [{"name": "a"}],
        "rest": [],
    }


def test_all_that_is_known_of_a_trial_is_told() -> None:
    result = Result(
        suite="s",
        id="c",
        verdict=Verdict.ERROR,
        fault=Fault(code="LOST_STEP", message="a step was lost"),
        trace=Trace(
            plan=(PlannedStep(name="p"),),
            answer={"n": 1},
            status=OverallStatus.FAILURE,
            usage=Usage(input_tokens=1000, output_tokens=234, cost_usd=0.0123),
            state={"open": 1},
            files={"out.txt": "text"},
        ),
        scores=Scored(
            rubric="tone",
            criteria={"clear": Decimal(80), "kind": Decimal("62.5")},
            weighted=Decimal(70),
            scale=Scale(),
            explanation="good\nenough",
        ),
        seconds=1.234,
        detail=Detail(raised=("ValueError at agent.py:4 in plan",), printed="hello\n"),
    )
    assert trial_document(result) == {
        "number": 1,
        "verdict": "error",
        "status": "failure",
        "fault": "LOST_STEP: a step was lost",
        "used": "1,234 tokens, $0.0123, 1.23 s",
        "checks": [],
        "scores": {
            "rubric": "tone",
            "weighted": "70",
            "scale": "0 to 100",
            "criteria": [
                {"name": "clear", "score": "80", "share": 0.8},
                {"name": "kind", "score": "62.5", "share": 0.625},
            ],
            "explanation": "good\nenough",
        },
        "plan": [{"name": "p"}],
        "steps": [],
        "answer": '{"n":1}',
        "rest": [
            ["State afterwards", '{"open":1}'],
            ["Changed files, 1 file", '{\n  "out.txt": "text"\n}'],
            ["Exceptions", "raised: ValueError at agent.py:4 in plan"],
            ["Printed", "hello\n"],
        ],
    }


def test_an_answer_that_is_a_text_stands_as_it_is() -> None:
    texts = [Trace(answer="Two\nlines"), Trace(answer="")]
    answers = [
        trial_document(Result(suite="s", id="c", verdict=Verdict.PASS, trace=trace))["answer"] for trace in texts
    ]
    assert answers == ["Two\nlines", '""']


def test_trials_stand_by_variant_and_say_where_they_differ_from_the_first() -> None:
    found = variant_documents(
        [trial(variant="with"), trial(variant="with", number=2, tool="b"), trial(variant="without")]
    )
    assert [(one["name"], one["summary"], len(one["trials"])) for one in found] == [
        ("without", "passed", 1),
        ("with", "2 of 2 passed", 2),
    ]
    assert "unlike" not in found[1]["trials"][0]
    assert found[1]["trials"][1]["unlike"] == 'first difference: step 1 /tool: "a" → "b"'


def test_a_trial_that_differs_in_what_no_outcome_holds_is_not_unlike() -> None:
    quick = Result(suite="s", id="c", verdict=Verdict.PASS, trace=Trace(usage=Usage(input_tokens=1)))
    slow = Result(suite="s", id="c", trial=2, verdict=Verdict.PASS, trace=Trace(usage=Usage(input_tokens=2)))
    assert "unlike" not in variant_documents([quick, slow])[0]["trials"][1]
