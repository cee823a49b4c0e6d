"""An agent that is traced by OpenTelemetry's own instrumentation, messages in a log record for each of them."""

import os

os.environ["OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT"] = "true"

from opentelemetry.instrumentation.openai_v2 import OpenAIInstrumentor
from scripted_model import run

from goldgate.model.case import CaseView

OpenAIInstrumentor().instrument()


def agent(case: CaseView) -> str:
    return str(run(case.request))
