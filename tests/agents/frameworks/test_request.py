from goldgate.agents.frameworks.request import history_and_last, turns_of
from goldgate.model.case import CaseView, Turn


def test_a_text_is_one_turn_of_the_user() -> None:
    case = CaseView(id="case", request="do it")

    assert turns_of(case) == (Turn(role="user", content="do it"),)
    assert history_and_last(case) == ((), "do it")


def test_the_last_of_several_turns_is_what_is_said_now() -> None:
    turns = (Turn(role="user", content="hello"), Turn(role="assistant", content="hi"), Turn(role="user", content="go"))

    assert history_and_last(CaseView(id="case", request=turns)) == (turns[:2], "go")
