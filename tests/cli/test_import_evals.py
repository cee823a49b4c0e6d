import json
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.cli.conftest import ProjectFolder

EVALS = {
    "skill_name": "triage",
    "evals": [
        {
            "id": 1,
            "prompt": "sort evals/files/letter.txt",
            "expected_output": "a reply with the deadline",
            "files": ["evals/files/letter.txt"],
            "expectations": ["names the deadline", "is no complaint"],
            "category": "deadlines",
        },
        {"id": 2, "prompt": "sort it", "expected_output": "a question", "files": []},
        {"id": 3, "prompt": "hello"},
    ],
}


@pytest.fixture
def skill(folder: "ProjectFolder") -> "ProjectFolder":
    """A project without a golden file, and a skill with evals."""
    folder.write(
        {
            "goldgate.toml": 'agent = "my_agent:agent"\n[judge]\njudge = "judges:judge"\n',
            "skills/triage/SKILL.md": "---\nname: triage\ndescription: Sort mail.\n---\nName the deadline.\n",
            "skills/triage/evals/evals.json": json.dumps(EVALS),
            "skills/triage/evals/files/letter.txt": "pay by Friday",
        }
    )
    return folder


def test_evals_become_a_suite_with_a_rubric_for_each(skill: "ProjectFolder") -> None:
    ended = skill.run("import", "evals", "skills/triage")

    assert (ended.code, ended.err) == (0, "")
    assert ended.out.splitlines() == [
        "eval-1  2 expectations, 1 file",
        "eval-2  1 expectation",
        "eval-3  left out: it has neither expectations nor an expected output",
        "left aside keys of others: category",
        "written golden/triage.jsonl: 2 cases, each with its rubric",
        "next: goldgate pair --linked skills/triage --suite triage",
    ]
    assert [json.loads(line) for line in skill.read("golden/triage.jsonl").splitlines()] == [
        {
            "id": "eval-1",
            "request": "sort evals/files/letter.txt",
            "world": {"files": {"evals/files/letter.txt": "pay by Friday"}},
            "expect": {"rubric": "rubrics/triage/eval-1.toml"},
        },
        {
            "id": "eval-2",
            "request": "sort it",
            "world": {"files": {}},
            "expect": {"rubric": "rubrics/triage/eval-2.toml"},
        },
    ]
    assert skill.run("validate").code == 0


def test_that_nobody_could_judge_the_suite_is_told(skill: "ProjectFolder") -> None:
    skill.write({"goldgate.toml": 'agent = "my_agent:agent"\n'})

    lines = skill.run("import", "evals", "skills/triage").out.splitlines()

    assert lines[-2] == "no judge is named in the settings, and these cases need one: [judge]"


def test_what_is_there_stays_as_people_made_it(skill: "ProjectFolder") -> None:
    skill.run("import", "evals", "skills/triage")
    skill.write({"rubrics/triage/eval-1.toml": skill.read("rubrics/triage/eval-1.toml") + "# ours\n"})
    before = skill.snapshot()

    again = skill.run("import", "evals", "skills/triage", "--format", "json").document

    assert (again["cases"], again["there_already"], again["written"]) == ([], ["eval-1", "eval-2"], [])
    assert (again["left_aside"], list(again["left_out"])) == (["category"], ["eval-3"])
    assert skill.snapshot() == before
    assert skill.run("import", "evals", "skills/triage").out.splitlines()[-1] == "nothing new"


def test_a_rubric_in_the_way_and_evals_that_expect_nothing_are_refused(skill: "ProjectFolder") -> None:
    skill.write({"rubrics/mail/eval-1.toml": "mine"})
    bare = {"skill_name": "bare", "evals": [{"id": 1, "prompt": "x"}]}
    gone = {"skill_name": "gone", "evals": [{"id": number, "prompt": "x", "files": ["a"]} for number in (1, 2)]}
    for name, evals in (("bare", bare), ("gone", gone)):
        skill.write({f"{name}/SKILL.md": "x", f"{name}/evals/evals.json": json.dumps(evals)})
    before = skill.snapshot()

    refused = [
        skill.run("import", "evals", *words).errors
        for words in (["skills/triage", "--suite", "mail"], ["bare"], ["gone"], ["skills"])
    ]

    assert refused == [
        ["rubrics/mail/eval-1.toml says something else; move it, or let the case stay that expects it [GG002]"],
        ["nothing to import: no eval of bare says what is expected [GG002]"],
        [
            f"gone/evals/evals.json: there is no file 'a' in gone, nor in its evals @ $.evals[{index}].files[0] [GG010]"
            for index in (0, 1)
        ],
        ["skills holds no SKILL.md, so it is no skill [GG002]"],
    ]
    assert skill.snapshot() == before
