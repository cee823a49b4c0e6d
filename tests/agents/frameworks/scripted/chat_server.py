"""An endpoint that speaks the chat API of OpenAI, and as much of Gemini's as ADK asks for, and says what is scripted.

`python chat_server.py PORT_FILE` writes the port that it listens on to the file.
"""

import json
import sys
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from scripted_turns import ANSWER, SCRIPTS, turn


class Endpoint(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["content-length"])))
        if "contents" in asked:
            self._send("application/json", json.dumps(of_gemini(asked)))
        elif asked.get("stream"):
            self._send("text/event-stream", "".join(streamed(asked)))
        else:
            self._send("application/json", json.dumps(of_openai(asked)))

    def _send(self, content_type: str, text: str) -> None:
        body = text.encode()
        self.send_response(200)
        self.send_header("content-type", content_type)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_args: Any) -> None:
        pass


def of_openai(asked: Any) -> dict[str, Any]:
    message = message_of(asked["messages"])
    choice = {"index": 0, "message": message, "finish_reason": "tool_calls" if "tool_calls" in message else "stop"}
    usage = {"prompt_tokens": 10, "completion_tokens": 2, "total_tokens": 12}
    return {
        "id": "chat-1",
        "object": "chat.completion",
        "created": 1,
        "model": asked["model"],
        "choices": [choice],
        "usage": usage,
    }


def streamed(asked: Any) -> Iterator[str]:
    """The same in two events, and one that says what it used."""
    whole = of_openai(asked)
    (choice,), usage = whole.pop("choices"), whole.pop("usage")
    calls = [{**call, "index": at} for at, call in enumerate(choice["message"].pop("tool_calls", ()))]
    delta = {**choice["message"], **({"tool_calls": calls} if calls else {})}
    for part in (
        {"choices": [{"index": 0, "delta": delta, "finish_reason": None}]},
        {"choices": [{"index": 0, "delta": {}, "finish_reason": choice["finish_reason"]}]},
        {"choices": [], "usage": usage},
    ):
        yield f"data: {json.dumps({**whole, 'object': 'chat.completion.chunk', **part})}\n\n"
    yield "data: [DONE]\n\n"


def message_of(messages: Any) -> dict[str, Any]:
    texts = [_text(message.get("content")) for message in messages]
    last = max(at for at, message in enumerate(messages) if message["role"] == "user" and _script(texts[at]))
    number = sum(
        message["role"] == "tool" or "Calling tools" in text for message, text in _after(messages, texts, last)
    )
    calls = turn(_script(texts[last]) or "", number)
    if calls is None:
        return {"role": "assistant", "content": ANSWER}
    called = [
        {"id": f"call-{number}-{at}", "type": "function", "function": {"name": name, "arguments": args}}
        for at, (name, args) in enumerate(calls)
    ]
    return {"role": "assistant", "content": None, "tool_calls": called}


def _after(messages: Any, texts: list[str], last: int) -> list[tuple[Any, str]]:
    return list(zip(messages[last + 1 :], texts[last + 1 :], strict=True))


def _text(content: Any) -> str:
    if isinstance(content, list):
        return "".join(part.get("text", "") for part in content)
    return content or ""


def _script(text: str) -> str | None:
    """The name of the script that a message ends with."""
    return next((name for name in SCRIPTS if text.endswith(name)), None)


def of_gemini(asked: Any) -> dict[str, Any]:
    contents = asked["contents"]
    number = sum(content.get("role") == "model" for content in contents)
    calls = turn(contents[0]["parts"][0]["text"], number)
    parts: list[Any] = [{"text": ANSWER}]
    if calls is not None:
        parts = [{"functionCall": {"name": name, "args": json.loads(args)}} for name, args in calls]
    usage = {"promptTokenCount": 10, "candidatesTokenCount": 2, "totalTokenCount": 12}
    content = {"role": "model", "parts": parts}
    return {"candidates": [{"content": content, "finishReason": "STOP", "index": 0}], "usageMetadata": usage}


if __name__ == "__main__":
    server = ThreadingHTTPServer(("127.0.0.1", 0), Endpoint)
    Path(sys.argv[1]).write_text(str(server.server_port), encoding="utf-8")
    server.serve_forever()
