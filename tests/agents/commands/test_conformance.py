from collections.abc import Callable
from typing import TypeAlias

import attrs
import pytest

from goldgate.agents.commands.command import Command
from goldgate.agents.commands.conformance import ODD_TEXT, Examination, Trial
from goldgate.model.case import CaseView, Stub, Turn, World

MakeCommand: TypeAlias = Callable[..., Command]
FIRST = Trial(view=CaseView(id="find", request="find", world=World(tools=(Stub(tool="find", returns=[1]),))))
SECOND = Trial(view=CaseView(id="none", request="none"))
GOOD = """
    if case["request"].startswith("find"):
        said = call(trial, "find", args={"x": case["request"]})
        result(trial, str(said.get("value")))
    else:
        result(trial, {"answer": "none"})
"""


@pytest.fixture
def examined(command: MakeCommand) -> Callable[..., dict[str, str]]:
    """What is found of an agent that does these lines for each case: a badge and words, by what was tried."""

    def examine(
        lines: str, *, first: str = "", trials: tuple[Trial, Trial] = (FIRST, SECOND), patience: float = 20
    ) -> dict[str, str]:
        loop = f"{first}\nfor line in source:\n    case = json.loads(line); trial = case['trial']\n"
        examination = Examination(command(f"{loop}    {lines.strip()}\n"), patience=patience)
        return {finding.what: f"{finding.outcome} {finding.why}" for finding in examination.findings(*trials)}

    return examine


def test_an_agent_that_keeps_to_the_protocol_conforms(examined: Callable[..., dict[str, str]]) -> None:
    assert examined(GOOD) == {
        "hello": "ok speaks version 1",
        "case find": "ok 1 call, then a result",
        "case none, after the first": "ok no call, then a result",
        "calls that no stub answers": "ok 1 call, then a result",
        "calls that fail": "ok 1 call, then a result",
        "characters of all kinds": "ok 1 call, then a result",
        "a request of a million characters": "ok 1 call, then a result",
        "a variant with an adapter": "ok 1 call, then a result",
        "a key that it does not know": "ok 1 call, then a result",
        "the end of its input": "ok it ends (exit status 0)",
    }


def test_what_the_tries_are_is_what_they_say(examined: Callable[..., dict[str, str]]) -> None:
    tell = 'say(type="error", trial=trial, error_code=f"{len(case[\'request\'])} {said} {sorted(case)[1:3]}"[:70])'
    found = examined(f"said = list(call(trial, 'find').values())[3:]\n    {tell}")
    assert found["calls that no stub answers"].startswith("ok 1 call, then an error, 4 ['NO_STUB', '']")
    assert found["calls that fail"].startswith("ok 1 call, then an error, 4 ['AGENT_CHECK', 'this call fails on")
    assert found["characters of all kinds"].startswith(f"ok 1 call, then an error, {5 + len(ODD_TEXT)} ['메모")
    assert found["a request of a million characters"].startswith("ok 1 call, then an error, 1048581 ['xxx")
    assert found["a key that it does not know"].startswith("ok 1 call, then an error, 4 [[1]] ['id', 'request']")


def test_a_variant_is_tried_with_its_name_and_a_folder(examined: Callable[..., dict[str, str]]) -> None:
    tell = "[case.get('variant'), os.path.isdir(case.get('adapter', ''))]"
    found = examined(f"import os; say(type='error', trial=trial, error_code=str({tell}))")
    assert found["a variant with an adapter"] == "ok no call, then an error, ['agent-check', True]"
    assert found["case find"] == "ok no call, then an error, [None, False]"


def test_an_agent_that_calls_nothing_is_not_tried_on_calls(examined: Callable[..., dict[str, str]]) -> None:
    found = examined("result(trial)")
    assert found["calls that no stub answers"] == "untried it called no tool in either case"
    assert found["calls that fail"] == "untried it called no tool in either case"
    assert found["characters of all kinds"] == "ok no call, then a result"


def test_turns_are_made_longer_at_their_end(examined: Callable[..., dict[str, str]]) -> None:
    turns = (Turn(role="user", content="find"), Turn(role="user", content="more"))
    trial = attrs.evolve(FIRST, view=attrs.evolve(FIRST.view, request=turns))
    tell = 'say(type="error", trial=trial, error_code=str([len(turn["content"]) for turn in case["request"]]))'
    found = examined(tell, trials=(trial, trial))
    assert found["a request of a million characters"] == "ok no call, then an error, [4, 1048581]"


def test_an_agent_without_hello_is_tried_on_nothing_else(command: MakeCommand) -> None:
    examination = Examination(command("", greeting="sys.exit('no key')\n"), patience=20)
    (finding,) = examination.findings(FIRST, SECOND)
    assert finding.why == "the process ended (exit status 1) before it said hello\n  no key"


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        ("sys.exit(3)", "bad the process ended (exit status 3) before it was done with the case"),
        ("sys.exit('no')", "bad the process ended (exit status 1) before it was done with the case\n  no"),
        ("hear()", "bad it said nothing for 0.2 s"),
        ("say(type='resutl')", "bad the agent's message 'resutl': unknown type 'resutl', did you mean 'result'?"),
        ("result(trial, {'anser': 1})", "bad unknown key 'anser', did you mean 'answer'?"),
        ("result(trial - 1)", "bad it sent a message of trial 0, which was over or never begun"),
    ],
)
def test_what_is_wrong_is_told_and_the_rest_is_tried_with_another_process(
    examined: Callable[..., dict[str, str]], lines: str, why: str
) -> None:
    found = examined(f"if case['id'] == 'find': {lines}\n    else: result(trial)", patience=0.2)
    assert found["case find"] == why
    assert found["case none, after the first"] == "ok no call, then a result"


def test_an_agent_that_stumbles_over_a_new_key_is_told(examined: Callable[..., dict[str, str]]) -> None:
    found = examined("assert len(case) == 5\n    result(trial)")
    assert found["a key that it does not know"].startswith("bad the process ended (exit status 1)")
    assert found["the end of its input"] == "ok it ends (exit status 0)"


def test_an_agent_that_ends_after_each_case_is_good_and_told_so(examined: Callable[..., dict[str, str]]) -> None:
    found = examined("result(trial); sys.exit()")
    assert found["case find"] == "ok no call, then a result"
    assert found["case none, after the first"] == (
        "ok no call, then a result; its process had ended after the case before, and another was started"
    )


def test_an_agent_that_does_not_end_is_told(
    examined: Callable[..., dict[str, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("goldgate.agents.commands.process.GRACE", 0.1)
    found = examined("result(trial)", first="import atexit, time; atexit.register(time.sleep, 30)")
    assert found["the end of its input"] == "bad it goes on when GOLDGATE_IN is closed, and is killed after 2 s"


def test_an_agent_that_speaks_after_its_last_result_is_told(examined: Callable[..., dict[str, str]]) -> None:
    found = examined("result(trial)", first="import atexit; atexit.register(say, late=1)")
    assert found["the end of its input"] == (
        "bad it still sends messages after the last result, which make that trial ERROR: b'{\"late\": 1}'"
    )


def test_an_agent_that_can_not_be_started_again_is_told(examined: Callable[..., dict[str, str]]) -> None:
    found = examined("if 'from_the_future' in case: os.remove('agent.py'); sys.exit(1)\n    result(trial)")
    assert found["the end of its input"].startswith("bad the process ended (exit status 2) before it said hello")
