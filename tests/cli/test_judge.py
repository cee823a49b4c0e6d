"""Cases that expect a rubric: `goldgate run` asks a judge after the trials, and `goldgate judge` judges again."""

import json
import sys
from typing import TYPE_CHECKING, Any, Final

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import ProjectFolder

SETTINGS: Final = """
agent = "my_agent:agent"
[judge]
judge = "judges:judge"
[rubrics]
triage = "triage.toml"
"""
AGENT: Final = """
def agent(case, context):
    return {"status": "success", "answer": "Reply by Monday.", "usage": {"cost_usd": 0.5}}
"""
RUBRIC: Final = """
layout = "dimensions"
rules = ["Name the deadline."]
[criteria]
clarity = 0.4
actionability = 0.6
"""
JUDGE: Final = """
import json, pathlib

asked = pathlib.Path(FOLDER) / "asked.jsonl"

def judge(question):
    with asked.open("a") as file:
        file.write(json.dumps(question) + "\\n")
    marks = {"scores": {"clarity": CLARITY, "actionability": 80}, "explanation": "as it is"}
    return {
        "conditions": dict.fromkeys(question["conditions"], marks),
        "usage": {"input_tokens": 100, "output_tokens": 20, "cost_usd": 0.25},
    }
"""
CASES: Final[list[dict[str, Any]]] = [
    {
        "id": "deadline",
        "request": "When?",
        "tags": ["secret-tag"],
        "expect": {"rubric": "triage", "answer": {"contains": "Monday"}, "forbid": ["route_as_complaint"]},
    },
    {"id": "strict", "request": "How?", "expect": {"rubric": {"name": "triage", "threshold": 70.5}}},
]


def with_judge(folder: "ProjectFolder", *, clarity: str = "60") -> None:
    source = JUDGE.replace("FOLDER", repr(str(folder.root / "asked"))).replace("CLARITY", clarity)
    folder.write({"judges.py": source})


@pytest.fixture
def judged(folder: "ProjectFolder") -> "ProjectFolder":
    """A project of two cases with a rubric, whose judge gives both 60 and 80, weighted 72."""
    (folder.root / "asked").mkdir()
    folder.write({"goldgate.toml": SETTINGS, "my_agent.py": AGENT, "triage.toml": RUBRIC})
    folder.golden(*CASES, suite="triage")
    with_judge(folder)
    return folder


def questions(folder: "ProjectFolder") -> list[Any]:
    """What the judge was asked so far."""
    path = folder.root / "asked/asked.jsonl"
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def results(run: "Path") -> list[Any]:
    return [json.loads(line) for line in (run / "results.jsonl").read_text().splitlines()]


def lines_that_stay(run: "Path") -> tuple[list[str], bytes]:
    """The result lines of a run, and what its judge was asked and answered."""
    return (run / "results.jsonl").read_text().splitlines()[1:-1], (run / "judgements.jsonl").read_bytes()


def test_a_run_asks_the_judge_after_the_trials(judged: "ProjectFolder") -> None:
    ended = judged.run("run")

    assert ended.code == 0
    assert "judge judges:judge: 2 questions, 2 calls, 240 tokens, cost $0.5" in ended.out.splitlines()
    assert "mean score 72  (of all trials, by the weights of their rubric)" in ended.out.splitlines()
    first = results(judged.runs[-1])[1]
    assert first["checks"][-1] == {"name": "rubric", "passed": True}
    assert first["scores"] == {
        "rubric": "triage",
        "criteria": {"clarity": 60, "actionability": 80},
        "weighted": 72,
        "scale": [0, 100],
        "explanation": "as it is",
    }


def test_the_judge_sees_nothing_else_of_the_case(judged: "ProjectFolder") -> None:
    judged.run("run")
    assert questions(judged) == [
        {
            "request": request,
            "criteria": {"clarity": None, "actionability": None},
            "scale": {"min": 0, "max": 100},
            "conditions": {"A": {"answer": "Reply by Monday."}},
            "rules": ["Name the deadline."],
        }
        for request in ("When?", "How?")
    ]


def test_a_score_below_the_threshold_closes_the_gate(judged: "ProjectFolder") -> None:
    with_judge(judged, clarity="56")
    ended = judged.run("run")

    why = "weighted 70.4 is below 70.5: clarity 56, actionability 80; as it is"
    assert (ended.code, ended.out.splitlines()[:2]) == (1, ["FAIL  triage::strict", f"       rubric: {why}"])


@pytest.mark.parametrize("clarity", ["101", "1/0"])
def test_answers_that_cannot_be_used_are_asked_for_again_and_then_no_judgement(
    judged: "ProjectFolder", clarity: str
) -> None:
    with_judge(judged, clarity=clarity)
    ended = judged.run("run", "--case", "strict", "--format", "json")

    assert (ended.code, len(questions(judged))) == (2, 3)
    (failure,) = ended.document["failures"]
    begin = "JUDGE_FAILED: the judge was asked 3 times, and gave no answer that can be used: "
    assert (failure["verdict"], failure["reasons"][0].startswith(begin)) == ("error", True)
    assert (ended.document["judge"]["calls"], ended.document["judge"]["failed"]) == (3, 1)
    assert ended.document["overall"]["mean_score"] is None
    assert ended.document["overall"]["cost_usd"] == 0.5


def test_what_the_judge_took_is_counted_apart(judged: "ProjectFolder") -> None:
    document = judged.run("run", "--format", "json").document
    assert document["overall"]["total_cost_usd"] == 1
    assert document["judge"] == {
        "questions": 2,
        "calls": 2,
        "failed": 0,
        "input_tokens": 200,
        "output_tokens": 40,
        "cost_usd": 0.5,
        "total_cost_usd": 0.5,
        "unknown_cost": 0,
    }


def test_an_old_run_is_judged_again_without_a_judge(judged: "ProjectFolder") -> None:
    judged.run("run", "--trials", "2")
    (judged.root / "judges.py").unlink()

    ended = judged.run("judge")

    assert (ended.code, len(questions(judged))) == (0, 4)
    old, new = judged.runs
    assert lines_that_stay(new) == lines_that_stay(old)
    assert f"trials of the run {old.name}, judged again" in ended.out.splitlines()
    assert (results(new)[0]["trials_of"], results(new)[0]["suites"]["triage"]["judge"]) == (
        old.name,
        results(old)[0]["suites"]["triage"]["judge"],
    )


def test_a_run_is_judged_by_another_rubric_from_the_same_answers(judged: "ProjectFolder") -> None:
    judged.run("run")
    judged.write({"harder.toml": RUBRIC.replace("0.4", "0.5").replace("0.6", "0.5")})

    ended = judged.run("judge", judged.runs[0].name, "--rubric", "harder.toml")

    assert (ended.code, ended.out.splitlines()[0]) == (1, "FAIL  triage::strict")
    assert len(questions(judged)) == 2


def test_a_paired_run_that_is_judged_again_says_what_skills_contribute(judged: "ProjectFolder") -> None:
    judged.write({"skills/tone/SKILL.md": "Be kind."})
    said = judged.run("pair", "--linked", "skills/tone")

    ended = judged.run("judge")

    old, new = (run.name for run in judged.runs)
    lines = [line for line in said.out.splitlines()[3:] if not line.startswith("evidence ")]
    again = [f"trials of the run {old}, judged again", f"run {new}"]
    assert ended.out.splitlines() == [added for line in lines for added in (again if line == f"run {old}" else [line])]
    assert (said.code, ended.code) == (0, 0)
    assert judged.run("report").out == ended.out


def test_what_was_not_asked_has_to_be_asked(judged: "ProjectFolder") -> None:
    judged.run("run")
    judged.write({"triage.toml": RUBRIC.replace("Name the deadline.", "Be kind.")})

    ended = judged.run("judge")

    assert ended.code == 2
    assert "was not asked what would be asked now about triage::deadline trial 1, triage::strict trial 1" in ended.err
    assert len(judged.runs) == 1


def test_a_judge_is_asked_anew_when_that_is_said(judged: "ProjectFolder") -> None:
    judged.run("run")
    with_judge(judged, clarity="10")

    ended = judged.run("judge", "--fresh")

    assert (ended.code, len(questions(judged))) == (1, 4)
    assert [line["verdict"] for line in results(judged.runs[1])[1:-1]] == ["fail", "fail"]
    assert [line["verdict"] for line in results(judged.runs[0])[1:-1]] == ["pass", "pass"]


@pytest.mark.parametrize(
    ("file", "old", "new", "key"),
    [
        ("judges.py", "as it is", "as it was", "judge.made_of"),
        ("triage.toml", "Name", "Tell", "rubrics.triage"),
    ],
)
def test_a_run_of_another_judge_is_outdated(judged: "ProjectFolder", file: str, old: str, new: str, key: str) -> None:
    judged.run("run")
    judged.run("update-baseline")
    assert judged.run("compare").code == 0
    judged.write({file: judged.read(file).replace(old, new)})

    ended = judged.run("compare")

    assert ended.code == 2
    assert f"settings of suite 'triage' are changed: {key} [GG022]" in ended.errors


def test_a_run_without_a_judge_is_refused_before_anything_runs(judged: "ProjectFolder") -> None:
    judged.write({"goldgate.toml": SETTINGS.replace('judge = "judges:judge"', "")})
    ended = judged.run("run")
    assert (ended.code, (judged.root / ".goldgate/runs").exists()) == (2, False)
    assert ended.errors[0].startswith("case 'deadline' of suite 'triage' expects a rubric, and there is no judge;")


def test_all_that_is_wrong_with_rubrics_is_told_at_once(judged: "ProjectFolder") -> None:
    judged.golden(
        {"id": "a", "request": "?", "expect": {"rubric": "triag"}},
        {"id": "b", "request": "?", "expect": {"rubric": {"name": "triage", "threshold": 101}}},
        {"id": "c", "request": "?", "expect": {"rubric": "arms.toml"}},
        {"id": "d", "request": "?", "expect": {"rubric": "nowhere.toml"}},
        {"id": "e", "request": "?", "expect": {"rubric": "bad.toml"}},
        suite="triage",
    )
    judged.write({"arms.toml": RUBRIC.replace("dimensions", "arms"), "bad.toml": RUBRIC.replace("0.4", "0.5")})
    ended = judged.run("run")

    assert ended.code == 2
    line = "golden/triage.jsonl:{}: {} @ $.expect.rubric [GG010]"
    arms = "a rubric of arms compares; a case expects one of dimensions, with a threshold"
    assert ended.errors == [
        line.format(1, "unknown rubric 'triag', did you mean 'triage'? (a path ends in .toml)"),
        line.format(2, "expected a threshold on the scale from 0 to 100, got 101"),
        line.format(3, arms),
        "nowhere.toml: can't read: No such file or directory; check the path [GG011]",
        "bad.toml:4: expected weights that add up to 1, or to 100; 0.5 + 0.6 is 1.1 @ $.criteria [GG010]",
    ]


def test_an_interrupted_run_asks_no_question_twice(judged: "ProjectFolder") -> None:
    """Killed while the judge is asked about the second case, and gone on with."""
    stop = judged.root / "stop"
    killing = f"""
import os, pathlib, signal

def judge_or_kill(question):
    answer = judge(question)
    stop = pathlib.Path({str(stop)!r})
    if question["request"] == "How?" and stop.exists():
        os.kill(int(stop.read_text()), signal.SIGKILL)
    return answer
"""
    judged.write({"judges.py": judged.read("judges.py") + killing})
    judged.write({"goldgate.toml": SETTINGS.replace("judges:judge", "judges:judge_or_kill")})
    process = judged.start("run")
    judged.write({"stop": str(process.pid)})
    process.communicate()
    stop.unlink()
    assert process.returncode == -9

    resumed = judged.run("run", "--resume")

    assert resumed.code == 0
    assert [question["request"] for question in questions(judged)] == ["When?", "How?", "How?"]


def test_a_judge_in_any_language_is_asked_on_stdin(judged: "ProjectFolder") -> None:
    answer = '{"conditions": {"A": {"scores": {"clarity": 90, "actionability": 90}}}}'
    judged.write({"judge.sh": f"grep -q 'Name the deadline' && echo '{answer}'\n"})
    judged.write({"goldgate.toml": SETTINGS.replace("judges:judge", "command: sh judge.sh")})

    ended = judged.run("run")

    assert ended.code == 0
    assert "judge command: sh judge.sh: 2 questions, 2 calls, cost unknown" in ended.out.splitlines()


MEETING: Final = """
import json, pathlib, sys, time

there = pathlib.Path(FOLDER)
prompt = sys.stdin.read()
(there / str(len(prompt))).touch()
limit = time.monotonic() + 60
while len(list(there.iterdir())) < int((there.parent / "wanted").read_text()):
    assert time.monotonic() < limit
    time.sleep(0.01)
print(json.dumps({"conditions": {"A": {"scores": {"clarity": len(prompt) % 100, "actionability": 80}}}}))
"""


def test_several_questions_at_once_come_to_the_same(judged: "ProjectFolder") -> None:
    """Where three are wanted, each waits for two others."""
    cases = [{"id": f"{n}", "request": "x" * n, "expect": {"rubric": "triage"}} for n in range(1, 7)]
    judged.golden(*cases, suite="triage")
    judged.write({"meet.py": MEETING.replace("FOLDER", repr(str(judged.root / "asked")))})
    settings = SETTINGS.replace('"judges:judge"', json.dumps(f"command: {sys.executable} meet.py"))
    for wanted in (1, 3):
        for path in (judged.root / "asked").iterdir():
            path.unlink()
        at_once = settings.replace("[judge]", f"[judge]\nconcurrency = {wanted}")
        judged.write({"goldgate.toml": at_once, "wanted": str(wanted)})
        assert judged.run("run").code in {0, 1}

    assert lines_that_stay(judged.runs[0]) == lines_that_stay(judged.runs[1])
    assert len(lines_that_stay(judged.runs[0])[0]) == 6


def test_a_baseline_is_pinned_to_the_judge_and_the_rubrics(judged: "ProjectFolder") -> None:
    judged.run("run")
    judged.run("update-baseline")
    header = json.loads(judged.read("baselines/triage.jsonl").splitlines()[0])
    judged.write({"triage.toml": RUBRIC.replace("Name the deadline.", "Tell the deadline.")})
    judged.run("run")

    refused = judged.run("compare")
    updated = judged.run("update-baseline")

    assert sorted(header["judge"]) == ["judge", "judge.made_of", "judge.prompt", "rubrics.triage"]
    (said,) = refused.errors
    before, after = header["judge"]["rubrics.triage"], json.loads(judged.read("baselines/triage.jsonl").splitlines()[0])
    assert (refused.code, updated.code) == (2, 0)
    assert f"(rubrics.triage was {before}, is {after['judge']['rubrics.triage']})" in said
    assert judged.run("compare").code == 0


def test_two_runs_of_different_judges_are_not_compared(judged: "ProjectFolder") -> None:
    judged.run("run")
    with_judge(judged, clarity="61")
    judged.run("run")
    first, second = (run.name for run in judged.runs)

    ended = judged.run("compare", "--run", first, "--run", second)

    assert ended.code == 2
    assert ended.errors[1].startswith("suite 'triage': the judge was judges:judge (")


def test_there_must_be_something_to_judge(judged: "ProjectFolder") -> None:
    judged.golden({"id": "a", "request": "?", "expect": {"answer": {"contains": "Monday"}}}, suite="triage")
    judged.run("run")
    ended = judged.run("judge")
    assert (ended.code, ended.err.startswith("no case of the run ")) == (2, True)


def test_edited_cases_are_not_judged_again(judged: "ProjectFolder") -> None:
    judged.run("run")
    judged.golden({**CASES[0], "request": "Why?"}, CASES[1], suite="triage")
    ended = judged.run("judge")
    assert ended.code == 2
    assert "the case triage::deadline was edited since" in ended.err


def test_flips_are_put_down_to_whose_they_are(judged: "ProjectFolder") -> None:
    """The agent says the same in all three trials, and the judge wavers."""
    wavering = "(0 if len(asked.read_text().splitlines()) % 3 == 2 else 60)"
    with_judge(judged, clarity=wavering)
    ended = judged.run("run", "--case", "strict", "--trials", "3")
    assert ended.code == 1
    said = "flips 2 of 3 pairs of trials: agent 0, judge 2, infrastructure 0"
    assert f"{said}  (another trace; the same trace, judged otherwise; no judgement)" in ended.out.splitlines()


FOND: Final = """
def fond(question):
    judge(question)
    liked = {letter: 90 if it["answer"] == "with" else 10 for letter, it in question["conditions"].items()}
    return {"conditions": {letter: {"scores": {"clarity": n, "actionability": n}} for letter, n in liked.items()}}
"""


def test_variants_are_judged_side_by_side_and_blind(judged: "ProjectFolder") -> None:
    """The judge likes the answer that was made with the adapter, and can't know that it was."""
    judged.write(
        {
            "my_agent.py": "def agent(case, context):\n    return 'with' if context.adapter else 'without'\n",
            "skill/SKILL.md": "Be brief.",
            "judges.py": judged.read("judges.py") + FOND,
            "goldgate.toml": SETTINGS.replace("judges:judge", "judges:fond"),
        }
    )
    cases = [{"id": f"case-{number}", "request": "?", "expect": {"rubric": "triage"}} for number in range(6)]
    judged.golden(*cases, suite="triage")

    ended = judged.run("run", "--variant", "none", "--variant", "dir:skill", "--format", "json")

    asked = questions(judged)
    assert len(asked) == 6
    assert {tuple(question["conditions"]) for question in asked} == {("A", "B")}
    assert {question["conditions"]["A"]["answer"] for question in asked} == {"with", "without"}
    assert not any(word in json.dumps(asked) for word in ("none", "dir:", "skill", "case-"))
    means = {name: tally["mean_score"] for name, tally in ended.document["variants"].items()}
    assert means == {"none": 10, "dir:skill": 90}


def test_validate_reads_the_rubrics(judged: "ProjectFolder") -> None:
    assert judged.run("validate").code == 0
    judged.write({"triage.toml": RUBRIC.replace("0.4", "0.5")})
    ended = judged.run("validate")
    said = "triage.toml:4: expected weights that add up to 1, or to 100; 0.5 + 0.6 is 1.1 @ $.criteria [GG010]"
    assert (ended.code, ended.errors) == (2, [said])


def test_one_rubric_takes_the_place_of_one(judged: "ProjectFolder") -> None:
    other = {"id": "other", "request": "Who?", "expect": {"rubric": "triage.toml"}}
    judged.golden(*CASES, other, suite="triage")
    judged.run("run")
    ended = judged.run("judge", "--rubric", "triage.toml")
    said = "--rubric takes the place of one rubric, and the cases name 'triage', 'triage.toml' [GG002]"
    assert (ended.code, ended.errors) == (2, [said])


def test_cases_that_did_not_repeat_still_do_not(judged: "ProjectFolder") -> None:
    """No judge has a say in that, and they are not performed again."""
    counting = "import itertools\ncount = itertools.count()\n"
    judged.write({"my_agent.py": f"{counting}def agent(case, context):\n    return f'Monday {{next(count)}}'\n"})
    judged.golden(*CASES, {"id": "plain", "request": "Who?", "expect": {"status": "success"}}, suite="triage")
    judged.run("run", "--trials", "2")
    judged.run("judge")
    old, new = (results(run)[-1]["disagree"] for run in judged.runs)
    assert new == old == {"triage": ["deadline", "plain", "strict"]}
