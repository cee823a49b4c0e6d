import json

import pytest

from goldgate.errors import BadFile
from goldgate.formats.skill_evals import front_name, read_skill_evals
from goldgate.model.skill_evals import SkillEval, SkillEvals


def read(*evals: object, **more: object) -> SkillEvals:
    document = {"skill_name": "triage", "evals": evals, **more}
    return read_skill_evals(json.dumps(document).encode(), file="evals.json")


def test_an_eval_is_a_prompt_with_files_and_expectations() -> None:
    written = {
        "id": 1,
        "prompt": "read it",
        "expected_output": "a reply",
        "files": ["./evals/files/letter.pdf"],
        "expectations": ["names the deadline"],
    }

    assert read(written) == SkillEvals(
        skill_name="triage",
        evals=(
            SkillEval(
                id=1,
                prompt="read it",
                expected_output="a reply",
                files=("evals/files/letter.pdf",),
                expectations=("names the deadline",),
            ),
        ),
    )


def test_all_but_id_and_prompt_may_be_missing() -> None:
    assert read({"id": "late", "prompt": "x", "expected_output": " "}).evals == (SkillEval(id="late", prompt="x"),)


def test_expectations_may_be_called_assertions_and_be_objects() -> None:
    (one,) = read({"id": 1, "prompt": "x", "assertions": ["a", {"text": "b", "type": "judge"}]}).evals

    assert one.expectations == ("a", "b")


def test_keys_of_others_are_told_and_no_fault() -> None:
    found = read({"id": 1, "prompt": "x", "category": "c", "expectations": [], "assertions": ["a"]}, version="1")

    assert (found.strangers, found.evals[0].expectations) == (("assertions", "category", "version"), ())


def test_a_number_makes_the_id_of_a_case_and_a_text_is_one() -> None:
    assert [one.case_id for one in read({"id": 7, "prompt": "x"}, {"id": "late", "prompt": "x"}).evals] == [
        "eval-7",
        "late",
    ]


@pytest.mark.parametrize(
    ("one", "fault"),
    [
        ("x", "expected an object, got str 'x' @ $.evals[0]"),
        ({"id": 1}, "required key 'prompt' is missing @ $.evals[0]"),
        ({"id": True, "prompt": "x"}, "expected an int from 0 on, or a text, got bool true @ $.evals[0].id"),
        ({"id": " ", "prompt": "x"}, "an id must not be blank @ $.evals[0].id"),
        ({"id": 1, "prompt": ""}, "expected a text that says something, got str '' @ $.evals[0].prompt"),
        (
            {"id": 1, "prompt": "x", "files": ["../secret"]},
            "a path must not leave the folder with '..', got '../secret' @ $.evals[0].files[0]",
        ),
        ({"id": 1, "prompt": "x", "expectations": [1]}, "expected a text, got int 1 @ $.evals[0].expectations[0]"),
    ],
)
def test_what_an_eval_may_not_be_is_told_with_its_place(one: object, fault: str) -> None:
    with pytest.raises(BadFile) as raised:
        read(one)

    assert [str(problem) for problem in raised.value.problems] == [f"evals.json: {fault}"]


def test_ids_differ_and_there_is_one() -> None:
    with pytest.raises(BadFile, match=r"expected at least one eval"):
        read()
    with pytest.raises(BadFile, match=r"id 'EVAL-1' is that of evals\[0\] already"):
        read({"id": 1, "prompt": "x"}, {"id": "EVAL-1", "prompt": "x"})


@pytest.mark.parametrize(
    ("skill", "name"),
    [
        ("---\nname: triage\ndescription: Sort mail.\n---\nname: other\n", "triage"),
        ("---\ndescription: x\nname: 'pdf-form'  # as the folder\n---\n", "pdf-form"),
        ("---\nname:\n---\n", None),
        ("---\ndescription: x\n---\nname: body\n", None),
        ("---\ndescription: x\n", None),
        ("name: body\n", None),
        ("", None),
    ],
)
def test_the_name_of_a_skill_stands_in_its_front_matter(skill: str, name: str | None) -> None:
    assert front_name(skill) == name
