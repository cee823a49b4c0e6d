"""What does a judge answer? A score for each criterion of each condition, in JSON; anything else can't be used."""

from collections.abc import Collection, Mapping
from decimal import Decimal
from typing import Any, Final

from goldgate.differ.nearest import brief
from goldgate.formats.converter import Form, Misfit, Read, mapping_of, text, whole_from
from goldgate.formats.decimals import decimal_from
from goldgate.formats.text import JsonTextError, TextFault, described, loads_exactly, member
from goldgate.model.frozen import frozen
from goldgate.model.grading import Marks
from goldgate.model.rubric import Rubric
from goldgate.model.trace import Usage

_FENCES: Final = ("```json\n", "```\n")
_FENCE: Final = "\n```"
_UNTOLD: Final = Usage()


class Unusable(ValueError):
    """An answer that is not what was asked for, in words; what it took is told all the same where that can be read."""

    def __init__(self, why: str, *, usage: Usage = _UNTOLD) -> None:
        super().__init__(why)
        self.usage = usage


@frozen(kw_only=True)
class JudgeAnswer:
    """An answer that can be used: letter → marks, and what the judge itself says it took."""

    conditions: Mapping[str, Marks]
    usage: Usage = Usage()


def read_judge_answer(said: str, *, letters: Collection[str], rubric: Rubric) -> JudgeAnswer:
    """Read an answer, which may stand in a fence as in Markdown. Raises Unusable with all that is wrong.

    Every letter has to be there, and every criterion under each, with a score on the scale: nothing is filled in, and
    nothing is cut to fit.
    """
    try:
        document = loads_exactly(_without_fence(said))
    except JsonTextError as error:
        raise Unusable(f"{error.faults[0].message}: {brief(said)}") from None
    score = decimal_from(rubric.scale.min, rubric.scale.max, whole=rubric.whole_scores)
    marks = Form(Marks, {"scores": _exactly(rubric.names, score, what="criterion"), "explanation": _words})
    form = Form(JudgeAnswer, {"conditions": _exactly(letters, marks, what="condition"), "usage": _USAGE})
    try:
        return form(document)
    except Misfit as misfit:
        why = "; ".join(f"{fault.message} @ {fault.pointer}" for fault in misfit.at("$"))
        raise Unusable(why, usage=_told(document)) from None


def _told(document: object) -> Usage:
    usage: Usage | None = _known(document.get("usage", {}), _USAGE) if isinstance(document, dict) else None
    return usage or _UNTOLD


def _without_fence(said: str) -> str:
    inner = said.strip().replace("\r\n", "\n")
    for begin in _FENCES:
        if inner.startswith(begin) and inner.endswith(_FENCE):
            return inner[len(begin) : -len(_FENCE)]
    return inner


def _words(value: object) -> str | None:
    return None if value is None else text(value)


def _dollars(value: object) -> float | None:
    return None if value is None else float(_amount(value))


_amount: Final = decimal_from(0)
_count: Final = whole_from(0)


def _tokens(value: object) -> int | None:
    return None if value is None else _count(value)


_USAGE: Final = Form(Usage, {"input_tokens": _tokens, "output_tokens": _tokens, "cost_usd": _dollars})


def _exactly(names: Collection[str], read: Read[Any], *, what: str) -> Read[dict[str, Any]]:
    """An object with these names, all of them and no others, in their order."""
    read_all = mapping_of(read)

    def read_named(value: object) -> dict[str, Any]:
        if type(value) is not dict:
            raise Misfit(f"expected an object, got {described(value)}")
        missing = [TextFault(message=f"{what} {name!r} is missing") for name in names if name not in value]
        strange = [
            TextFault(message=f"no {what} is called {brief(name)}", pointer=member("", name))
            for name in value
            if name not in names
        ]
        if missing or strange:
            raise Misfit(*missing, *strange)
        given = read_all(value)
        return {name: given[name] for name in names}

    return read_named


def read_usage(document: object) -> Usage:
    """What an endpoint says that a request took, in the words of OpenAI; unknown where it says something else."""
    if not isinstance(document, dict):
        return Usage()
    return Usage(
        input_tokens=_known(document.get("prompt_tokens"), _tokens),
        output_tokens=_known(document.get("completion_tokens"), _tokens),
        cost_usd=_known(document.get("cost"), _dollars),
    )


def _known(value: object, read: Read[Any]) -> Any:  # noqa: ANN401 - whatever `read` reads
    if isinstance(value, float):
        value = Decimal(repr(value))
    try:
        return read(value)
    except Misfit:
        return None
