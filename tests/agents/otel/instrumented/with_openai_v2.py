"""An agent that is traced by OpenTelemetry's own instrumentation, messages as attributes of spans."""

import os

os.environ["OTEL_SEMCONV_STABILITY_OPT_IN"] = "gen_ai_latest_experimental"
os.environ["OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT"] = "SPAN_ONLY"

from opentelemetry.instrumentation.openai_v2 import OpenAIInstrumentor
from scripted_model import run

from goldgate.model.case import CaseView

OpenAIInstrumentor().instrument()


def agent(case: CaseView) -> str:
    return str(run(case.request))
