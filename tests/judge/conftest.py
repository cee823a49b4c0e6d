from collections.abc import Callable
from typing import TypeAlias

import pytest

from goldgate.judge.verdict import judge
from goldgate.model.case import Case, Expectation, World
from goldgate.model.trace import Trace

Reasons: TypeAlias = dict[str, str]
Judge: TypeAlias = Callable[..., Reasons]


@pytest.fixture(scope="session")
def reasons() -> Judge:
    """Judges a trace by an expectation: every check by name, with its reason, which is empty when it passed."""

    def judged(expect: Expectation, trace: Trace, *, world: World = World()) -> Reasons:  # noqa: B008 - frozen
        judgement = judge(Case(id="case", request="do it", expect=expect, world=world), trace)
        assert judgement.fault is None
        assert all(check.passed is (check.why == "") for check in judgement.checks)
        return {check.name: check.why for check in judgement.checks}

    return judged
