"""How is a baseline written and read? One outcome a line, sorted, raw until somebody has to look inside."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from typing import Any, Final

import attrs

from goldgate.differ.canonical import canonical, spell, with_keys_sorted
from goldgate.differ.nearest import brief
from goldgate.differ.show import show
from goldgate.errors import BadFile, Problem
from goldgate.formats.ids import id_fault
from goldgate.formats.shape import Shape, rule_fault, shape_faults
from goldgate.formats.text import TextFault, decode
from goldgate.formats.upgrades import UPGRADES, Staircase, climb
from goldgate.formats.written_lines import load_line, problem_of, read_header, refuse
from goldgate.model.baseline import Baseline, BaselineLine, Outcome
from goldgate.model.frozen import frozen
from goldgate.model.judgement import Verdict
from goldgate.model.sampling import Counts
from goldgate.model.trace import OverallStatus, StepStatus
from goldgate.model.value import NOT_CAPTURED, Json

SCHEMA: Final = len(UPGRADES["baseline"]) + 1
"""The schema number of the baselines that this goldgate writes."""

_HEADER: Final = Shape(
    keys={"goldgate": ("baseline",), "schema": int, "outcome": str, "judge": dict}, required=("outcome",)
)
_NOBODY: Final[Mapping[str, str]] = {}
_LINE: Final = Shape(
    keys={
        "id": str,
        "verdict": (Verdict.PASS.value, Verdict.FAIL.value),
        "failed": list,
        "case": str,
        "status": tuple(OverallStatus),
        "steps": list,
        "answer": None,
        "trials": list,
        "note": str,
    },
    required=("id", "verdict", "case"),
)
_SHOWN: Final = 40
_OUTCOME_KEYS: Final = ("failed", "status", "steps", "answer")
"""What is said of one outcome, and not of counted trials."""
_STEP: Final = Shape(
    keys={
        "kind": str,
        "tool": str,
        "name": str,
        "args": None,
        "status": tuple(StepStatus),
        "error_code": str,
        "observation": None,
        "rest": str,
    }
)
_STEP_ORDER: Final = {key: place for place, key in enumerate(_STEP.keys)}
_ID_FIRST: Final = '{"id":"'


@frozen(kw_only=True)
class Entry:
    """One line of a baseline that nobody has looked into: the id, and the text of the whole line.

    Entries with equal texts say the same. `file` and `number` say where the line stands, for messages.
    """

    id: str
    text: str
    file: str | None = attrs.field(default=None, eq=False, repr=False)
    number: int | None = attrs.field(default=None, eq=False, repr=False)

    def line(self) -> BaselineLine:
        """The parsed line. Raises BadFile when somebody edited it into something else."""
        return read_line(self.text, file=self.file, number=self.number)


def write_line(line: BaselineLine) -> str:
    """The one spelling of a line: top-level and step keys in the order of the format, everything else canonical."""
    document: dict[str, Json] = {"id": line.id, "verdict": line.verdict.value}
    if line.failed:
        document["failed"] = list(line.failed)
    document["case"] = line.case
    if line.trials is None:
        document |= _outcome_document(line.outcome)
    else:
        document["trials"] = [line.trials.solved, line.trials.total]
    if line.note is not None:
        document["note"] = line.note
    return spell(document)


def _outcome_document(outcome: Outcome) -> dict[str, Json]:
    document: dict[str, Json] = {}
    if outcome.status is not None:
        document["status"] = outcome.status
    document["steps"] = [_step_in_order(step) for step in outcome.steps]
    if outcome.answer is not NOT_CAPTURED:
        document["answer"] = with_keys_sorted(outcome.answer)
    return document


def _step_in_order(step: dict[str, Json]) -> dict[str, Json]:
    return {key: with_keys_sorted(step[key]) for key in sorted(step, key=_STEP_ORDER.__getitem__)}


def entry_of(line: BaselineLine) -> Entry:
    """A line as an entry, in the one spelling."""
    return Entry(id=line.id, text=write_line(line))


def write_baseline(outcome: str, entries: Iterable[Entry], *, judge: Mapping[str, str] = _NOBODY) -> bytes:
    """A whole file: header, then the entries' own texts sorted by id, a blank line between (so that merges stay calm).

    `outcome` is the digest of the settings that shaped the outcomes, `judge` as in `Baseline`.
    """
    texts = [entry.text for entry in sorted(entries, key=lambda entry: entry.id)]
    return ("\n\n".join([header_line(outcome, judge=judge), *texts]) + "\n").encode()


def header_line(outcome: str, *, judge: Mapping[str, str] = _NOBODY) -> str:
    """The first line of a file; of a judge there is something only where somebody judged."""
    judged = f',"judge":{canonical(dict(judge))}' if judge else ""
    return f'{{"goldgate":"baseline","schema":{SCHEMA},"outcome":{canonical(outcome)}{judged}}}'


def read_line(text: str, *, file: str | None = None, number: int | None = None) -> BaselineLine:
    """Read and validate one line in any spelling. Raises BadFile with everything that is wrong in it."""
    return _line_of(load_line(text, file=file, number=number), file=file, number=number)


def _line_of(document: Any, *, file: str | None, number: int | None) -> BaselineLine:  # noqa: ANN401 - as `load_line`
    if faults := list(_line_faults(document)):
        refuse(*faults, file=file, number=number)
    return BaselineLine(
        id=document["id"],
        verdict=Verdict(document["verdict"]),
        case=document["case"],
        outcome=Outcome(
            steps=tuple(document.get("steps", ())),
            answer=document.get("answer", NOT_CAPTURED),
            status=document.get("status"),
        ),
        failed=tuple(document.get("failed", ())),
        trials=Counts(solved=document["trials"][0], total=document["trials"][1]) if "trials" in document else None,
        note=document.get("note"),
    )


def _line_faults(document: Json) -> Iterator[TextFault]:
    yield from shape_faults(document, _LINE)
    if not isinstance(document, dict):
        return
    match document.get("id"):
        case str(name) if message := id_fault(name):
            yield TextFault(message=message, pointer="$.id")
    yield from _trials_faults(document) if "trials" in document else _steps_faults(document)


def _trials_faults(document: dict[str, Json]) -> Iterator[TextFault]:
    for key in _OUTCOME_KEYS:
        if key in document:
            yield TextFault(message=f"a line with trials has no {key}", pointer=f"$.{key}")
    match document["trials"]:
        case [int(solved), int(total)] if bool not in (type(solved), type(total)) and 0 <= solved <= total > 0:
            verdict = Verdict.PASS if solved == total else Verdict.FAIL
            if document.get("verdict") in tuple(Verdict) and document["verdict"] != verdict:
                message = f"with {solved} of {total} trials solved the verdict is {verdict}"
                yield TextFault(message=message, pointer="$.verdict")
        case trials:
            message = f"expected solved and total trials, such as [4,5], got {show(trials, limit=_SHOWN)}"
            yield TextFault(message=message, pointer="$.trials")


def _steps_faults(document: dict[str, Json]) -> Iterator[TextFault]:
    if "steps" not in document:
        yield TextFault(message="required key 'steps' is missing", pointer="$")
    for index, check in enumerate(_list(document.get("failed"))):
        if message := rule_fault(check, str):
            yield TextFault(message=message, pointer=f"$.failed[{index}]")
    for index, step in enumerate(_list(document.get("steps"))):
        yield from shape_faults(step, _STEP, pointer=f"$.steps[{index}]")


def _list(value: Json) -> list[Json]:
    return value if isinstance(value, list) else []


def open_baseline(data_lines: Iterable[bytes], *, file: str) -> tuple[str, Iterator[Entry]]:
    """The digest of the outcome settings, and the entries one after the other; lines are not parsed.

    Raises BadFile, at once for a bad header, while iterating for a line out of order or without an id.
    """
    lines = _numbered(data_lines, file=file)
    header, steps = _read_header(lines, file=file)
    return header.outcome, _in_order(lines, steps, file=file)


def read_judge(data_lines: Iterable[bytes], *, file: str) -> Mapping[str, str]:
    """Who judged, as in `Baseline`; only the header is read. Raises BadFile for a bad one."""
    header, _ = _read_header(_numbered(data_lines, file=file), file=file)
    return header.judge


def _numbered(data_lines: Iterable[bytes], *, file: str) -> Iterator[tuple[int, str]]:
    """The lines that are not blank, without their ends, with their numbers from 1."""
    for number, data in enumerate(data_lines, 1):
        if text := decode(data, file=file, line=number).strip():
            yield number, text


def _read_header(lines: Iterator[tuple[int, str]], *, file: str) -> tuple[Baseline, Staircase]:
    """What the header says, as a baseline without lines."""
    example = f" such as {header_line('3f2a91bc0d11b2c3')}"
    document, steps = read_header(lines, _HEADER, kind="baseline", example=example, file=file)
    judge = document.get("judge", {})
    if not all(isinstance(value, str) for value in judge.values()):
        refuse(TextFault(message="expected digests, all of them texts", pointer="$.judge"), file=file, number=1)
    return Baseline(outcome=document["outcome"], judge=judge), steps


def _in_order(lines: Iterable[tuple[int, str]], steps: Staircase, *, file: str) -> Iterator[Entry]:
    previous = ""
    for number, text in lines:
        entry = _entry(text, steps, file=file, number=number)
        if entry.id <= previous:
            refuse(_misplaced(entry.id, previous), file=file, number=number)
        previous = entry.id
        yield entry


def _misplaced(name: str, previous: str) -> TextFault:
    if name == previous:
        return TextFault(message=f"id {brief(name)} stands twice; take one of the lines out, then run goldgate fmt")
    return TextFault(message=f"id {brief(name)} must stand before {brief(previous)}; run goldgate fmt")


def _entry(text: str, steps: Staircase, *, file: str, number: int) -> Entry:
    if steps:
        document = load_line(text, file=file, number=number)
        upgraded = _line_of(climb(document, steps), file=file, number=number)
        return Entry(id=upgraded.id, text=write_line(upgraded), file=file, number=number)
    return Entry(id=_id_of(text, file=file, number=number), text=text, file=file, number=number)


def _id_of(text: str, *, file: str, number: int) -> str:
    """The id of a line without parsing the rest of it, where the line begins with a plain id as ours do."""
    if text.startswith(_ID_FIRST):
        plain, quote, _ = text.removeprefix(_ID_FIRST).partition('"')
        if plain and quote and "\\" not in plain:
            return plain
    return read_line(text, file=file, number=number).id


def read_baseline(data: bytes, *, file: str) -> Baseline:
    """Read and validate a whole file. Raises BadFile with all that is wrong, order included."""
    header, numbered, problems = _read_all(data, file=file)
    for (_, before), (number, line) in pairwise(numbered):
        if line.id < before.id:
            problems.append(problem_of(_misplaced(line.id, before.id), file=file, number=number))
    if problems:
        raise BadFile(*sorted(problems, key=lambda problem: problem.line or 0))
    return attrs.evolve(header, lines=tuple(line for _, line in numbered))


def format_baseline(data: bytes, *, file: str) -> bytes:
    """The same baseline in canonical spelling and order, of today's schema, whatever its order was.

    Raises BadFile for conflict markers, ids that stand twice, and lines that can't be read; nothing is dropped.
    """
    header, numbered, problems = _read_all(data, file=file)
    if problems:
        raise BadFile(*problems)
    return write_baseline(header.outcome, (entry_of(line) for _, line in numbered), judge=header.judge)


def _read_all(data: bytes, *, file: str) -> tuple[Baseline, list[tuple[int, BaselineLine]], list[Problem]]:
    """What the header says, the lines that can be read with their numbers, and what is wrong with the others."""
    text = decode(data, file=file)
    lines = ((number, line.strip()) for number, line in enumerate(text.split("\n"), 1) if line.strip())
    header, steps = _read_header(lines, file=file)
    numbered: list[tuple[int, BaselineLine]] = []
    problems: list[Problem] = []
    first: dict[str, int] = {}
    for number, line_text in lines:
        try:
            line = _entry(line_text, steps, file=file, number=number).line()
        except BadFile as error:
            problems += error.problems
            continue
        if number != (earlier := first.setdefault(line.id, number)):
            fault = TextFault(message=f"id {brief(line.id)} stands on line {earlier} already; take one of the two out")
            problems.append(problem_of(fault, file=file, number=number))
        numbered.append((number, line))
    return header, numbered, problems
