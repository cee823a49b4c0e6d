import json
from typing import TYPE_CHECKING, Any, Final

import pytest
from jsonschema import Draft202012Validator

from goldgate.formats.schemas import schema

if TYPE_CHECKING:
    from tests.cli.conftest import ProjectFolder

EXPECTED: Final = "the reply says Friday"
AGENT: Final = f"""
import os
from pathlib import Path


def agent(case, context):
    places = [Path.cwd(), context.folder, context.adapter, *(skill.folder.parent for skill in context.skills)]
    places += [Path(value) for value in os.environ.values() if os.path.isdir(os.path.join(value, "golden"))]
    files = [path for place in places for path in place.rglob("*") if path.is_file()]
    texts = [path.read_text(errors="replace") for path in files]
    texts += [*os.environ, *os.environ.values(), repr(case), repr(vars(context))]
    given = [path.name for skill in context.skills for path in skill.folder.rglob("*")]
    if any({EXPECTED!r} in text for text in texts):
        return "Friday, as I was not to know"
    told = " ".join((skill.folder / "SKILL.md").read_text() for skill in context.skills)
    return f"saw {{sorted(given)}}, due Friday" if "deadline" in told else "read"
"""
JUDGE: Final = """
def judge(question):
    return {"conditions": {letter: marks(question, told["answer"]) for letter, told in question["conditions"].items()}}


def marks(question, answer):
    scores = {name: int("Friday" in answer and "not to know" not in answer) for name in question["criteria"]}
    return {"scores": scores, "explanation": answer}
"""


@pytest.fixture
def skill(folder: "ProjectFolder") -> "ProjectFolder":
    """A skill with evals, an agent that looks everywhere for what is expected, and a judge."""
    evals = [{"id": number, "prompt": f"letter {number}", "expectations": [EXPECTED]} for number in (1, 2)]
    folder.write(
        {
            "goldgate.toml": 'agent = "walker:agent"\nadapter = "skills"\n[judge]\njudge = "judges:judge"\n',
            "walker.py": AGENT,
            "judges.py": JUDGE,
            "skills/triage/SKILL.md": "Name the deadline.",
            "skills/triage/rules.md": "by heart",
            "skills/triage/evals/evals.json": json.dumps({"skill_name": "triage", "evals": evals}),
        }
    )
    assert folder.run("import", "evals", "skills/triage").code == 0
    return folder


def test_an_agent_that_looks_everywhere_finds_no_expectation(skill: "ProjectFolder") -> None:
    ended = skill.run("pair", "--linked", "skills/triage", "--benchmark", "out/benchmark.json", "--format", "json")

    benchmark: Any = json.loads(skill.read("out/benchmark.json"))
    Draft202012Validator(schema("benchmark")).validate(benchmark)
    Draft202012Validator(schema("paired-run")).validate(ended.document)
    assert ended.code == 0
    assert [
        (run["eval_id"], run["configuration"], run["result"]["pass_rate"], run["expectations"])
        for run in benchmark["runs"]
    ] == [
        (number, half, rate, [{"text": EXPECTED, "passed": bool(rate), "evidence": answer}])
        for half, rate, answer in (
            ("with_skill", 1.0, "saw ['SKILL.md', 'rules.md'], due Friday"),
            ("without_skill", 0.0, "read"),
        )
        for number in (1, 2)
    ]
    assert benchmark["run_summary"]["delta"] == {
        "pass_rate": "+1.00",
        "time_seconds": benchmark["run_summary"]["delta"]["time_seconds"],
        "tokens": None,
    }
    digest = ended.document["linked"][0]["digest"]
    assert (ended.document["given"], ended.document["benchmark"]) == (
        [{"skill": "triage", "digest": digest, "trials": 2, "handed": 2, "loaded": 2}],
        "out/benchmark.json",
    )
    shown = skill.run("evidence", "skills/triage").out.splitlines()
    assert "handed in 2 trials, seen to be loaded in 2" in shown
    assert not any("notice" in line for line in shown)  # the evals are no part of what was measured


def test_an_agent_that_takes_no_skills_has_no_judgement_in_the_half_with(skill: "ProjectFolder") -> None:
    skill.write({"walker.py": "def agent(case):\n    return 'due Friday'\n"})

    ended = skill.run("pair", "--linked", "skills/triage", "--benchmark", "benchmark.json", "--case", "eval-1")

    benchmark: Any = json.loads(skill.read("benchmark.json"))
    lines = ended.out.splitlines()
    assert ended.code == 2
    assert lines[3].startswith("ERROR triage::eval-1 with: SKILL_NOT_GIVEN: the agent takes no skills")
    assert any(line.startswith("given triage  ") and "handed in 0 of 1 trial" in line for line in lines)
    assert [run["result"]["pass_rate"] for run in benchmark["runs"]] == [None, 1.0]
    assert not (skill.root / "evidence").exists()


def test_a_benchmark_has_two_halves_and_lies_where_no_agent_looks(skill: "ProjectFolder") -> None:
    skill.write({"tone/SKILL.md": "Say thank you."})
    linked = ("pair", "--linked", "skills/triage", "--case", "eval-1")

    several = skill.run(*linked, "tone", "--mode", "per-skill", "--benchmark", "b.json")
    inside = skill.run(*linked, "--benchmark", "skills/triage/b.json")
    golden = skill.run(*linked, "--benchmark", "golden/triage.jsonl")
    below = skill.run(*linked, "--benchmark", "skills/triage/evals/b.json")

    assert several.errors == ["a benchmark has one half without: leave --mode per-skill out, or link one skill [GG002]"]
    assert inside.err == (
        "skills/triage/b.json would lie in the skill, where agents find what is expected of them; "
        "put it elsewhere, or below skills/triage/evals [GG002]\n"
    )
    assert golden.errors == [
        "a report would replace golden/triage.jsonl, which lies among the golden suites; name another file [GG002]"
    ]
    assert (several.code, inside.code, golden.code, below.code, len(skill.runs)) == (2, 2, 2, 0, 1)
