"""How is the world of a case said in JSON? As it is digested, and as it crosses over to the worker that loads it."""

import base64
from typing import Any

import attrs

from goldgate.formats.trace import read_args
from goldgate.model.case import Stub, World, WorldFile
from goldgate.model.value import NOT_CAPTURED, Json


def write_world(world: World) -> dict[str, Json]:
    """The object of a world, what is the default left out."""
    document: dict[str, Json] = {}
    if world.files is not None:
        document["files"] = {path: _write_file(file) for path, file in world.files.items()}
    if world.state is not NOT_CAPTURED:
        document["state"] = world.state
    if world.tools:
        document["tools"] = [_write_stub(stub) for stub in world.tools]
    return document


def write_content(content: bytes) -> str | dict[str, Json]:
    """The content of a file as every document has it: its text, or `{"base64"}` of what is no UTF-8."""
    try:
        return content.decode()
    except UnicodeDecodeError:
        return {"base64": base64.b64encode(content).decode("ascii")}


def _write_file(file: WorldFile) -> Json:
    content = write_content(file.content)
    document: dict[str, Json] = {"text": content} if isinstance(content, str) else {**content}
    if file.mtime is not None:
        document["mtime"] = file.mtime
    if file.mode is not None:
        document["mode"] = file.mode
    return document["text"] if document.keys() == {"text"} else document


def _write_stub(stub: Stub) -> dict[str, Json]:
    document: dict[str, Json] = {"tool": stub.tool}
    if stub.args is not NOT_CAPTURED:
        document["args"] = stub.args
    if stub.returns is not NOT_CAPTURED:
        document["returns"] = stub.returns
    if stub.returns_each is not None:
        document["returns_each"] = list(stub.returns_each)
    if stub.error_code is not None:
        document["error_code"] = stub.error_code
    if stub.message is not None:
        document["message"] = stub.message
    if stub.times is not None:
        document["times"] = stub.times
    return document


def load_world(document: dict[str, Any]) -> World:
    """A world from what `write_world` wrote; anything else is a fault of goldgate."""
    files = document.get("files")
    return World(
        files=None if files is None else {path: _load_file(file) for path, file in files.items()},
        state=document.get("state", NOT_CAPTURED),
        tools=tuple([_load_stub(stub) for stub in document.get("tools", ())]),
    )


def _load_file(file: str | dict[str, str]) -> WorldFile:
    if isinstance(file, str):
        return WorldFile(content=file.encode())
    content = base64.b64decode(file["base64"]) if "base64" in file else file["text"].encode()
    return WorldFile(content=content, mtime=file.get("mtime"), mode=file.get("mode"))


def _load_stub(document: dict[str, Any]) -> Stub:
    stub = Stub(**document)
    if stub.returns_each is not None:
        stub = attrs.evolve(stub, returns_each=tuple(stub.returns_each))
    if isinstance(stub.args, str):  # of a case that was made in Python
        stub = attrs.evolve(stub, args=read_args(stub.args)[0])
    return stub
