"""What of a trace does the gate compare, and are two of these the same?

The allow-listed fields of each step, the answer and the overall status; redacted, then spelled as the baseline file
spells them: defaults left out, the agent's own `$` keys wrapped in `$literal`, long values as digest and size.
"""

from collections.abc import Iterator
from typing import Final

import attrs

from goldgate.differ.canonical import canonical, digest, digest_bytes, same
from goldgate.differ.literal import literal
from goldgate.differ.redact import Observed, redact
from goldgate.model.baseline import BaselineLine, Outcome
from goldgate.model.frozen import frozen
from goldgate.model.settings import OutcomeField, OutcomeSettings, Redaction, Store
from goldgate.model.trace import TOOL, Step, StepStatus, Trace
from goldgate.model.value import NOT_CAPTURED, Json, NotCaptured

LONGEST_SHOWN: Final = 200
"""How many bytes of canonical UTF-8 an observation or answer may have; longer ones are kept as digest and size."""

_SURELY_SHOWN: Final = LONGEST_SHOWN // len(canonical("\0"))
"""How many characters a text may have that is shown whatever they are: none takes more bytes than an escaped one."""
_NOT_CAPTURED: Final[dict[str, Json]] = {"$not_captured": True}
"""Stands for arguments that were not captured; an agent's own value that looks like it is wrapped in `$literal`."""
_SIGNATURE: Final = ("kind", "tool", "name", "status", "error_code")
_NAMES: Final = ("kind", "tool", "name")
_REST: Final = ("args", "observation")


@frozen(kw_only=True)
class Sameness:
    """Whether two outcomes are equal in all that the expected one captured.

    `uncaptured` are the pointers (`/steps/0/args`, `/answer`) of what only the actual one captured.
    """

    equal: bool
    uncaptured: tuple[str, ...] = ()


def observe(trace: Trace, settings: OutcomeSettings) -> Outcome:
    """The outcome of a trace under the settings of its suite.

    Steps have their keys in the order of the baseline file.
    """
    observed = _allowed(trace, settings.fields)
    if settings.redactions:
        observed = redact(observed, settings.redactions)
    status = observed.get("status")
    return Outcome(
        steps=tuple(
            _written(step, allowed, settings) for step, allowed in zip(trace.steps, observed["steps"], strict=True)
        ),
        answer=_bounded(observed["answer"]) if "answer" in observed else NOT_CAPTURED,
        status=status if isinstance(status, str) else None,
    )


def outcome_digest(settings: OutcomeSettings) -> str:
    """The digest of all settings that shape outcomes; baselines and runs that differ in it can't be compared.

    Of a sampled suite nothing is compared but how often its cases were solved.
    """
    return digest(plain_sampled_settings(settings) if settings.sampled else plain_outcome_settings(settings))


def plain_sampled_settings(settings: OutcomeSettings) -> dict[str, Json]:
    """The settings that shape what is compared of a sampled suite as JSON: `sampled`, and from which score on."""
    score = settings.solved_score
    return {"sampled": True, "solved_score": None if score is None else f"{score.normalize():f}"}


def plain_outcome_settings(settings: OutcomeSettings) -> dict[str, Json]:
    """The settings that shape outcomes as JSON: `fields`, in an order of their own, `redactions`, `store`."""
    fields = {field.value for field in settings.fields} | {OutcomeField.CALLS.value}
    return {
        "fields": [*sorted(fields)],
        "redactions": [_plain_redaction(redaction) for redaction in settings.redactions],
        "store": settings.store.value,
    }


def compare_outcomes(expected: Outcome, actual: Outcome) -> Sameness:
    """Whether two outcomes are the same in all that the expected one captured, and what only the actual one did.

    What the expected one lacks can't be compared. What the actual one lacks is lost, and that is a difference: an agent
    that stops answering must not pass because nothing is left to compare.
    """
    pairs = list(zip(expected.steps, actual.steps, strict=False))
    steps_equal = len(expected.steps) == len(actual.steps) and all(same_step(*pair) for pair in pairs)
    uncaptured = [f"/steps/{index}/{field}" for index, pair in enumerate(pairs) for field in uncaptured_fields(*pair)]
    return Sameness(
        equal=steps_equal and _same_answer(expected, actual) and _same_status(expected, actual),
        uncaptured=(*uncaptured, *_uncaptured_ends(expected, actual)),
    )


def same_step(expected: dict[str, Json], actual: dict[str, Json]) -> bool:
    """Whether two written steps are the same in all that the expected one captured."""
    return same(*comparable(expected, actual))


def comparable(expected: dict[str, Json], actual: dict[str, Json]) -> tuple[dict[str, Json], dict[str, Json]]:
    """Two written steps without what only the actual one captured."""
    left_out = uncaptured_fields(expected, actual)
    if not left_out:
        return expected, actual
    return (
        {key: value for key, value in expected.items() if key not in left_out},
        {key: value for key, value in actual.items() if key not in left_out},
    )


def uncaptured_fields(expected: dict[str, Json], actual: dict[str, Json]) -> tuple[str, ...]:
    """The fields that only the actual one of two written steps captured; none for steps of different things."""
    if any(expected.get(key) != actual.get(key) for key in _NAMES):
        return ()
    gained = {
        "args": expected.get("args") == _NOT_CAPTURED and actual.get("args") != _NOT_CAPTURED,
        "observation": "observation" not in expected and "observation" in actual,
    }
    return tuple(field for field, is_gained in gained.items() if is_gained)


def same_failure(expected: BaselineLine, actual: BaselineLine) -> bool:
    """Whether two failures are the same one: failed checks, and kind, tool, status and error code of every step.

    No free text takes part: a reworded message is the same failure, another step or code is not.
    """
    return set(expected.failed) == set(actual.failed) and _signature(expected) == _signature(actual)


def _signature(line: BaselineLine) -> list[list[Json]]:
    return [[step.get(key) for key in _SIGNATURE] for step in line.outcome.steps]


def _same_answer(expected: Outcome, actual: Outcome) -> bool:
    if isinstance(expected.answer, NotCaptured):
        return True
    return not isinstance(actual.answer, NotCaptured) and same(expected.answer, actual.answer)


def _same_status(expected: Outcome, actual: Outcome) -> bool:
    return expected.status is None or expected.status == actual.status


def _uncaptured_ends(expected: Outcome, actual: Outcome) -> Iterator[str]:
    if expected.answer is NOT_CAPTURED and actual.answer is not NOT_CAPTURED:
        yield "/answer"
    if expected.status is None and actual.status is not None:
        yield "/status"


def _allowed(trace: Trace, fields: tuple[OutcomeField, ...]) -> Observed:
    observed: Observed = {"steps": [_allowed_step(step, fields) for step in trace.steps]}
    if OutcomeField.ANSWER in fields and not isinstance(trace.answer, NotCaptured):
        observed["answer"] = trace.answer
    if OutcomeField.STATUS in fields:
        observed["status"] = trace.status.value
    return observed


def _allowed_step(step: Step, fields: tuple[OutcomeField, ...]) -> dict[str, Json]:
    """The fields of a step that take part, every one that is known; redactions are written for this form."""
    allowed: dict[str, Json] = {"kind": step.kind}
    if step.name is not None:
        allowed["tool" if step.is_call else "name"] = step.name
    if OutcomeField.ARGS in fields and not isinstance(step.args, NotCaptured):
        allowed["args"] = step.args
    if OutcomeField.STATUS in fields:
        allowed["status"] = step.status.value
    if OutcomeField.ERROR_CODE in fields and step.error_code is not None:
        allowed["error_code"] = step.error_code
    if OutcomeField.OBSERVATION in fields and not isinstance(step.observation, NotCaptured):
        allowed["observation"] = step.observation
    return allowed


def _written(step: Step, allowed: dict[str, Json], settings: OutcomeSettings) -> dict[str, Json]:
    """A step as the baseline file has it: `allowed` (redacted) in a fixed order, defaults left out."""
    written: dict[str, Json] = {} if allowed["kind"] == TOOL else {"kind": allowed["kind"]}
    for key in ("tool", "name"):
        if key in allowed:
            written[key] = allowed[key]
    if step.args is NOT_CAPTURED:
        if OutcomeField.ARGS in settings.fields:
            written["args"] = {**_NOT_CAPTURED}
    elif (args := allowed.get("args", {})) != {}:
        written["args"] = literal(args)
    if "status" in allowed and allowed["status"] != _implied_status(allowed):
        written["status"] = allowed["status"]
    if "error_code" in allowed:
        written["error_code"] = allowed["error_code"]
    if "observation" in allowed:
        written["observation"] = _bounded(allowed["observation"])
    return _with_rest_digested(written) if settings.store is Store.DIGEST else written


def _implied_status(step: dict[str, Json]) -> StepStatus:
    """What a reader takes for the status of a written step that does not say it."""
    return StepStatus.ERROR if "error_code" in step else StepStatus.OK


def _with_rest_digested(written: dict[str, Json]) -> dict[str, Json]:
    rest: dict[str, Json] = {key: value for key, value in written.items() if key in _REST}
    kept: dict[str, Json] = {key: value for key, value in written.items() if key not in _REST}
    return {**kept, "rest": digest(rest)} if rest else kept


def _bounded(value: Json) -> Json:
    if _room_left(value, _SURELY_SHOWN) > 0:
        return literal(value)
    spelling = canonical(value).encode()
    if len(spelling) > LONGEST_SHOWN:
        return {"$digest": digest_bytes(spelling), "size": len(spelling)}
    return literal(value)


def _room_left(value: Json, room: int) -> int:
    """How many of so many characters a value leaves when it is written; nothing is left where that is not sure."""
    if type(value) is str:
        return room - len(value)
    if type(value) is list:
        for item in value:
            room = _room_left(item, room - 1)
            if room <= 0:
                break
        return room
    return room if value is None or type(value) is bool else 0


def _plain_redaction(redaction: Redaction) -> Json:
    """What the settings say, defaults left out, so that a way added later changes no digest."""
    given = ((field, getattr(redaction, field.name)) for field in attrs.fields(Redaction))
    return {field.name.rstrip("_"): value for field, value in given if value != field.default}
