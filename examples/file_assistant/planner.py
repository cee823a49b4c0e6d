"""Which steps does a request need? Rules from a task to a plan, and from a failure to what goes on."""

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeAlias

from examples.file_assistant.answers import answer
from examples.file_assistant.extractor import Task, TaskExtractor
from examples.file_assistant.hints import choose
from examples.file_assistant.memory import Memory
from examples.file_assistant.policy import REFUSALS
from goldgate import Context, Step, Turn

PlanStep: TypeAlias = dict[str, Any]
"""`{"tool", "args"}`."""
Request: TypeAlias = str | tuple[Turn, ...]

FOUND: Final = "<found>"
"""Stands in a plan for the path that the step before will have found."""

LONGEST_GUESS: Final = 6
"""Words; what is left over of a longer request names no file."""


class Planner:
    """Weighs the hints of a request, picks a tool, fills in its arguments."""

    def __init__(self, extractor: TaskExtractor) -> None:
        self._extractor = extractor

    def plan(self, request: Request, context: Context) -> list[PlanStep]:
        """The steps for a request; none (and the overall status `failure`) when it can't be known what is wanted."""
        steps = _steps(self._task(request, context))
        if not steps:
            context.status = "failure"
        return steps

    def replan(self, request: Request, context: Context, failure: Step) -> list[PlanStep] | None:
        """What goes on after a failure: the rest of the plan, a look for what was not there, or nothing (None)."""
        task = self._task(request, context)
        planned = _steps(task)
        failed: PlanStep = {"tool": failure.name, "args": failure.args}
        if failed not in planned:
            return None
        rest = planned[planned.index(failed) + 1 :]
        if failure.error_code in REFUSALS:
            return rest  # the rehearsal goes on
        if failure.error_code not in {"NOT_FOUND", "IS_FOLDER"}:
            return None
        if failed["tool"] == "file_delete":
            context.status = "failure"  # what fits is shown; nobody said that it may go
            return [_lookup(task, failed["args"]["path"])]
        missed = SOURCES.get(failed["tool"])
        return None if missed is None else [_lookup(task, failed["args"][missed]), _with_found(failed, missed), *rest]

    def answer(self, request: Request, context: Context, outcomes: Sequence[Step]) -> str:
        """What the user is told in the end, in the language of the request."""
        return answer(outcomes, korean=self._task(request, context).korean)

    def _task(self, request: Request, context: Context) -> Task:
        said = [request] if isinstance(request, str) else [turn.content for turn in request if turn.role == "user"]
        task = self._extractor.extract(said[-1] if said else "", earlier=said[:-1])
        place = Memory(context).places().get(task.topic)
        return task if place is None or task.folder else dataclasses.replace(task, folder=place, topic="")


def _steps(task: Task) -> list[PlanStep]:
    tool = choose(task.hints)
    return [] if tool is None else RULES[tool](task)


def _step(tool: str, **args: Any) -> PlanStep:
    return {"tool": tool, "args": {name: value for name, value in args.items() if value is not None}}


def _guess(task: Task) -> str | None:
    """The words that may name a file; None when there are none, or too many for a name."""
    return task.topic if task.topic and len(task.topic.split()) <= LONGEST_GUESS else None


def _list(task: Task) -> list[PlanStep]:
    name = task.names[0] if task.names else _guess(task)
    return [_step("file_list", name=name, folder=task.folder, since=task.since, before=task.before, limit=task.count)]


def _search(task: Task) -> list[PlanStep]:
    text = task.about or (task.texts[0] if task.texts else None)
    name = task.names[0] if task.names else _guess(task)
    if task.since or task.before or not (text or name):
        return _list(task)  # only the list knows dates
    return [_step("file_search", name=name, text=text, folder=task.folder)]


def _read(task: Task) -> list[PlanStep]:
    guess = _guess(task) or task.recent or task.folder
    return [_step("file_read", path=path) for path in task.names or task.texts or filter(None, [guess])]


def _write(task: Task) -> list[PlanStep]:
    path = task.target or (task.names[0] if task.names else None)
    if path is None:
        return []
    return [_step("file_write", path=path, text="".join(task.texts[:1]), append="append" in task.hints or None)]


def _move(task: Task) -> list[PlanStep]:
    source = task.names[0] if task.names else _guess(task)
    target = task.target or (task.names[-1] if len(task.names) > 1 else None)
    return [_step("file_move", source=source, target=target)] if source and target else []


def _delete(task: Task) -> list[PlanStep]:
    return [_step("file_delete", path=path) for path in task.names or filter(None, [_guess(task)])]


def _remember(task: Task) -> list[PlanStep]:
    place = task.folder or (task.names[0] if task.names else None)
    return [_step("remember", name=task.topic, place=place)] if task.topic and place else []


def _remind(task: Task) -> list[PlanStep]:
    return [_step("remind", date=task.since, text=task.said)] if task.since else []


RULES: Final[Mapping[str, Callable[[Task], list[PlanStep]]]] = {
    "file_list": _list,
    "file_search": _search,
    "file_read": _read,
    "file_write": _write,
    "file_move": _move,
    "file_delete": _delete,
    "remember": _remember,
    "remind": _remind,
}
"""How a task becomes the steps of the tool that was chosen."""

SOURCES: Final[Mapping[str, str]] = {"file_read": "path", "file_move": "source"}
"""Tools that are tried again with a file that was found, and the argument that names it."""


def _lookup(task: Task, missed: str) -> PlanStep:
    """Look for what was not there: the newest that fits when something recent was meant, else all that fits."""
    name = missed.rpartition("/")[2] or missed
    if task.recent is None:
        return _step("file_search", name=name, folder=task.folder)
    return _step("file_list", name=None if name == task.recent else name, folder=task.folder, limit=1)


def _with_found(failed: PlanStep, missed: str) -> PlanStep:
    return {"tool": failed["tool"], "args": failed["args"] | {missed: FOUND}}
