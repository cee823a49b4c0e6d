"""What does a rubric say? A TOML file, written by people; every error is told, with its line."""

from collections import Counter
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from typing import Final

from goldgate.differ.canonical import digest
from goldgate.differ.nearest import unknown
from goldgate.errors import BadFile
from goldgate.formats.converter import Form, Misfit, flag, list_of, mapping_of, text, word_of, words
from goldgate.formats.decimals import LARGEST, as_decimal, decimal_from
from goldgate.formats.ids import id_fault
from goldgate.formats.text import TextFault, exact, member
from goldgate.formats.toml_text import parsed, toml_problem
from goldgate.model.frozen import frozen
from goldgate.model.rubric import WHOLE, Arm, Criterion, GateRule, Layout, Rubric, RubricGate, Scale, Shown

_bounded: Final = decimal_from(-LARGEST, LARGEST)
ROW_KEYS: Final = ("case_id", "trial", "condition")
"""The keys by which a score row is told from all others."""
ARM_KEYS: Final = ("blocker", "notes")
"""What the row of an arm holds beside these and its scores."""


def _name(value: object) -> str:
    name = text(value)
    if fault := id_fault(name):
        raise Misfit(fault.replace("an id", "the name of a criterion", 1))
    return name


@frozen(kw_only=True)
class _Weighed:
    """What a criterion is beside its name."""

    weight: Decimal | None = None
    description: str | None = None


_weight: Final = decimal_from(0, 100)
_WEIGHED: Final = Form(_Weighed, {"weight": _weight, "description": words})


def _weighed(value: object) -> _Weighed:
    """A weight, or a table with more than that."""
    return _WEIGHED(value) if isinstance(value, dict) else _Weighed(weight=_weight(value))


_weighed_by_name: Final = mapping_of(_weighed, name=_name)


def _criteria(value: object) -> tuple[Criterion, ...]:
    return tuple(
        Criterion(name=name, weight=weighed.weight, description=weighed.description)
        for name, weighed in _weighed_by_name(value).items()
    )


def rubric_faults(rubric: Rubric) -> Iterator[TextFault]:
    """What does not hold between the parts of a rubric, with pointers relative to it."""
    yield from _criteria_faults(rubric)
    if rubric.scale.min >= rubric.scale.max:
        message = f"the scale ends at {rubric.scale.max}, which is not above its begin at {rubric.scale.min}"
        yield TextFault(message=message, pointer=".scale")
    yield from _arm_faults(rubric)
    if len(set(rubric.shows)) != len(rubric.shows) or not rubric.shows:
        yield TextFault(message="expected something to show to the judge, each part once", pointer=".shows")
    match rubric.rule:
        case GateRule.THRESHOLD:
            yield from _threshold_faults(rubric)
        case GateRule.COMPARATIVE:
            yield from _comparative_faults(rubric)


def _criteria_faults(rubric: Rubric) -> Iterator[TextFault]:
    if not rubric.criteria:
        yield TextFault(message="expected at least one criterion", pointer=".criteria")
        return
    yield from _weight_faults(rubric)
    for name, times in Counter(rubric.names).items():
        if times > 1:
            yield TextFault(message=f"several criteria are called {name!r}", pointer=".criteria")
        if rubric.layout is Layout.ARMS and name in (*ROW_KEYS, *ARM_KEYS):
            message = f"a criterion can't be called {name!r}: the rows of arms have a key of that name"
            yield TextFault(message=message, pointer=".criteria", key=name)


def _weight_faults(rubric: Rubric) -> Iterator[TextFault]:
    """What is wrong with the weights; where there is none at all, all criteria count the same."""
    given = [criterion.weight for criterion in rubric.criteria if criterion.weight is not None]
    if not given:
        return
    if lacking := [criterion.name for criterion in rubric.criteria if criterion.weight is None]:
        message = f"criterion {lacking[0]!r} has no weight; give one to each, or to none: then all count the same"
        yield TextFault(message=message, pointer=member(".criteria", lacking[0]))
        return
    total = sum(map(Fraction, given), Fraction())
    if total not in WHOLE:
        added = " + ".join(map(str, given))
        message = f"expected weights that add up to 1, or to 100; {added} is {as_decimal(total)}"
        yield TextFault(message=message, pointer=".criteria")


def _arm_faults(rubric: Rubric) -> Iterator[TextFault]:
    if rubric.layout is Layout.DIMENSIONS:
        if set(rubric.arms) != {Arm.BASELINE, Arm.CANDIDATE}:
            yield TextFault(message="the layout of dimensions has no arms", pointer=".arms")
        return
    if len(set(rubric.arms)) != len(rubric.arms):
        yield TextFault(message="an arm stands there twice", pointer=".arms")
    needed = {Arm.CANDIDATE} if rubric.rule is GateRule.THRESHOLD else {Arm.BASELINE, Arm.CANDIDATE}
    for arm in sorted(needed - set(rubric.arms)):
        yield TextFault(message=f"the rule {rubric.rule.value} needs the arm {arm.value!r}", pointer=".arms")


def _threshold_faults(rubric: Rubric) -> Iterator[TextFault]:
    if rubric.threshold is None:
        message = "required key 'threshold' is missing; it is 70 only on a scale from 0 to 100"
        yield TextFault(message=message, pointer=".gate")
    elif fault := threshold_fault(rubric, rubric.threshold):
        yield TextFault(message=fault, pointer=".gate.threshold")
    for key, given in (("not_below", rubric.gate.not_below), ("tolerance", rubric.gate.tolerance)):
        if given:
            yield TextFault(message=f"{key!r} belongs to the rule comparative", pointer=f".gate.{key}")


def threshold_fault(rubric: Rubric, threshold: Decimal) -> str | None:
    """Why cases can't be held against a threshold; None when they can."""
    scale = rubric.scale
    if scale.min <= threshold <= scale.max:
        return None
    return f"expected a threshold on the scale from {scale.min} to {scale.max}, got {threshold}"


def _comparative_faults(rubric: Rubric) -> Iterator[TextFault]:
    gate = rubric.gate
    if rubric.layout is Layout.DIMENSIONS:
        message = "the rule comparative compares arms, and the layout of dimensions has none"
        yield TextFault(message=message, pointer=".gate.rule")
    if gate.threshold is not None:
        yield TextFault(message="'threshold' belongs to the rule threshold", pointer=".gate.threshold")
    if gate.tolerance and not gate.not_below:
        message = "a tolerance is for the criteria that 'not_below' names, and there are none"
        yield TextFault(message=message, pointer=".gate.tolerance")
    for index, name in enumerate(gate.not_below):
        if name not in rubric.names:
            message = unknown("criterion", name, rubric.names)
            yield TextFault(message=message, pointer=f".gate.not_below[{index}]")


_RUBRIC: Final = Form(
    Rubric,
    {
        "layout": word_of(Layout),
        "criteria": _criteria,
        "scale": Form(Scale, {"min": _bounded, "max": _bounded, "whole": flag}),
        "arms": list_of(word_of(Arm)),
        "gate": Form(
            RubricGate,
            {
                "rule": word_of(GateRule),
                "threshold": _bounded,
                "not_below": list_of(words),
                "tolerance": decimal_from(0, LARGEST),
            },
        ),
        "rules": list_of(words),
        "shows": list_of(word_of(Shown)),
    },
    check=rubric_faults,
)


def rubric_digest(rubric: Rubric) -> str:
    """The digest of all that a rubric says, however its file spells it."""
    return digest(
        {
            "layout": rubric.layout.value,
            "criteria": [
                [one.name, None if one.weight is None else str(Fraction(one.weight)), one.description]
                for one in rubric.criteria
            ],
            "scale": [str(Fraction(rubric.scale.min)), str(Fraction(rubric.scale.max)), rubric.whole_scores],
            "arms": [arm.value for arm in rubric.arms],
            "rule": rubric.rule.value,
            "threshold": None if rubric.threshold is None else str(Fraction(rubric.threshold)),
            "not_below": list(rubric.gate.not_below),
            "tolerance": str(Fraction(rubric.gate.tolerance)),
            "rules": list(rubric.rules),
            "shows": [part.value for part in rubric.shows],
        }
    )


def read_rubric(text: str, *, file: str) -> Rubric:
    """Read and validate a rubric. Raises BadFile with all its problems."""
    document = parsed(text, file=file, parse_float=exact)
    try:
        return _RUBRIC(document)
    except Misfit as misfit:
        problems = [toml_problem(fault, text=text, file=file) for fault in misfit.at("$")]
        raise BadFile(*sorted(problems, key=lambda problem: problem.line or 0)) from None
