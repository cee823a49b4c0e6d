"""`goldgate fmt`: are all baselines in their one spelling?"""

from collections.abc import Iterator, Sequence

from goldgate.commands.answer import Answer
from goldgate.commands.project import Project
from goldgate.differ.canonical import digest_bytes
from goldgate.errors import BadFile, GoldgateError, Problem, all_problems
from goldgate.exit_codes import ExitCode
from goldgate.formats.baseline import format_baseline
from goldgate.reports.line import Line, good, line
from goldgate.reports.wording import counted
from goldgate.store.baselines import Rewrite, baseline_files, write_baselines
from goldgate.store.files import read_bytes, shown


def fmt(*, project: Project, only_check: bool) -> Answer:
    """Write every baseline that is not in its one spelling; with `only_check` refuse it.

    Raises BadFile with the problems of all files; then nothing is written.
    """
    files = baseline_files(project.root, project.settings)
    rewrites: list[Rewrite] = []
    errors: list[GoldgateError] = []
    for name, path in files.items():
        data = read_bytes(path)
        try:
            formatted = format_baseline(data, file=shown(path))
        except BadFile as error:
            errors.append(error)
            continue
        if formatted != data:
            rewrites.append(Rewrite(name=name, compared=digest_bytes(data), data=formatted))
    names = [shown(files[rewrite.name]) for rewrite in rewrites]
    if only_check:
        errors += [BadFile(_unformatted(name)) for name in names]
    if errors:
        raise BadFile(*all_problems(errors))
    write_baselines(project.root, project.settings, rewrites)
    return Answer(
        exit_code=ExitCode.OPEN,
        lines=lambda: _lines(names, unchanged=len(files) - len(names)),
        document=lambda: {"goldgate": "fmt", "schema": 1, "exit_code": 0, "written": names, "checked": len(files)},
    )


def _unformatted(name: str) -> Problem:
    return Problem(code=BadFile.code, message="not in its one spelling; run goldgate fmt", file=name)


def _lines(names: Sequence[str], *, unchanged: int) -> Iterator[Line]:
    for name in names:
        yield line(f"written {name}")
    yield line(good("all well"), f": {counted(len(names), 'file')} written, {unchanged} unchanged")
