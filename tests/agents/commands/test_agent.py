import shlex
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import attrs
import pytest

from goldgate.agents.commands import conversation
from goldgate.agents.commands.agent import CommandAgent, load_command
from goldgate.agents.commands.command import Command
from goldgate.agents.named import NamedAgent
from goldgate.agents.perform import perform
from goldgate.errors import AgentNotLoadable
from goldgate.model.case import CaseView, Stub, Turn, World
from goldgate.model.trace import OverallStatus, PlannedStep, Step, Trace, Usage
from goldgate.model.value import NOT_CAPTURED

MakeAgent: TypeAlias = Callable[..., CommandAgent]
MakeCommand: TypeAlias = Callable[..., Command]
Observe: TypeAlias = Callable[..., Trace]
Answers: TypeAlias = Any  # the class of conftest.py, which tests can't import

FIND = Stub(tool="find", returns=["메모.md"])


def codes(trace: Trace) -> list[tuple[str | None, object]]:
    return [(step.error_code, step.observation) for step in trace.steps]


def test_a_result_is_the_trace(agent: MakeAgent, observe: Observe) -> None:
    made = agent(
        """
        result(trial, {"plan": ["find"], "steps": [{"tool": "find", "args": "{}"}], "answer": [1],
                       "status": "failure", "usage": {"input_tokens": 3}})
        """
    )
    assert observe(made) == Trace(
        plan=(PlannedStep(name="find"),),
        steps=(Step(name="find"),),
        answer=[1],
        status=OverallStatus.FAILURE,
        usage=Usage(input_tokens=3),
    )


def test_a_text_is_the_answer(agent: MakeAgent, observe: Observe) -> None:
    assert observe(agent("result(trial, case['id'] + case['request'])")).answer == "casedo it"


def test_a_result_may_say_nothing(agent: MakeAgent, observe: Observe) -> None:
    assert observe(agent("result(trial)")) == Trace()


def test_an_agent_is_told_where_recorded_answers_are_found(agent: MakeAgent, tape: Answers) -> None:
    made = agent("result(trial, case.get('replay_url', 'nowhere'))")

    assert perform(made, CaseView(id="a", request="hi"), tape=tape).trace.answer == "http://127.0.0.1:4000/9"
    assert perform(made, CaseView(id="a", request="hi")).trace.answer == "nowhere"


def test_its_process_finds_what_is_put_into_its_environment(command: MakeCommand) -> None:
    made = command("case = hear()\nresult(1, os.environ['MODEL'])")
    named = NamedAgent(text=f"command: {shlex.join(made.words)}", root=made.root, environ=lambda: {"MODEL": "here"})
    accepted = load_command(named)

    assert perform(accepted, CaseView(id="a", request="hi")).trace.answer == "here"
    accepted.close()


def test_an_agent_that_is_silent_after_it_was_refused_an_answer_is_ended(
    agent: MakeAgent, tape: Answers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(conversation, "SILENCE", 0.05)
    made = agent("""
        if case["request"] == "wait":
            hear()
        result(trial, "done")
    """)
    tape.has_refused = True
    first = perform(made, CaseView(id="a", request="go on"), tape=tape).trace
    given_up = perform(made, CaseView(id="b", request="wait"), tape=tape).trace
    after = perform(made, CaseView(id="c", request="go on"), tape=tape).trace

    assert [first.answer, codes(given_up), after.answer] == ["done", [("CRASH", "SIGKILL")], "done"]


def test_an_agent_that_was_refused_nothing_may_be_silent(
    agent: MakeAgent, tape: Answers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(conversation, "SILENCE", 0.02)
    made = agent("__import__('time').sleep(0.1)\nresult(trial, 'done')")

    assert perform(made, CaseView(id="a", request="hi"), tape=tape).trace.answer == "done"
    assert perform(made, CaseView(id="a", request="hi")).trace.answer == "done"


def test_an_agent_is_told_of_turns_tags_state_and_folder(agent: MakeAgent, tmp_path: Path) -> None:
    view = CaseView(id="a", request=(Turn(role="user", content="hi"),), tags=("t",), world=World(state={"n": 1}))
    made = agent("del case['trial']\nresult(trial, {'answer': case})")
    assert perform(made, view, folder=tmp_path).trace.answer == {
        "type": "case",
        "id": "a",
        "request": [{"role": "user", "content": "hi"}],
        "tags": ["t"],
        "state": {"n": 1},
        "folder": ".",
    }


def test_a_call_is_answered_by_the_world_and_recorded(agent: MakeAgent, observe: Observe) -> None:
    made = agent("said = call(trial, 'find', args={'x': 1}, call='c')\nresult(trial, {'answer': said['value']})")
    trace = observe(made, tools=[FIND])
    assert trace.steps == (Step(name="find", args={"x": 1}, observation=["메모.md"]),)
    assert trace.answer == ["메모.md"]


def test_a_call_that_no_stub_answers_is_refused(agent: MakeAgent, observe: Observe) -> None:
    made = agent("said = call(trial, 'send', args='{')\nresult(trial, {'answer': said})")
    trace = observe(made)
    assert [step.error_code for step in trace.steps] == ["BAD_ARGUMENTS"]
    assert trace.answer == {
        "type": "return",
        "trial": 1,
        "call": None,
        "error_code": "BAD_ARGUMENTS",
        "message": "the arguments are a text that is no JSON object",
    }


def test_steps_of_its_own_are_recorded_in_order(agent: MakeAgent, observe: Observe) -> None:
    made = agent(
        """
        say(type="step", trial=trial, step={"kind": "memory_write", "name": "city", "args": {"v": "부산"}})
        call(trial, "find")
        say(type="step", trial=trial, step={"tool": "mail", "error_code": "NO_NETWORK"})
        result(trial, {"steps": [{"tool": "last"}]})
        """
    )
    assert [step.name for step in observe(made, tools=[FIND]).steps] == ["city", "find", "mail", "last"]


def test_calls_of_one_group_are_one_turn_whatever_their_order(agent: MakeAgent, observe: Observe) -> None:
    lines = """
        for name in {names}: call(trial, name, group="g")
        say(type="step", trial=trial, step={{"tool": "c", "group": "g"}})
        call(trial, "d")
        for name in "fe": call(trial, name, group="g")
        result(trial)
        """
    stubs = [Stub(tool=name, returns=name) for name in "abcdef"]
    one, other = (observe(agent(lines.format(names=names)), tools=stubs) for names in (["a", "b"], ["b", "a"]))
    assert one == other
    assert [(step.name, step.group) for step in one.steps] == [
        ("a", "turn-1"),
        ("b", "turn-1"),
        ("c", "turn-1"),
        ("d", None),
        ("e", "turn-2"),
        ("f", "turn-2"),
    ]


def test_the_state_afterwards_is_what_the_agent_says(agent: MakeAgent, observe: Observe) -> None:
    made = agent("say(type='result', trial=trial, state=None if case['state'] else 5)")
    assert [observe(made, state=state).state for state in (1, 0)] == [None, 5]
    assert observe(agent("result(trial)"), state={"n": 1}).state == {"n": 1}


def test_an_error_is_a_fault_of_the_agent(agent: MakeAgent, observe: Observe) -> None:
    made = agent("say(type='error', trial=trial, error_code='RATE_LIMIT', message='later')")
    trace = observe(made)
    assert codes(trace) == [("RATE_LIMIT", "later")]
    assert (trace.steps[0].kind, trace.status) == ("exception", OverallStatus.ERROR)
    assert codes(observe(agent("say(type='error', trial=trial)"))) == [("ERROR", NOT_CAPTURED)]


def test_one_process_performs_all_cases(agent: MakeAgent, observe: Observe) -> None:
    made = agent("seen = globals().get('seen', 0) + 1\nresult(trial, {'answer': seen})")
    assert [observe(made).answer for _ in range(3)] == [1, 2, 3]


def test_a_result_that_is_no_trace_is_bad_and_the_process_stays(agent: MakeAgent, observe: Observe) -> None:
    made = agent("seen = globals().get('seen', 0) + 1\nresult(trial, {'anser': 1} if seen == 1 else {'answer': seen})")
    (step,) = observe(made).steps
    assert (step.error_code, step.observation) == ("BAD_TRACE", "unknown key 'anser', did you mean 'answer'?")
    assert observe(made).answer == 2


NUMBERED = "seen = globals().get('seen', 0) + 1\n"


@pytest.mark.parametrize(
    ("lines", "code", "observation"),
    [
        ("sys.exit(3)", "AGENT_EXIT", "exit status 3"),
        ("os._exit(0)", "AGENT_EXIT", "exit status 0"),
        (f"os.kill(os.getpid(), {int(signal.SIGSEGV)})", "CRASH", "SIGSEGV"),
        (
            "say(type='resutl')",
            "BAD_TRACE",
            "the agent's message 'resutl': unknown type 'resutl', did you mean 'result'?",
        ),
        ("say(type='hello', protocol=1)", "BAD_TRACE", "the agent said hello in the middle of a case"),
        (
            "result(trial + 1)",
            "BAD_TRACE",
            "the agent sent a message of trial 3, which is none that it was given of late",
        ),
        (
            "print('x', file=target, flush=True)",
            "BAD_TRACE",
            "the agent sent 'x', which is no message: not valid JSON: expecting value (column 1)",
        ),
    ],
)
def test_a_process_that_is_lost_fails_its_trial_and_is_replaced(
    agent: MakeAgent, observe: Observe, lines: str, code: str, observation: str
) -> None:
    made = agent(
        f"{NUMBERED}call(trial, 'find')\nif case['request'] == 'do it' and seen == 2: {lines}\nresult(trial, str(seen))"
    )
    assert observe(made, tools=[FIND]).answer == "1"
    trace = observe(made, tools=[FIND])
    assert codes(trace) == [(None, ["메모.md"]), (code, observation)]
    assert (trace.status, trace.steps[1].kind) == (OverallStatus.ERROR, "exception")
    assert observe(made, tools=[FIND]).answer == "1"


def test_a_process_that_ends_in_the_middle_of_a_call_has_made_it(agent: MakeAgent, observe: Observe) -> None:
    made = agent("say(type='call', trial=trial, tool='find')\nos._exit(1)")
    for _ in range(2):
        assert codes(observe(made, tools=[FIND])) == [(None, ["메모.md"]), ("AGENT_EXIT", "exit status 1")]


def test_a_process_that_ends_after_each_case_is_started_for_the_next(agent: MakeAgent, observe: Observe) -> None:
    """Whether its end is seen before the next case is sent is a matter of the moment, and must not matter."""
    made = agent(f"{NUMBERED}result(trial, str(seen))\nos._exit(1)")
    assert [observe(made).answer for _ in range(5)] == ["1"] * 5


def test_an_agent_that_dies_of_a_case_does_so_in_a_new_process_too(agent: MakeAgent, observe: Observe) -> None:
    made = agent("if trial > 1: os._exit(9)\nresult(trial, 'fine')")
    assert observe(made).answer == "fine"
    assert codes(observe(made)) == [("AGENT_EXIT", "exit status 9")]


def test_an_agent_that_can_not_be_started_again_fails_its_trials(agent: MakeAgent, observe: Observe) -> None:
    made = agent("os.remove('agent.py')\nos._exit(1)")
    assert codes(observe(made)) == [("AGENT_EXIT", "exit status 1")]
    assert codes(observe(made)) == [("AGENT_EXIT", "exit status 2")]


def test_ctrl_c_ends_the_process(agent: MakeAgent, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody would hear the rest of what it says of the case."""
    made = agent(f"{NUMBERED}result(trial, str(seen))")
    with monkeypatch.context() as patch:
        patch.setattr("goldgate.agents.commands.agent.Conversation.held_with", _interrupted)
        with pytest.raises(KeyboardInterrupt):
            made(VIEW, _context())
    assert perform(made, VIEW).trace.answer == "1"


def _interrupted(*_: object) -> None:
    raise KeyboardInterrupt


def _context() -> Any:  # noqa: ANN401 - stands in for one that is not reached
    @attrs.frozen
    class Nothing:
        recorder: None = None
        folder: None = None
        variant: str = "default"
        adapter: None = None
        skills: tuple[()] = ()
        replay_url: None = None

    return Nothing()


VIEW = CaseView(id="a", request="do it")


def late_of(made: CommandAgent, *, cases: int) -> list[int]:
    """The numbers, from 1, of the trials that lost a step to a message that came after their end."""
    late: list[int] = []
    for number in range(1, cases + 1):
        perform(made, VIEW, on_late=lambda number=number: late.append(number))  # type: ignore[misc] # lambda
    made.close()
    return late


def test_a_message_after_the_end_of_its_trial_makes_the_trial_one_that_lost_a_step(agent: MakeAgent) -> None:
    made = agent("result(trial)\nif trial == 1: say(type='step', trial=1, step={'tool': 'late'})")
    assert late_of(made, cases=3) == [1]


def test_the_last_trial_hears_of_late_messages_when_the_process_ends(agent: MakeAgent) -> None:
    assert late_of(agent("result(trial)\nif trial == 2: result(trial)"), cases=2) == [2]
    assert late_of(agent("result(trial)\nif trial == 2: print('x', file=target, flush=True)"), cases=2) == [2]


def test_closing_twice_does_no_harm(agent: MakeAgent) -> None:
    made = agent("result(trial)")
    made.close()
    made.close()


def test_an_agent_is_loaded_with_the_files_it_is_made_of(command: MakeCommand) -> None:
    made = command("hear(); result(1, 'done')")
    name = f"command: {' '.join(made.words)}"
    loaded = load_command(NamedAgent(text=name, root=made.root))
    assert loaded.files == (Path(made.words[0]), made.root / "agent.py")
    assert perform(loaded, VIEW).trace.answer == "done"
    loaded.close()


def test_an_agent_that_says_no_hello_is_not_loaded(command: MakeCommand) -> None:
    made = command("", greeting="sys.exit('no key')\n")
    with pytest.raises(AgentNotLoadable) as caught:
        CommandAgent(made).start()
    assert str(caught.value) == "the process ended (exit status 1) before it said hello\n  no key"
