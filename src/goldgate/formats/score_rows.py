"""What do the rows of a score file say? A line for each trial and condition, from any judge; every error is told."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from decimal import Decimal
from typing import Any, Final, assert_never

from goldgate.differ.nearest import brief, unknown
from goldgate.errors import BadFile, Problem
from goldgate.formats.converter import Misfit, Read, flag, text, whole_from
from goldgate.formats.decimals import decimal_from
from goldgate.formats.ids import folded, id_fault
from goldgate.formats.rubric import ARM_KEYS, ROW_KEYS
from goldgate.formats.text import JsonTextError, TextFault, decode, described, loads_exactly, member
from goldgate.model.frozen import frozen
from goldgate.model.rubric import Layout, RowKey, Rubric, ScoreRow


@frozen(kw_only=True)
class ScoreReading:
    """The rows of a file that are well, the line of every row that tells which it is, and all that is wrong so far."""

    file: str
    rows: tuple[ScoreRow, ...]
    lines: tuple[tuple[RowKey, int], ...]
    problems: tuple[Problem, ...]


@frozen
class _Refused:
    """Stands for the row of a line that is no JSON."""

    faults: tuple[TextFault, ...]


def read_score_rows(data: bytes, *, file: str, rubric: Rubric) -> ScoreReading:
    """Read a score file; blank lines are allowed. Raises BadFile only for what is no UTF-8."""
    lines = enumerate(decode(data, file=file).split("\n"), 1)
    documents = ((number, _loaded(line)) for number, line in lines if line.strip())
    return read_documents(documents, file=file, rubric=rubric)


def _loaded(line: str) -> object:
    try:
        return loads_exactly(line)
    except JsonTextError as error:
        return _Refused(error.faults)


def read_documents(documents: Iterable[tuple[int, object]], *, file: str, rubric: Rubric) -> ScoreReading:
    """Read rows that are JSON values already, each with its number."""
    form = _RowForm.of(rubric)
    ids: dict[str, tuple[str, int]] = {}
    rows: list[ScoreRow] = []
    lines: list[tuple[RowKey, int]] = []
    problems: list[Problem] = []
    for number, document in documents:
        faults, values = form.read(document)
        faults += _id_faults(values.get("case_id"), number, ids)
        problems += (
            Problem(code=BadFile.code, message=str(fault), file=file, line=number, pointer=fault.pointer)
            for fault in faults
        )
        if not all(key in values for key in ROW_KEYS):
            continue
        key = RowKey(**{name: values.pop(name) for name in ROW_KEYS})
        lines.append((key, number))
        if not faults:
            rows.append(form.row(key, values))
    return ScoreReading(file=file, rows=tuple(rows), lines=tuple(lines), problems=tuple(problems))


def _id_faults(name: str | None, number: int, ids: dict[str, tuple[str, int]]) -> list[TextFault]:
    """Two ids that readers take for the same are a slip of the pen, and would tear a case in two."""
    if name is None:
        return []
    other, line = ids.setdefault(folded(name), (name, number))
    if other == name:
        return []
    message = f"case_id {brief(name)} and {brief(other)} on line {line} differ only in case or Unicode form"
    return [TextFault(message=message, pointer="$.case_id")]


@frozen(kw_only=True)
class _RowForm:
    """How a row is read: a reader for each key, which keys must be there, and what the values make."""

    readers: Mapping[str, Read[Any]]
    required: tuple[str, ...]
    row: Callable[[RowKey, Mapping[str, Any]], ScoreRow]

    @classmethod
    def of(cls, rubric: Rubric) -> "_RowForm":
        """The form of the rows that a rubric asks for."""
        score = decimal_from(rubric.scale.min, rubric.scale.max, whole=rubric.whole_scores)
        key: dict[str, Read[Any]] = {
            "case_id": _case_id,
            "trial": whole_from(0),
            "condition": _one_of(rubric.conditions),
        }
        match rubric.layout:
            case Layout.DIMENSIONS:
                said = {"explanation": _or_null(text), "confidence": _or_null(decimal_from(0))}
                readers = {**key, "score": score, **said}
                return cls(readers=readers, required=(*ROW_KEYS, "score"), row=_dimension_row)
            case Layout.ARMS:
                readers = {**key, **dict.fromkeys(rubric.names, score), "blocker": flag, "notes": _or_null(text)}
                return cls(readers=readers, required=(*ROW_KEYS, *rubric.names, "blocker"), row=_arm_row)
            case _:
                assert_never(rubric.layout)

    def read(self, document: object) -> tuple[list[TextFault], dict[str, Any]]:
        """Everything that is wrong with a row, and the values of the keys that are well."""
        if isinstance(document, _Refused):
            return [*document.faults], {}
        if not isinstance(document, Mapping):
            return [TextFault(message=f"expected an object, got {described(document)}", pointer="$")], {}
        faults: list[TextFault] = []
        values: dict[str, Any] = {}
        for key, value in document.items():
            if key not in self.readers:
                faults.append(TextFault(message=unknown("key", str(key), self.readers), pointer="$"))
                continue
            try:
                values[key] = self.readers[key](value)
            except Misfit as misfit:
                faults += misfit.at(member("$", key))
        return [*faults, *self._missing(document)], values

    def _missing(self, document: Mapping[str, object]) -> Iterator[TextFault]:
        for key in self.required:
            if key not in document:
                yield TextFault(message=f"required key {key!r} is missing", pointer="$")


def _case_id(value: object) -> str:
    name = text(value)
    if fault := id_fault(name):
        raise Misfit(fault)
    return name


def _one_of(conditions: tuple[str, ...]) -> Read[str]:
    def read(value: object) -> str:
        name = text(value)
        if name not in conditions:
            raise Misfit(unknown("condition", name, conditions))
        return name

    return read


def _or_null(read: Read[Any]) -> Read[Any]:
    """What programs write as null when they have nothing to say."""
    return lambda value: None if value is None else read(value)


def _dimension_row(key: RowKey, values: Mapping[str, Any]) -> ScoreRow:
    return ScoreRow(key=key, scores={key.condition: values["score"]}, notes=values.get("explanation"))


_BESIDE_SCORES: Final = frozenset(ARM_KEYS)


def _arm_row(key: RowKey, values: Mapping[str, Any]) -> ScoreRow:
    scores: dict[str, Decimal] = {name: value for name, value in values.items() if name not in _BESIDE_SCORES}
    return ScoreRow(key=key, scores=scores, blocker=values["blocker"], notes=values.get("notes"))
