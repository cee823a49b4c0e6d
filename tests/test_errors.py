import goldgate.errors
from goldgate.errors import BadFile, GoldgateError, Problem, UsageError, all_problems
from goldgate.exit_codes import ExitCode


def test_a_problem_names_place_value_and_pointer() -> None:
    problem = Problem(
        code="GG010", message="expected int, got str 'zero'", file="golden/files.jsonl", line=12, pointer="$.times"
    )

    assert str(problem) == "golden/files.jsonl:12: expected int, got str 'zero' @ $.times"


def test_a_problem_without_a_place_is_its_message() -> None:
    assert str(Problem(code="GG002", message="nothing is selected")) == "nothing is selected"


def test_a_text_becomes_a_problem_under_the_code_of_the_error() -> None:
    assert UsageError("no such case").problems == (Problem(code="GG002", message="no such case"),)


def test_the_problems_of_several_errors_keep_their_order() -> None:
    assert [problem.message for problem in all_problems([BadFile("a", "b"), UsageError("c")])] == ["a", "b", "c"]


def test_no_error_ever_counts_as_a_judgement() -> None:
    classes = [each for each in vars(goldgate.errors).values() if isinstance(each, type)]

    errors = [each for each in classes if issubclass(each, GoldgateError)]

    assert {each.exit_code for each in errors} & {ExitCode.OPEN, ExitCode.CLOSED} == set()


def test_every_error_has_a_code_of_its_own() -> None:
    classes = [each for each in vars(goldgate.errors).values() if isinstance(each, type)]
    codes = [each.code for each in classes if issubclass(each, GoldgateError)]

    assert len(set(codes)) == len(codes)


def test_a_pointer_that_goes_on_for_ever_is_cut_where_people_read_it() -> None:
    problem = Problem(code="GG010", message="no", pointer="$." + "a" * 1000 + ".b")
    assert str(problem) == f"no @ $.{'a' * 198}…{'a' * 198}.b"
    assert problem.pointer == "$." + "a" * 1000 + ".b"
