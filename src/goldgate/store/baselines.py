"""What was accepted, and how is it replaced? Baselines are read line by line and written whole.

A baseline is called after its suite, or after suite and variant: `baseline_name` says how.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path

from goldgate.differ.canonical import digest_bytes
from goldgate.errors import MissingBaseline, Problem, UpdateRefused
from goldgate.formats.baseline import Entry, open_baseline, read_judge
from goldgate.gate.sides import suite_of_variant
from goldgate.model.baseline import named_by
from goldgate.model.case_key import composed
from goldgate.model.frozen import frozen
from goldgate.model.plan import DEFAULT_VARIANT
from goldgate.model.settings import Settings
from goldgate.model.variant import variant_option
from goldgate.store.files import (
    is_there,
    make_folder,
    read_bytes,
    read_if_there,
    read_lines,
    remove_file,
    replacing,
    shown,
    sweep,
)
from goldgate.store.locks import lock
from goldgate.store.own_folder import lock_file
from goldgate.store.suite_files import SUFFIX, files_in


@frozen(kw_only=True)
class Rewrite:
    """A baseline that is to be replaced: its name, the digest of the file that the decision rests on, the new bytes.

    `compared` is None when there was no file; `data` None takes the file away.
    """

    name: str
    compared: str | None
    data: bytes | None


def baseline_path(root: Path, settings: Settings, name: str) -> Path:
    """Where the baseline of that name lies, or would lie."""
    folder = root / settings.baselines
    return files_in(folder).get(name, folder / f"{name}{SUFFIX}")


def baseline_files(root: Path, settings: Settings) -> Mapping[str, Path]:
    """The baselines that are there: name → file, sorted by name."""
    return files_in(root / settings.baselines)


def baseline_digest(root: Path, settings: Settings, name: str) -> str | None:
    """The digest of the file's bytes, None when there is no file. Take it before reading what will be decided on."""
    data = read_if_there(baseline_path(root, settings, name))
    return None if data is None else digest_bytes(data)


def changed_baselines(root: Path, settings: Settings, before: Mapping[str, str]) -> tuple[Path, ...]:
    """The baselines that are not what `baseline_digests` found before: others, new ones, gone ones."""
    now = baseline_digests(root, settings)
    return tuple(
        baseline_path(root, settings, name)
        for name in sorted(before.keys() | now.keys())
        if before.get(name) != now.get(name)
    )


def baseline_digests(root: Path, settings: Settings) -> Mapping[str, str]:
    """The digests of all baselines that are there: name → digest of the file's bytes."""
    return {name: digest_bytes(read_bytes(path)) for name, path in baseline_files(root, settings).items()}


def open_entries(root: Path, settings: Settings, name: str) -> tuple[str, Iterator[Entry]]:
    """The digest of the outcome settings, and the accepted entries, read while they are asked for.

    Raises MissingBaseline, BadFile (for a bad line: while iterating), UnreadableFile.
    """
    path = baseline_path(root, settings, name)
    if not is_there(path):
        suite, variant = named_by(name)
        option = "" if variant is None else variant_option(variant)
        message = (
            f"{suite_of_variant(suite, variant or DEFAULT_VARIANT)} has no baseline; "
            f"accept what the last run observed: goldgate update-baseline{option}"
        )
        raise MissingBaseline(Problem(code=MissingBaseline.code, message=message, file=shown(path)))
    return open_baseline(read_lines(path), file=shown(path))


def judge_then(root: Path, settings: Settings, name: str) -> Mapping[str, str]:
    """Who judged what a baseline says, as in `Baseline`; nothing without one. Raises as `open_entries`."""
    path = baseline_path(root, settings, name)
    return read_judge(read_lines(path), file=shown(path)) if is_there(path) else {}


def orphans(root: Path, settings: Settings, variant: str = DEFAULT_VARIANT) -> tuple[str, ...]:
    """The names of the variant's baselines whose golden file is gone, sorted.

    A baseline of a variant that the settings don't name is an orphan that the default one has to answer for.
    """
    suites = files_in(root / settings.golden)
    variants = {composed(name) for name in settings.variants} - {DEFAULT_VARIANT}

    def answers(suite: str, of: str | None) -> str | None:
        """Which variant answers for a baseline, where that is an orphan."""
        if of is not None and of not in variants:
            return DEFAULT_VARIANT
        return None if suite in suites else of or DEFAULT_VARIANT

    return tuple(name for name in files_in(root / settings.baselines) if answers(*named_by(name)) == composed(variant))


def write_baselines(root: Path, settings: Settings, rewrites: Sequence[Rewrite]) -> None:
    """Replace baselines, all or none. Only what is new and whole takes a place.

    Raises UpdateRefused when a file is no longer the one that was compared, LockHeld, UnreadableFile.
    """
    if not rewrites:
        return
    with lock(lock_file(root, "baselines"), what="the baselines"):
        if moved := [rewrite for rewrite in rewrites if _moved_on(root, settings, rewrite)]:
            raise UpdateRefused(*(_someone_else(baseline_path(root, settings, rewrite.name)) for rewrite in moved))
        make_folder(root / settings.baselines)
        sweep(root / settings.baselines)
        with ExitStack() as until_all_are_written:
            for rewrite in rewrites:
                if rewrite.data is not None:
                    path = baseline_path(root, settings, rewrite.name)
                    file = until_all_are_written.enter_context(replacing(path))
                    file.write(rewrite.data)
                    file.flush()
        for rewrite in rewrites:
            if rewrite.data is None:
                remove_file(baseline_path(root, settings, rewrite.name))


def _moved_on(root: Path, settings: Settings, rewrite: Rewrite) -> bool:
    return baseline_digest(root, settings, rewrite.name) != rewrite.compared


def _someone_else(path: Path) -> Problem:
    message = "changed while this command was deciding; nothing was written, look again: goldgate compare"
    return Problem(code=UpdateRefused.code, message=message, file=shown(path))
