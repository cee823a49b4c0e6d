"""What does a message say? Text, calls and results, whichever of the usual forms it is written in.

Parts (`{"type": "tool_call", …}`, GenAI conventions), blocks (`toolUse` of Bedrock, `tool_use` of Anthropic),
`tool_calls` with a `function` (OpenAI) or without (LangChain), and LangChain's `{"type": "ai", "data": {…}}`.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from goldgate.formats.spans.reading import Answered, Asked, Message
from goldgate.formats.spans.values import result_of, structured
from goldgate.model.value import NOT_CAPTURED, Json, NotCaptured

_ROLES: Final = {"human": "user", "ai": "assistant", "model": "assistant"}
"""Other words for the same roles."""
_CALLS: Final = ("tool_call", "tool_use", "function_call")
_RESULTS: Final = ("tool_call_response", "tool_result")


def messages_of(value: Json | NotCaptured) -> tuple[Message, ...] | None:
    """The messages of a list, of one message, or of the JSON text of these; None where there is nothing of the kind."""
    if value is NOT_CAPTURED:
        return None
    read = structured(value)
    documents = read if isinstance(read, list) else [read]
    messages = tuple(message_of(document) for document in documents if isinstance(document, dict))
    return messages or (() if read == [] else None)


def message_of(document: Mapping[str, Json], *, role: str = "assistant") -> Message:
    """One message; `role` is that of one which does not say its own."""
    inner = document.get("data")
    if isinstance(inner, dict) and isinstance(document.get("type"), str):
        document = {**inner, "role": document["type"]}
    said = str(document.get("role") or role)
    content = structured(document.get("content"))
    blocks = [*_objects(document.get("parts")), *_objects(content)]
    if isinstance(inner_text := document.get("content"), str) and not _are_blocks(content):
        blocks.append({"text": inner_text})
    if said == "tool" or "tool_call_id" in document:
        return _result(document, blocks, content, role=said)
    return Message(
        role=_ROLES.get(said, said),
        text=_text(blocks),
        asked=_asked(document, blocks),
        answered=tuple(_answers(blocks)),
    )


def _are_blocks(content: Json) -> bool:
    return isinstance(content, list) and bool(content) and all(isinstance(block, dict) for block in content)


def _objects(value: Json) -> list[dict[str, Json]]:
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def _result(document: Mapping[str, Json], blocks: list[dict[str, Json]], content: Json, *, role: str) -> Message:
    """A message that holds the result of one call, or several in blocks."""
    answered = tuple(_answers(blocks))
    if not answered:
        result: Json | NotCaptured = result_of(content) if "content" in document else NOT_CAPTURED
        call_id = _id(document, "tool_call_id", "id")
        answered = (Answered(call_id=call_id, result=result, failed=document.get("status") == "error"),)
    return Message(role=_ROLES.get(role, role), asked=_asked(document, blocks), answered=answered)


def _text(blocks: Iterable[Mapping[str, Json]]) -> str | None:
    texts = [text for block in blocks if (text := _block_text(block)) is not None]
    return "".join(texts) or None


def _block_text(block: Mapping[str, Json]) -> str | None:
    if block.get("type", "text") != "text":
        return None
    text = block.get("text", block.get("content"))
    return text if isinstance(text, str) else None


def _asked(document: Mapping[str, Json], blocks: Iterable[Mapping[str, Json]]) -> tuple[Asked, ...]:
    calls = [*_objects(document.get("tool_calls")), *_objects(document.get("invalid_tool_calls"))]
    calls += [inner if isinstance(inner := block["toolUse"], dict) else {} for block in blocks if "toolUse" in block]
    calls += [dict(block) for block in blocks if block.get("type") in _CALLS]
    return tuple(_calls(calls))


def _calls(calls: Iterable[Mapping[str, Json]]) -> Iterator[Asked]:
    for wrapped in calls:
        call = inner if isinstance(inner := wrapped.get("tool_call"), dict) else wrapped
        function = inner if isinstance(inner := call.get("function"), dict) else call
        if isinstance(name := function.get("name"), str):
            args = next((function[key] for key in ("arguments", "args", "input") if key in function), NOT_CAPTURED)
            yield Asked(name=name, call_id=_id(call, "id", "toolUseId", "call_id"), args=args)


def _answers(blocks: Iterable[Mapping[str, Json]]) -> Iterator[Answered]:
    for block in blocks:
        answer = inner if isinstance(inner := block.get("toolResult"), dict) else block
        if answer is block and block.get("type") not in _RESULTS:
            continue
        given = next((answer[key] for key in ("response", "result", "content") if key in answer), NOT_CAPTURED)
        yield Answered(
            call_id=_id(answer, "id", "toolUseId", "tool_use_id", "tool_call_id"),
            result=NOT_CAPTURED if given is NOT_CAPTURED else result_of(given),
            failed=answer.get("status") == "error" or answer.get("is_error") is True,
        )


def _id(document: Mapping[str, Json], *names: str) -> str | None:
    return next((value for name in names if isinstance(value := document.get(name), str) and value), None)
