"""How does an interrupted run go on? Under the same conditions only, and without repeating a trial."""

from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from goldgate.errors import BadFile, ResumeRefused
from goldgate.formats.result_settings import changed_settings
from goldgate.model.result import RunHeader, SuiteHeader
from goldgate.model.settings import Settings
from goldgate.model.variant import PLAIN, ResolvedVariant
from goldgate.store.files import is_there, sweep
from goldgate.store.journal import Journal, open_journal, read_late_files, writing
from goldgate.store.lines import drop_half_line
from goldgate.store.made_by import command_for, command_on
from goldgate.store.project_files import changed_files
from goldgate.store.run_folder import named_run
from goldgate.store.runs import end_of, header_of, known_header


def interrupted_run(root: Path, name: str | None = None, *, judging: bool = False) -> RunHeader:
    """The header of the run of that name, or of the newest, which has to be incomplete.

    `judging` says that it has to be one that only judges the trials of another one again; without it, none of these.
    Raises NoRun, ResumeRefused when there is nothing to go on with.
    """
    folder = named_run(root, name)
    if end_of(folder) is not None:
        raise ResumeRefused(f"the run {folder.name} is complete; {_anew(known_header(folder.results))}")
    if not is_there(folder.journal):
        raise ResumeRefused(f"the run {folder.name} has no journal to go on with; {_anew(None)}")
    try:
        header = header_of(folder.journal)
    except BadFile as error:
        raise ResumeRefused(f"the run {folder.name} ended before it had begun; {_anew(None)}") from error
    if header.trials_of is not None and not judging:
        again = f"do that again: {command_for(header)}, or go on: {command_on(header)}"
        raise ResumeRefused(f"the run {folder.name} only judged the trials of another one again; {again}")
    if header.trials_of is None and judging:
        raise ResumeRefused(f"the run {folder.name} judges no trials again; go on with it: {command_on(header)}")
    return header


@contextmanager
def resume_run(root: Path, header: RunHeader, *, settings: Settings, name: str | None = None) -> Iterator[Journal]:
    """Go on with an incomplete run; `header` is what a run that began now would have.

    The results come out byte for byte as those of a run that was not interrupted.
    Raises ResumeRefused naming all that differs, NoRun, LockHeld, BadFile for a damaged journal, UnreadableFile.
    """
    folder = named_run(root, name)
    with writing(folder):
        judging = header.trials_of is not None
        begun = interrupted_run(root, folder.name, judging=judging)
        for path in (folder.path, folder.proposed("").parent):
            sweep(path)
        for path in (folder.journal, folder.timings, folder.late_files):
            drop_half_line(path)
        late = read_late_files(folder)
        differences = (
            *_differences(begun, header),
            *_file_differences(begun, header, written={path for path, digest in late.items() if digest is None}),
            *(() if judging else _late_differences(root, late, settings)),
        )
        if differences:
            reason = f"the run {folder.name} began under other conditions; {_anew(begun)}"
            raise ResumeRefused(reason, *dict.fromkeys(differences))
        with open_journal(folder, begun, settings=settings) as journal:
            yield journal


def _variant_differences(suite: str, name: str, begun: ResolvedVariant, now: ResolvedVariant) -> Iterator[str]:
    if (begun.selector, begun.commit, begun.digest) != (now.selector, now.commit, now.digest):
        yield f"the adapter of variant {name!r} of suite {suite} is changed"
    before, after = ({skill.name: skill.digest for skill in variant.skills} for variant in (begun, now))
    if before.keys() != after.keys():
        named = (", ".join(skills) or "none" for skills in (before, after))
        yield "the skills of variant {!r} were {}, are {}".format(name, *named)
    for skill in sorted(before.keys() & after.keys()):
        if before[skill] != after[skill]:
            yield f"the skill {skill} is changed"


def _anew(header: RunHeader | None) -> str:
    return f"start a new one: {command_for(header)}"


def _differences(begun: RunHeader, now: RunHeader) -> Iterator[str]:
    """What differs, a sentence each; the git revision may, as long as the files are the same."""
    if begun.goldgate != now.goldgate:
        yield f"goldgate was {begun.goldgate}, is {now.goldgate}"
    if begun.mode is not now.mode:
        yield f"the outside world was asked in mode {begun.mode}, is now in mode {now.mode}"
    if begun.selection != now.selection:
        yield f"the selection was {begun.selection or 'everything'!r}, is {now.selection or 'everything'!r}"
    if begun.variants != now.variants:
        yield f"the variants were {', '.join(begun.variants)}, are {', '.join(now.variants)}"
    if begun.guards_off != now.guards_off:
        then, today = (", ".join(header.guards_off) or "nothing" for header in (begun, now))
        yield f"it was without {then}, is without {today}"
    if begun.trials != now.trials:
        yield f"the number of trials was {begun.trials}, is {now.trials}"
    yield from _keys("suite", begun.suites, now.suites)
    for suite in sorted(begun.suites.keys() & now.suites.keys()):
        yield from _suite_differences(suite, begun.suites[suite], now.suites[suite])


def _file_differences(begun: RunHeader, now: RunHeader, *, written: Collection[str]) -> Iterator[str]:
    """Which project files were others, but for those that the trials before the interruption wrote."""
    before, after = (
        {path: digest for path, digest in header.project_files.items() if path not in written}
        for header in (begun, now)
    )
    yield from _keys("project file", before, after)
    for path in sorted(before.keys() & after.keys()):
        if before[path] != after[path]:
            yield f"the project file {path} is changed"


def _late_differences(root: Path, late: Mapping[str, str | None], settings: Settings) -> Iterator[str]:
    digests = {path: digest for path, digest in late.items() if digest is not None}
    for path, what in changed_files(root, digests, outside=(settings.golden, settings.baselines)):
        yield f"{path}: {what}"


def _keys(what: str, begun: Mapping[str, object], now: Mapping[str, object]) -> Iterator[str]:
    for name in sorted(begun.keys() - now.keys()):
        yield f"the {what} {name} is gone"
    for name in sorted(now.keys() - begun.keys()):
        yield f"the {what} {name} is new"


def _suite_differences(suite: str, begun: SuiteHeader, now: SuiteHeader) -> Iterator[str]:
    if begun.golden != now.golden:
        yield f"the golden file of suite {suite} is changed"
    if begun.agent != now.agent:
        yield f"the agent of suite {suite} was {begun.agent}, is {now.agent}"
    if begun.cassettes != now.cassettes:
        yield f"recordings of suite {suite} are changed"
    elif keys := sorted({key for variant in ("", *begun.own, *now.own) for key in _changed(begun, now, variant)}):
        yield f"settings of suite {suite} are changed: {', '.join(keys)}"
    for name in sorted(begun.variants.keys() | now.variants.keys()):
        yield from _variant_differences(suite, name, begun.variants.get(name, PLAIN), now.variants.get(name, PLAIN))
    if begun.selected != now.selected:
        yield f"the selected cases of suite {suite} are others"


def _changed(begun: SuiteHeader, now: SuiteHeader, variant: str) -> list[str]:
    return changed_settings(begun.of(variant).settings, now.of(variant).settings)
