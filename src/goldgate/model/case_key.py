"""By which names is a case of a suite known? The machine has a pair, people a text from any keyboard."""

import unicodedata
from typing import Final, TypeAlias

CaseKey: TypeAlias = tuple[str, str]
"""Suite and id."""

SUITE_MARK: Final = "::"
"""Stands between a suite and the id of one of its cases where both are named."""


def case_name(suite: str, case_id: str) -> str:
    """`files::search-by-name`: how a case is named everywhere, and how `--case` takes it."""
    return f"{suite}{SUITE_MARK}{case_id}"


def composed(name: str) -> str:
    """NFC: a terminal may hand over 한 as three letters, and ids are unique under this spelling."""
    return unicodedata.normalize("NFC", name)


def names_of(suite: str, case_id: str) -> tuple[str, str]:
    """How people can name a case, as it is compared: `search-by-name`, `files::search-by-name`."""
    return composed(case_id), composed(case_name(suite, case_id))
