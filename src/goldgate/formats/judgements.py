"""How is it written down what a judge was asked and answered? A line a question; by goldgate for goldgate."""

import json
import math
from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Any, Final

import attrs

from goldgate.differ.canonical import digest, spell
from goldgate.differ.nearest import brief
from goldgate.errors import BadFile, Problem
from goldgate.formats.converter import Form, list_of, mapping_of, number_from, text, whole_from, word_of
from goldgate.formats.decimals import json_number
from goldgate.model.grading import Judged, JudgeIdentity, JudgeKind, Marks, Reply, Scored
from goldgate.model.judgement import Fault
from goldgate.model.rubric import Scale
from goldgate.model.trace import Usage
from goldgate.model.value import Json

IDENTITY: Final = Form(
    JudgeIdentity,
    {
        "kind": word_of(JudgeKind),
        "name": text,
        "prompt": text,
        "made_of": text,
        "model": text,
        "rubrics": mapping_of(text),
    },
)


def write_identity(judge: JudgeIdentity) -> dict[str, Json]:
    """Who judged, in JSON."""
    document: dict[str, Json] = {
        "kind": judge.kind.value,
        "name": judge.name,
        "prompt": judge.prompt,
        "made_of": judge.made_of,
    }
    if judge.model is not None:
        document["model"] = judge.model
    return {**document, "rubrics": dict(judge.rubrics)}


def write_scored(scored: Scored) -> dict[str, Json]:
    """What a trial was given, in JSON."""
    document: dict[str, Json] = {
        "rubric": scored.rubric,
        "criteria": _numbers(scored.criteria),
        "weighted": json_number(scored.weighted),
        "scale": [json_number(scored.scale.min), json_number(scored.scale.max)],
    }
    return document if scored.explanation is None else {**document, "explanation": scored.explanation}


def load_scored(document: Mapping[str, Any]) -> Scored:
    """What `write_scored` wrote."""
    least, most = map(_decimal, document["scale"])
    return Scored(
        rubric=text(document["rubric"]),
        criteria={name: _decimal(score) for name, score in document["criteria"].items()},
        weighted=_decimal(document["weighted"]),
        scale=Scale(min=least, max=most),
        explanation=text(document["explanation"]) if "explanation" in document else None,
    )


def write_judged(judged: Judged) -> str:
    """One question with all that came back, as a line."""
    document: dict[str, Json] = {
        "suite": judged.suite,
        "id": judged.id,
        "trial": judged.trial,
        "rubric": judged.rubric,
        "conditions": dict(judged.conditions),
        "prompt": judged.prompt,
        "replies": [_write_reply(reply) for reply in judged.replies],
    }
    if judged.marks is not None:
        document["scores"] = {letter: _numbers(marks.scores) for letter, marks in judged.marks.items()}
        document["explanations"] = {letter: marks.explanation for letter, marks in judged.marks.items()}
    if judged.fault is not None:
        document["fault"] = {"code": judged.fault.code, "message": judged.fault.message}
    return spell(document)


def _write_reply(reply: Reply) -> Json:
    told: dict[str, Json] = {"text": reply.text, "fault": reply.fault}
    document: dict[str, Json] = {key: value for key, value in told.items() if value is not None}
    usage: dict[str, Json] = attrs.asdict(reply.usage, filter=lambda _, value: value is not None)
    return {**document, "usage": usage} if usage else document


def _numbers(scores: Mapping[str, Decimal]) -> dict[str, Json]:
    return {name: json_number(score) for name, score in scores.items()}


def read_judged(lines: Iterator[bytes]) -> Iterator[Judged]:
    """What `write_judged` wrote. Raises BadFile for a line that is something else."""
    for number, line in enumerate(lines, 1):
        try:
            yield _judged(json.loads(line.decode()))
        except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
            message = f"not what a judge was asked: {brief(line.decode(errors='replace'))}"
            raise BadFile(Problem(code=BadFile.code, message=message, line=number)) from None


def _judged(document: dict[str, Any]) -> Judged:
    scores, fault = document.get("scores"), document.get("fault")
    return Judged(
        suite=text(document["suite"]),
        id=text(document["id"]),
        trial=_trial(document["trial"]),
        rubric=text(document["rubric"]),
        conditions=_texts(document["conditions"]),
        prompt=text(document["prompt"]),
        replies=_replies(document["replies"]),
        marks=None if scores is None else {letter: _marks(document, letter) for letter in scores},
        fault=None if fault is None else Fault(code=text(fault["code"]), message=text(fault["message"])),
    )


_trial: Final = whole_from(0)
_texts: Final = mapping_of(text)
_USAGE: Final = Form(Usage, {"input_tokens": whole_from(0), "output_tokens": whole_from(0), "cost_usd": number_from(0)})
_replies: Final = list_of(Form(Reply, {"text": text, "fault": text, "usage": _USAGE}))


def _marks(document: dict[str, Any], letter: str) -> Marks:
    scores = {name: _decimal(score) for name, score in document["scores"][letter].items()}
    explanation = document["explanations"][letter]
    return Marks(scores=scores, explanation=None if explanation is None else text(explanation))


def _decimal(number: object) -> Decimal:
    """A number as it is spelled. Raises ValueError for everything else."""
    if type(number) not in (int, float) or (isinstance(number, float) and not math.isfinite(number)):
        raise ValueError
    return Decimal(repr(number))


def judge_digests(judge: JudgeIdentity | None) -> dict[str, str]:
    """Dotted key → digest of all that decides the scores of a suite, as of its settings; nothing without a judge."""
    if judge is None:
        return {}
    who: dict[str, Json] = {
        "judge": [judge.kind.value, judge.name, judge.model],
        "judge.made_of": judge.made_of,
        "judge.prompt": judge.prompt,
    }
    return {key: digest(value) for key, value in who.items()} | {
        f"rubrics.{name}": of for name, of in judge.rubrics.items()
    }
