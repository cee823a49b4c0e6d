from collections.abc import Callable

import pytest

from goldgate.model.case import Expectation, Limits
from goldgate.model.trace import Step, Trace, Usage

TRACE = Trace(
    steps=(Step(name="a"), Step(kind="message"), Step(name="b")),
    usage=Usage(input_tokens=80, output_tokens=20, cost_usd=0.3),
)


@pytest.mark.parametrize(
    ("limits", "found"),
    [
        (Limits(), {}),
        (
            Limits(steps=3, calls=2, tokens=100, cost_usd=0.3),
            dict.fromkeys(("steps", "calls", "tokens", "cost_usd"), ""),
        ),
        (Limits(steps=2), {"steps": "expected steps to be at most 2, got 3"}),
        (Limits(calls=1), {"calls": "expected calls to be at most 1, got 2"}),
        (Limits(calls=0), {"calls": "expected calls to be at most 0, got 2"}),
        (Limits(tokens=99), {"tokens": "expected tokens to be at most 99, got 100"}),
        (Limits(cost_usd=0.29), {"cost_usd": "expected cost_usd to be at most 0.29, got 0.3"}),
        (Limits(cost_usd=1), {"cost_usd": ""}),
    ],
)
def test_at_most(limits: Limits, found: dict[str, str], reasons: Callable[..., dict[str, str]]) -> None:
    expected = {"agent": ""} | {f"limits.{name}": why for name, why in found.items()}
    assert reasons(Expectation(limits=limits), TRACE) == expected


@pytest.mark.parametrize("usage", [Usage(), Usage(input_tokens=1)])
def test_what_is_not_known_is_not_within(usage: Usage, reasons: Callable[..., dict[str, str]]) -> None:
    found = reasons(Expectation(limits=Limits(tokens=100, cost_usd=1)), Trace(usage=usage))
    assert found["limits.tokens"] == "expected tokens to be at most 100, but it is not known"
    assert found["limits.cost_usd"] == "expected cost_usd to be at most 1, but it is not known"
