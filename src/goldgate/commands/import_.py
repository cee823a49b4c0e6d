"""`goldgate import`: what other tools wrote down, as ours."""

import shlex
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from goldgate.commands.answer import Answer
from goldgate.commands.project import Project
from goldgate.differ.secrets import NamedSecrets, named_secrets
from goldgate.errors import BadFile, GoldgateError, UsageError, all_problems
from goldgate.exit_codes import ExitCode
from goldgate.importers.cassette import read_vcr_cassette
from goldgate.model.case import Case
from goldgate.model.case_key import case_name
from goldgate.model.cassette import Cassette, Exchange
from goldgate.reports.line import Line, dim, line, strong
from goldgate.reports.wording import counted
from goldgate.store.cassettes import cassette_path, write_cassette
from goldgate.store.files import is_there, read_bytes, shown
from goldgate.store.golden import load_golden
from goldgate.suite.select import Selection, select


def import_cassette(
    *,
    project: Project,
    files: Sequence[Path],
    suite: str,
    case_id: str,
    replace: bool,
    environ: Mapping[str, str],
) -> Answer:
    """Make the cassette of a case from files of vcrpy, one after the other.

    Raises UsageError for a case that is not there, that has a cassette already (without `replace`), and when there is
    nothing to import; BadFile with all that is wrong in all files; SecretFound. Then nothing is written.
    """
    root, settings = project.root, project.settings
    case = _case(project, suite, case_id)
    path = cassette_path(root, settings, suite, case.id)
    if is_there(path) and not replace:
        raise UsageError(
            f"{case_name(suite, case.id)} has a cassette already, {shown(path)}; --replace puts a new one in its place"
        )
    named = named_secrets(environ, settings.recording.secrets)
    exchanges = _read_all(project, files, suite=suite, named=named)
    write_cassette(root, settings, suite, case.id, Cassette(exchanges=exchanges), named=named)
    return Answer(
        exit_code=ExitCode.OPEN,
        lines=lambda: _lines(exchanges, path=shown(path), name=case_name(suite, case.id)),
        document=lambda: _document(exchanges, path=shown(path), suite=suite, case_id=case.id),
    )


def _case(project: Project, suite: str, case_id: str) -> Case:
    """The case of that id, in the spelling of the golden file."""
    goldens = load_golden(project.root, project.settings, names=[suite])
    chosen = select({name: golden.cases for name, golden in goldens.items()}, Selection(cases=(case_id,)))
    return chosen[suite][0]


def _read_all(project: Project, files: Sequence[Path], *, suite: str, named: NamedSecrets) -> tuple[Exchange, ...]:
    exchanges: list[Exchange] = []
    errors: list[GoldgateError] = []
    recording = project.settings.recording_of(suite)
    for path in files:
        try:
            cassette = read_vcr_cassette(read_bytes(path), file=shown(path), settings=recording, named=named)
        except BadFile as error:
            errors.append(error)
        else:
            exchanges += cassette.exchanges
    if errors:
        raise BadFile(*all_problems(errors))
    if not exchanges:
        raise UsageError(f"nothing to import: no interaction in {', '.join(map(shown, files))}")
    return tuple(exchanges)


def _lines(exchanges: Sequence[Exchange], *, path: str, name: str) -> Iterator[Line]:
    for exchange in exchanges:
        yield line(f"{exchange.request.method} {exchange.request.url}", dim(f"  {_answer(exchange)}"))
    yield line(f"written {path}: {counted(len(exchanges), 'exchange')}")
    yield line("next: ", strong(f"goldgate run --case {shlex.quote(name)}"))


def _answer(exchange: Exchange) -> str:
    chunks = exchange.response.chunks
    return str(exchange.response.status) if chunks is None else f"{exchange.response.status}, {len(chunks)} events"


def _document(exchanges: Sequence[Exchange], *, path: str, suite: str, case_id: str) -> Mapping[str, Any]:
    return {
        "goldgate": "import",
        "schema": 1,
        "exit_code": 0,
        "suite": suite,
        "id": case_id,
        "written": [path],
        "exchanges": len(exchanges),
    }
