"""Where is it kept what a paired run was asked? In its folder, so that a report says what `goldgate pair` said."""

from goldgate.formats.pairing import read_pairing, write_pairing
from goldgate.model.pairing import Pairing
from goldgate.store.files import read_if_there, shown, write_atomic
from goldgate.store.run_folder import RunFolder


def keep_pairing(folder: RunFolder, pairing: Pairing) -> None:
    """Write it, whole or not at all. Raises UnreadableFile."""
    write_atomic(folder.pairing, write_pairing(pairing).encode())


def pairing_of(folder: RunFolder) -> Pairing | None:
    """What a run was asked; None for one that is not paired. Raises BadFile, UnreadableFile."""
    data = read_if_there(folder.pairing)
    return None if data is None else read_pairing(data, file=shown(folder.pairing))
