"""An agent that is traced by OpenInference."""

from openinference.instrumentation.openai import OpenAIInstrumentor
from scripted_model import run

from goldgate.model.case import CaseView

OpenAIInstrumentor().instrument()


def agent(case: CaseView) -> str:
    return str(run(case.request))
