"""What is wrong with the lines of a golden file? All of it, and the cases of the lines that are well."""

import datetime as dt
from collections.abc import Iterator
from typing import Any, Final

import attrs
import jsonlines

from goldgate.differ.nearest import brief
from goldgate.errors import BadFile, Problem
from goldgate.formats.converter import Form, Misfit, list_of, number_from, text, whole_from, word_of, words
from goldgate.formats.expectation import EXPECTATION
from goldgate.formats.ids import folded, id_fault
from goldgate.formats.known_failure import KNOWN_FAILURE, forbidden
from goldgate.formats.matcher_places import matcher_faults
from goldgate.formats.text import JsonTextError, TextFault, decode, described, loads
from goldgate.formats.world_form import WORLD
from goldgate.model.case import Case, Split, Turn, Window
from goldgate.model.settings import KnownFailureSettings
from goldgate.model.value import Json

_UNSEEN: Final = ("\ufeff", "\x1e")
"""A byte order mark and a record separator, which jsonlines drops at the begin of a line."""


def _loaded(line: str | bytes) -> Json | JsonTextError:
    """What a line says, or why it says nothing; jsonlines, which calls this, would hide the reason in another error."""
    try:
        return loads(line if isinstance(line, str) else line.decode())
    except JsonTextError as error:
        return error


def _id(value: object) -> str:
    name = text(value)
    if fault := id_fault(name):
        raise Misfit(fault)
    return name


_TURN: Final = Form(Turn, {"role": words, "content": text})
_turns: Final = list_of(_TURN)


def _request(value: object) -> str | tuple[Turn, ...]:
    """A text, or turns of a conversation."""
    if isinstance(value, str):
        return value
    if not isinstance(value, list):
        hint = "; put the fields of an object into the text" if isinstance(value, dict) else ""
        raise Misfit(f"expected a text or a list of turns, got {described(value)}{hint}")
    if not value:
        raise Misfit("expected at least one turn")
    return _turns(value)


def _check(case: Case) -> Iterator[TextFault]:
    if case.window is not None and case.stream is None:
        yield TextFault(message="only a case of a stream has a window; name its stream", pointer=".window")


_CASE: Final = Form(
    Case,
    {
        "id": _id,
        "request": _request,
        "tags": list_of(words),
        "notes": text,
        "split": word_of(Split),
        "world": WORLD,
        "expect": EXPECTATION,
        "known_failure": KNOWN_FAILURE,
        "trials": whole_from(1),
        "timeout": number_from(0, exclusive=True),
        "stream": words,
        "window": word_of(Window),
    },
    check=_check,
)


@attrs.define(kw_only=True)
class GoldenReading:
    """One golden file while it is read: the cases so far, and everything that is wrong so far."""

    file: str
    known_failures: KnownFailureSettings
    today: dt.date | None
    cases: list[Case] = attrs.field(factory=list)
    problems: list[Problem] = attrs.field(factory=list)
    _ids: dict[str, tuple[str, int]] = attrs.field(factory=dict)

    def read(self, data: bytes) -> None:
        """Read all lines of a file."""
        lines = dict(self._lines(self._decoded(data)))
        reader = jsonlines.Reader(lines.values(), loads=_loaded)
        for number, line in lines.items():
            document: Any = reader.read(allow_none=True)
            if isinstance(document, JsonTextError):
                self._complain(number, *document.faults)
            else:
                self._add(number, document, may_match="$" in line or "\\u0024" in line)

    def _decoded(self, data: bytes) -> str:
        try:
            return decode(data, file=self.file)
        except BadFile as error:
            self.problems += error.problems
        bad = {problem.line for problem in self.problems}
        lines = data.decode(errors="replace").split("\n")
        return "\n".join("" if number in bad else line for number, line in enumerate(lines, 1))

    def _lines(self, text: str) -> Iterator[tuple[int, str]]:
        """The lines that say something, with their numbers; an object that goes on over several is told once."""
        inside = False
        for number, line in enumerate(text.split("\n"), 1):
            inside = inside and (line[:1].isspace() or line.startswith(("}", "]")))
            if line.strip() in ("{", "["):
                if not inside:
                    self._complain(
                        number, TextFault(message=f"{line.strip()} goes on over several lines; a case stands on one")
                    )
                inside = True
            elif line.startswith(_UNSEEN):
                self._complain(
                    number, TextFault(message=f"the line begins with U+{ord(line[0]):04X}, which nobody sees")
                )
            elif line.strip() and not inside:
                yield number, line

    def _add(self, number: int, document: Any, *, may_match: bool) -> None:  # noqa: ANN401 - JSON of any shape
        faults: list[TextFault] = []
        try:
            case = _CASE(document, line=number)
        except Misfit as misfit:
            faults += misfit.at("$")
        else:
            self.cases.append(case)
            if case.known_failure is not None:
                found = forbidden(case.known_failure, settings=self.known_failures, today=self.today)
                faults += (attrs.evolve(fault, pointer=f"$.known_failure{fault.pointer}") for fault in found)
        if may_match:
            faults += matcher_faults(document)
        faults += self._id_faults(number, document)
        self._complain(number, *faults)

    def _id_faults(self, number: int, document: Json) -> Iterator[TextFault]:
        name = document.get("id") if isinstance(document, dict) else None
        if not isinstance(name, str):
            return
        other, line = self._ids.setdefault(folded(name), (name, number))
        if other == name and line != number:
            yield TextFault(message=f"id {brief(name)} stands on line {line} already", pointer="$.id")
        elif other != name:
            message = f"id {brief(name)} and {brief(other)} on line {line} differ only in case or Unicode form"
            yield TextFault(message=message, pointer="$.id")

    def _complain(self, number: int, *faults: TextFault) -> None:
        for fault in faults:
            problem = Problem(code=BadFile.code, message=str(fault), file=self.file, line=number, pointer=fault.pointer)
            self.problems.append(problem)
