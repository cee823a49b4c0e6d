import pytest

from goldgate.differ.secrets import NO_NAMED_SECRETS
from goldgate.model.cassette import Mode, Request, Response
from goldgate.model.judgement import Fault
from goldgate.model.settings import RecordingSettings
from goldgate.runner.recorder import Tape
from goldgate.runner.replayer import Replayer

CHAT = Request(method="POST", url="http://127.0.0.1/v1/chat/completions", body={"messages": []})
SHOP = Request(method="GET", url="http://127.0.0.1/orders")


@pytest.fixture
def tape() -> Tape:
    settings = RecordingSettings(allow_hosts=("127.0.0.1",))
    replayer = Replayer((), settings=settings, named=NO_NAMED_SECRETS)
    return Tape(mode=Mode.RECORD, replayer=replayer, settings=settings, named=NO_NAMED_SECRETS)


@pytest.mark.parametrize("status", [401, 403])
def test_a_model_that_refuses_who_asks_has_not_answered_the_question(tape: Tape, status: int) -> None:
    tape.ask(CHAT).tell(Response(status=status, body={"error": "bad key"}))

    message = f"POST {CHAT.url} was refused with status {status}; is the key right?"
    assert (tape.made, tape.fault) == ((), Fault(code="NOT_RECORDED", message=message))


def test_a_refusal_is_forgotten_once_the_question_is_answered(tape: Tape) -> None:
    tape.ask(CHAT).tell(Response(status=401))
    tape.ask(CHAT).tell(Response(body={"said": "hi"}))

    assert (len(tape.made), tape.fault) == (1, None)


def test_other_errors_of_a_model_and_refusals_of_others_are_answers(tape: Tape) -> None:
    tape.ask(CHAT).tell(Response(status=429))
    tape.ask(SHOP).tell(Response(status=403))

    assert (len(tape.made), tape.fault) == (2, None)
