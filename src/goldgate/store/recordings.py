"""What is recorded for the cases of a run? Digests of their cassettes when it begins, lines when each is due."""

from collections.abc import Iterable, Mapping
from pathlib import Path

from goldgate.differ.canonical import digest_bytes
from goldgate.errors import BadFile, OutdatedRun, Problem, all_problems
from goldgate.formats.cassette_lines import exchange_lines
from goldgate.model.frozen import frozen
from goldgate.model.settings import Settings
from goldgate.store.cassettes import cassette_path
from goldgate.store.files import is_there, read_bytes, read_if_there, shown


@frozen(kw_only=True)
class Recordings:
    """The cassettes of a run as they were when it began: suite → id → digest; cases without one are left out."""

    root: Path
    settings: Settings
    digests: Mapping[str, Mapping[str, str]]

    def lines(self, suite: str, case_id: str) -> tuple[str, ...]:
        """What is recorded for a case, as `exchange_lines` has it. Threads may ask at once.

        Raises OutdatedRun when that is no longer what it was, BadFile, UnreadableFile.
        """
        digest = self.digests.get(suite, {}).get(case_id)
        if digest is None:
            return ()
        path = cassette_path(self.root, self.settings, suite, case_id)
        data = read_bytes(path)
        if digest_bytes(data) != digest:
            problem = Problem(code=OutdatedRun.code, message="changed while the run went on", file=shown(path))
            raise OutdatedRun(problem)
        return exchange_lines(data, file=shown(path))

    def line_numbers(self, suite: str, case_id: str) -> tuple[int, ...]:
        """The line of the file, counted from 1, of each exchange. As `lines`."""
        return tuple(place + 2 for place, line in enumerate(self.lines(suite, case_id)) if line)


def open_recordings(root: Path, settings: Settings, cases: Mapping[str, Iterable[str]]) -> Recordings:
    """The cassettes of these cases (suite → ids). Raises BadFile with what is wrong in all of them, UnreadableFile."""
    digests = {suite: cassette_digests(root, settings, suite, ids) for suite, ids in cases.items()}
    recordings = Recordings(root=root, settings=settings, digests=digests)
    errors = []
    for suite, known in digests.items():
        for case_id in known:
            try:
                recordings.lines(suite, case_id)
            except BadFile as error:
                errors.append(error)
    if errors:
        raise BadFile(*all_problems(errors))
    return recordings


def cassette_digests(root: Path, settings: Settings, suite: str, case_ids: Iterable[str]) -> dict[str, str]:
    """The digest of the cassette's bytes for each of these cases that has one. Raises UnreadableFile."""
    if not is_there(cassette_path(root, settings, suite, "").parent):
        return {}
    found = {case_id: read_if_there(cassette_path(root, settings, suite, case_id)) for case_id in case_ids}
    return {case_id: digest_bytes(data) for case_id, data in found.items() if data is not None}
