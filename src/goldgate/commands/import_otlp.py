"""`goldgate import otlp`: traces of production as golden cases."""

import shlex
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from goldgate.commands.answer import Answer
from goldgate.commands.project import Project
from goldgate.differ.canonical import spell
from goldgate.differ.listing import listed
from goldgate.differ.secrets import NamedSecrets, find_secrets, named_secrets
from goldgate.errors import BadFile, GoldgateError, UsageError, all_problems
from goldgate.exit_codes import ExitCode
from goldgate.formats.golden import plain_case
from goldgate.formats.otlp import Otlp, joined, read_otlp
from goldgate.importers.otlp import ImportedTrace, traces_of
from goldgate.model.frozen import frozen
from goldgate.reports.line import Line, dim, line, strong
from goldgate.reports.wording import counted
from goldgate.store.files import read_bytes, shown
from goldgate.store.golden import add_cases, golden_path

_NO_REQUEST: Final = "its spans keep no request"


@frozen(kw_only=True)
class _Line:
    """What becomes of one trace: the line of its case, or why there is none."""

    trace: ImportedTrace
    text: str | None = None
    left_out: str | None = None


def import_otlp(*, project: Project, files: Sequence[Path], suite: str, environ: Mapping[str, str]) -> Answer:
    """Add a case to a suite for each trace in files of OTLP/JSON, which are read as one.

    Cases that are there stay as they are; traces that make none are told. Raises BadFile with all that is wrong in all
    files, UsageError when no trace makes a case, and for the name of the suite. Then nothing is written.
    """
    root, settings = project.root, project.settings
    path = golden_path(root, settings, suite)
    named = named_secrets(environ, settings.recording.secrets)
    lines = [_line(trace, named) for trace in traces_of(joined(_read_all(files)))]
    texts = {one.trace.case_id: one.text for one in lines if one.text is not None}
    if not texts:
        why = listed(tuple(f"{one.trace.case_id}: {one.left_out}" for one in lines))
        raise UsageError(f"nothing to import: {why or f'no trace of an agent in {listed(tuple(map(shown, files)))}'}")
    added = add_cases(root, settings, suite, texts)
    return Answer(
        exit_code=ExitCode.OPEN,
        lines=lambda: _lines(lines, added, path=shown(path), suite=suite),
        document=lambda: _document(lines, added, path=shown(path), suite=suite),
    )


def _read_all(files: Sequence[Path]) -> list[Otlp]:
    read: list[Otlp] = []
    errors: list[GoldgateError] = []
    for path in files:
        try:
            read.append(read_otlp(read_bytes(path), file=shown(path)))
        except BadFile as error:
            errors.append(error)
    if errors:
        raise BadFile(*all_problems(errors))
    return read


def _line(trace: ImportedTrace, named: NamedSecrets) -> _Line:
    if trace.case is None:
        return _Line(trace=trace, left_out=_NO_REQUEST)
    text = spell(plain_case(trace.case))
    if found := find_secrets(text, named):
        return _Line(trace=trace, left_out=f"it holds {found[0].what}")
    return _Line(trace=trace, text=text)


def _lines(lines: Sequence[_Line], added: frozenset[str], *, path: str, suite: str) -> Iterator[Line]:
    for one in lines:
        yield line(one.trace.case_id, dim(f"  {_became(one, added)}"))
    if added:
        yield line(f"written {path}: {counted(len(added), 'case')}")
        yield line("next: ", strong(f"goldgate run --suite {shlex.quote(suite)}"))
    else:
        yield line("nothing new")


def _became(one: _Line, added: frozenset[str]) -> str:
    if one.left_out is not None:
        return f"left out: {one.left_out}"
    return counted(one.trace.calls, "call") if one.trace.case_id in added else "is there already"


def _document(lines: Sequence[_Line], added: frozenset[str], *, path: str, suite: str) -> Mapping[str, Any]:
    ids = [one.trace.case_id for one in lines if one.text is not None]
    return {
        "goldgate": "import",
        "schema": 1,
        "exit_code": 0,
        "suite": suite,
        "written": [path] if added else [],
        "cases": [case_id for case_id in ids if case_id in added],
        "there_already": [case_id for case_id in ids if case_id not in added],
        "left_out": {one.trace.case_id: one.left_out for one in lines if one.left_out is not None},
    }
