from decimal import Decimal

from hypothesis import given
from hypothesis import strategies as st

from goldgate.formats.rubric import read_rubric
from goldgate.importers.skill_evals import ImportedEval, imported
from goldgate.model.case import Case, Expectation, ExpectedRubric, World, WorldFile
from goldgate.model.rubric import Rubric, Scale, Shown
from goldgate.model.skill_evals import SkillEval

PATH = "rubrics/triage/eval-1.toml"
LINES = st.text(st.characters(exclude_categories=["Cs"]), min_size=1).filter(str.strip)


def rubric_of(one: SkillEval) -> Rubric:
    text = imported(one, {}, rubric=PATH).rubric
    assert text is not None
    return read_rubric(text, file=PATH)


def test_the_case_has_the_prompt_and_the_files_and_a_rubric_elsewhere() -> None:
    one = SkillEval(id=1, prompt="read it", files=("a.txt",), expectations=("names the deadline",))

    assert imported(one, {"a.txt": b"\xff"}, rubric=PATH).case == Case(
        id="eval-1",
        request="read it",
        world=World(files={"a.txt": WorldFile(content=b"\xff")}),
        expect=Expectation(rubric=ExpectedRubric(name=PATH)),
    )


def test_without_files_there_is_an_empty_folder_so_that_the_agent_does_not_work_among_the_rubrics() -> None:
    case = imported(SkillEval(id=1, prompt="x", expectations=("a",)), {}, rubric=PATH).case

    assert case is not None
    assert case.world == World(files={})


def test_each_expectation_is_decided_and_all_have_to_hold() -> None:
    rubric = rubric_of(SkillEval(id=1, prompt="x", expected_output="a reply", expectations=("a", "b", "c")))

    assert [(one.name, one.weight, one.description) for one in rubric.criteria] == [
        ("expectation-1", None, "a"),
        ("expectation-2", None, "b"),
        ("expectation-3", None, "c"),
    ]
    assert (rubric.scale, rubric.threshold) == (Scale(min=Decimal(0), max=Decimal(1)), Decimal(1))
    assert rubric.rules[1:] == ("What is wanted as a whole: a reply",)
    assert rubric.shows == (Shown.ANSWER, Shown.FILES, Shown.STEPS)


def test_an_expected_output_alone_is_what_is_expected() -> None:
    rubric = rubric_of(SkillEval(id=1, prompt="x", expected_output="a reply"))

    assert [one.description for one in rubric.criteria] == ["a reply"]
    assert len(rubric.rules) == 1


def test_an_eval_that_expects_nothing_makes_no_case() -> None:
    one = SkillEval(id=1, prompt="x")

    assert imported(one, {}, rubric=PATH) == ImportedEval(eval=one)


@given(LINES, LINES)
def test_whatever_is_expected_is_said_as_it_is(whole: str, sentence: str) -> None:
    rubric = rubric_of(SkillEval(id=1, prompt="x", expected_output=whole, expectations=(sentence,)))

    assert (rubric.rules[1], rubric.criteria[0].description) == (f"What is wanted as a whole: {whole}", sentence)
