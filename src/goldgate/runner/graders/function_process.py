"""What runs beside a judge that is a function? A process that imports it, and calls it once for each line it is told.

Its arguments are the name of the function and the folder from which that is imported.
"""

import asyncio
import importlib
import inspect
import json
import os
import sys
from collections.abc import Callable, Mapping
from functools import reduce
from pathlib import Path

from goldgate.agents.frames import user_frames
from goldgate.differ.canonical import plain, spell
from goldgate.errors import NotJson
from goldgate.model.value import Json
from goldgate.runner.imports import distrusting_bytecode
from goldgate.runner.project_files import ProjectFolder


def main(name: str, root: str) -> None:
    """Import the function, say so, and serve until nothing more is asked."""
    requests = os.fdopen(int(os.environ["GOLDGATE_IN"]), "rb")
    replies = os.fdopen(int(os.environ["GOLDGATE_OUT"]), "wb", buffering=0)

    def say(document: Mapping[str, Json]) -> None:
        replies.write(f"{spell(dict(document))}\n".encode())

    sys.path[0] = root
    with distrusting_bytecode(ProjectFolder(root=Path(root)).holds):
        try:
            judge = _imported(name)
        except Exception as error:  # noqa: BLE001 - the user's own code, of which the parent tells
            frames = _frames(error, root)
            say({"fault": "\n".join((f"the judge {name!r} could not be imported: {_told(error)}", *frames))})
            return
        say({"ready": True})
        for line in requests:
            say(called(judge, json.loads(line), root=root))


def _imported(name: str) -> Callable[[Json], object]:
    module, _, attributes = name.partition(":")
    judge = reduce(getattr, attributes.split("."), importlib.import_module(module))
    if not callable(judge):
        raise TypeError(f"it is a {type(judge).__name__}, and can't be called")
    return judge


def called(judge: Callable[[Json], object], document: Json, *, root: str) -> dict[str, str]:
    """What comes of calling a judge: a `text`, or why there is none, the `fault`."""
    try:
        answer = judge(document)
        if inspect.iscoroutine(answer):
            answer = asyncio.run(answer)
        return {"text": answer if isinstance(answer, str) else spell(plain(answer))}
    except NotJson as error:
        return {"fault": f"the judge returned no JSON: {error.problems[0].message}"}
    except Exception as error:  # noqa: BLE001 - a judge that raises has given no answer
        return {
            "fault": "; ".join(
                (f"the judge raised {_told(error)}", *(at.split("\n")[0].strip() for at in _frames(error, root)))
            )
        }


def _told(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"


def _frames(error: Exception, root: str) -> tuple[str, ...]:
    return user_frames(error, root=Path(root)).lines[-1:]


if __name__ == "__main__":
    main(*sys.argv[1:])
