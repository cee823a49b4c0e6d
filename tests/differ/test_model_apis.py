import pytest

from goldgate.differ.model_apis import BY_NAME, MODEL_APIS, model_api_at


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("/v1/chat/completions", "openai.chat"),
        ("/openai/v1/chat/completions", "openai.chat"),
        ("/openai/deployments/gpt-4o/chat/completions", "openai.chat"),
        ("/v1beta/openai/chat/completions", "openai.chat"),
        ("/v1/responses", "openai.responses"),
        ("/responses", "openai.responses"),
        ("/v1/responses/compact", "openai.responses"),
        ("/v1/responses/input_tokens", "openai.responses"),
        ("/v1/completions", "openai.completions"),
        ("/v1/embeddings", "openai.embeddings"),
        ("/v1/messages", "anthropic.messages"),
        ("/v1/messages/count_tokens", "anthropic.messages"),
        ("/v1/projects/P/locations/l/publishers/anthropic/models/claude-4:rawPredict", "anthropic.messages"),
        ("/v1/projects/P/locations/l/publishers/anthropic/models/claude-4:streamRawPredict", "anthropic.messages"),
        ("/v1beta/models/gemini-2.0-flash:generateContent", "gemini"),
        ("/v1beta/models/gemini-2.0-flash:streamGenerateContent", "gemini"),
        ("/v1beta1/projects/P/locations/l/publishers/google/models/gemini:generateContent", "gemini"),
        ("/v1beta/models/gemini:countTokens", "gemini"),
        ("/v1beta/models/e:embedContent", "gemini"),
        ("/v1beta/models/e:batchEmbedContents", "gemini"),
        ("/model/us.anthropic.claude-v1:0/converse", "bedrock"),
        ("/model/m/invoke-with-response-stream", "bedrock"),
        ("/v2/chat", "cohere.chat"),
        ("/v1/chat", None),
        ("/v1/responses/resp_1", None),
        ("/v1/conversations", None),
        ("/messages", None),
        ("/completions", None),
        ("/", None),
        ("", None),
    ],
)
def test_an_api_is_known_by_its_path(path: str, name: str | None) -> None:
    api = model_api_at(path)
    assert (api and api.name) == name


def test_names_are_unique() -> None:
    assert list(BY_NAME) == [api.name for api in MODEL_APIS]
