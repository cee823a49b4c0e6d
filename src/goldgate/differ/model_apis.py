"""Which model API is a request for, and which fields of it never change an answer?

Everything counts unless it is known not to: a field that a new release of an API brings makes a recording miss, loudly,
rather than let another question's answer pass for this one's.
"""

import re
from collections.abc import Mapping
from typing import Final

from goldgate.model.frozen import frozen

_BOOKKEEPING: Final = frozenset(
    {"metadata", "prompt_cache_key", "prompt_cache_retention", "safety_identifier", "service_tier", "store", "user"}
)
"""Who asks, how it is billed, cached and kept; OpenAI's words, which all that speak its protocol share."""


@frozen
class ModelApi:
    """One protocol: its name in the settings, the paths it is spoken at, the top-level fields that don't count."""

    name: str
    path: re.Pattern[str]
    without: frozenset[str] = _BOOKKEEPING


MODEL_APIS: Final = (
    ModelApi("openai.chat", re.compile(r"/chat/completions$")),
    ModelApi("openai.responses", re.compile(r"/responses(?:/compact|/input_tokens)?$")),
    ModelApi("openai.completions", re.compile(r"/v\d+/completions$")),
    ModelApi("openai.embeddings", re.compile(r"/embeddings$")),
    ModelApi(
        "anthropic.messages",
        re.compile(r"/v\d+/messages(?:/count_tokens)?$|/publishers/anthropic/models/[^/]+:(?:r|streamR)awPredict$"),
        frozenset({"metadata", "service_tier"}),
    ),
    ModelApi(
        "gemini",
        re.compile(
            r"/models/[^/]+:(?:g|streamG)enerateContent$|/models/[^/]+:(?:countTokens|(?:batchE|e)mbedContents?)$"
        ),
        frozenset({"labels"}),
    ),
    ModelApi(
        "bedrock",
        re.compile(r"^/model/[^/]+/(?:converse|converse-stream|invoke|invoke-with-response-stream)$"),
        frozenset({"requestMetadata"}),
    ),
    ModelApi("cohere.chat", re.compile(r"/v2/chat$"), frozenset()),
)
"""In order; the first whose path fits. Groq, Mistral, DeepSeek, Azure, OpenRouter and most others speak OpenAI's."""

BY_NAME: Final[Mapping[str, ModelApi]] = {api.name: api for api in MODEL_APIS}


def model_api_at(path: str) -> ModelApi | None:
    """The API that is spoken at a path (without its query); None for everything that is no known model API."""
    return next((api for api in MODEL_APIS if api.path.search(path)), None)
