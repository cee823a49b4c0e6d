"""Agents that emit OpenTelemetry, performed where its SDK is installed."""

from collections.abc import Callable
from typing import Any

import pytest

from goldgate.agents.accepted import accept
from goldgate.agents.perform import perform
from goldgate.model.case import CaseView
from goldgate.model.trace import Trace


@pytest.fixture
def tracer() -> Any:
    """A tracer of the global provider, which the agents use, too."""
    pytest.importorskip("opentelemetry.sdk", reason="OpenTelemetry has an environment of its own")
    from goldgate.agents.otel.sdk import connect

    connect()
    from opentelemetry import trace

    return trace.get_tracer("tests")


@pytest.fixture
def observe(tracer: object) -> Callable[..., Trace]:
    """The trace of a function whose spans are its steps; a trial that has a fault fails the test."""
    from goldgate.agents.otel import sdk
    from goldgate.agents.otel.agent import OtelAgent

    def observe(function: object, request: str = "hi") -> Trace:
        agent = accept(OtelAgent(inner=accept(function), sdk=sdk))
        performance = perform(agent, CaseView(id="case", request=request))
        assert performance.fault is None
        return performance.trace

    return observe
