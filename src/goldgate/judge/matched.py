"""Which steps of a trace are the expected ones? Asked once, for all checks."""

from collections.abc import Sequence

from goldgate.judge.fitting import expects_failure
from goldgate.judge.pairing import Rules
from goldgate.judge.steps_match import StepsMatch, match_steps
from goldgate.model.case import Case, Expectation
from goldgate.model.frozen import frozen
from goldgate.model.trace import Trace


@frozen(kw_only=True)
class Matched:
    """What came of matching.

    `calls` and `steps` are None where the case does not expect any; `unexcused` are the positions in the trace
    of the failed steps that neither `allow_errors` nor an expected call or step excuses.
    """

    calls: StepsMatch | None = None
    steps: StepsMatch | None = None
    unexcused: Sequence[int] = ()


def match_trace(case: Case, trace: Trace) -> Matched:
    """Match the calls, then all steps; the second are to excuse the failures that the first left."""
    expect = case.expect
    unexcused = {
        place
        for place, step in enumerate(trace.steps)
        if step.failure_code is not None and step.failure_code not in expect.allow_errors
    }
    calls = steps = None
    if expect.calls is not None:
        calls, unexcused = _match_calls(expect, trace, unexcused)
    if expect.steps is not None:
        rules = Rules(args_match=expect.args_match, needy=unexcused)
        steps = match_steps(expect.steps, trace.steps, match=expect.steps_match, rules=rules, noun="step")
        unexcused = unexcused - _excused(steps)
    return Matched(calls=calls, steps=steps, unexcused=sorted(unexcused))


def _match_calls(expect: Expectation, trace: Trace, unexcused: set[int]) -> tuple[StepsMatch, set[int]]:
    places = [place for place, step in enumerate(trace.steps) if step.is_call]
    needy = {number for number, place in enumerate(places) if place in unexcused} if unexcused else ()
    rules = Rules(args_match=expect.args_match, needy=needy)
    steps = [trace.steps[place] for place in places]
    calls = match_steps(expect.calls or (), steps, match=expect.match, rules=rules, noun="call")
    return calls, unexcused and unexcused - {places[number] for number in _excused(calls)}


def _excused(matched: StepsMatch) -> set[int]:
    return {place for place, step in matched.partners.items() if expects_failure(step)}
