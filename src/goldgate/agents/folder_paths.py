"""How are paths of folders told whose names differ from trial to trial, or machine to machine? By a name that doesn't.

The private folder of a trial is its current directory, so a relative path says the same.
"""

import os
import re
from pathlib import Path
from typing import Final

import attrs

from goldgate.model.trace import PlannedStep, Step, Trace
from goldgate.model.value import NOT_CAPTURED, Json, NotCaptured

_HERE: Final = "."


class FolderPaths:
    """The spellings of one folder; it is told as `name`, and what lies in it as `name/…`, below `.` without it."""

    def __init__(self, folder: Path, *, name: str = _HERE) -> None:
        self._name = name
        self._prefix = "" if name == _HERE else f"{name}/"
        spellings = sorted({str(folder), os.path.realpath(folder)}, key=len, reverse=True)
        self._spellings = tuple(spellings)
        either, separator = "|".join(map(re.escape, spellings)), re.escape(os.sep)
        self._before_path = re.compile(rf"(?:{either}){separator}+(?=[^\s'\"`,;:)\]}}>])")
        self._alone = re.compile(rf"(?:{either})(?:{separator}+|(?![\w-]|\.\w))")

    def relative(self, trace: Trace) -> Trace:
        """The trace with the folder's name in all paths of it."""
        return attrs.evolve(
            trace,
            plan=None if trace.plan is None else tuple(map(self._planned, trace.plan)),
            steps=tuple(map(self._step, trace.steps)),
            answer=self._value(trace.answer),
            state=self._value(trace.state),
        )

    def _planned(self, planned: PlannedStep) -> PlannedStep:
        return attrs.evolve(planned, args=self._value(planned.args))

    def _step(self, step: Step) -> Step:
        return attrs.evolve(step, args=self._value(step.args), observation=self._value(step.observation))

    def _value(self, value: Json | NotCaptured) -> Json | NotCaptured:
        return NOT_CAPTURED if value is NOT_CAPTURED else self._json(value)

    def _json(self, value: Json) -> Json:
        if isinstance(value, str):
            return self._text(value)
        if isinstance(value, list):
            return [self._json(item) for item in value]
        if isinstance(value, dict):
            return {self._text(key): self._json(item) for key, item in value.items()}
        return value

    def _text(self, text: str) -> str:
        if not any(spelling in text for spelling in self._spellings):
            return text
        return self._alone.sub(self._name, self._before_path.sub(self._prefix, text))
