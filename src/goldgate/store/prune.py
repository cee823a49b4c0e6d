"""Which runs are kept? The newest ones; those that something still depends on, always."""

import shutil
from pathlib import Path

from goldgate.store.locks import is_held
from goldgate.store.run_folder import RunFolder, run_folders


def prune_runs(root: Path, *, keep: int, made: RunFolder) -> None:
    """Take all but the newest `keep` runs away.

    Never the one just made, the newest (it may be incomplete and be resumed), or one that still goes on. Folders that
    goldgate did not name are left alone, and what can't be removed stays.
    """
    for run in run_folders(root)[max(keep, 1) :]:
        if run != made and not is_held(run.lock):
            shutil.rmtree(run.path, ignore_errors=True)
