"""Which file belongs to a case? One name for each id, on every file system.

An id of plain letters, digits, `_`, `-` and `.` is the name itself. Of others the name is what can be kept, and behind
a `~`, which no plain name holds, a digest of the whole id. Ids of one suite differ in more than upper and lower case
(golden files are refused otherwise), so their names do, too.
"""

import re
import unicodedata
from typing import Final

from goldgate.differ.canonical import digest_bytes
from goldgate.formats.world_paths import DEVICE

_PLAIN: Final = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}")
_LONGEST_PART: Final = 24
"""Characters; of three bytes each, or nine where a system takes Korean syllables apart: 255 bytes must hold it all."""


def case_name(case_id: str) -> str:
    """The name of the file of a case, without its ending; different for different ids of one suite."""
    if _PLAIN.fullmatch(case_id) and not DEVICE.fullmatch(case_id):
        return case_id
    kept = "".join(character if _may_stay(character) else "-" for character in unicodedata.normalize("NFC", case_id))
    digest = digest_bytes(case_id.encode(errors="surrogatepass"))
    return f"{kept[:_LONGEST_PART].strip('-')}~{digest}"


def _may_stay(character: str) -> bool:
    """Letters and digits of the scripts that fit two bytes in UTF-16, in which some systems count."""
    return (character.isalnum() or character == "_") and character <= "\uffff"
