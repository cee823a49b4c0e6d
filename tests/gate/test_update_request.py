import unicodedata
from typing import Literal

import pytest

from goldgate.errors import UsageError
from goldgate.gate.update_request import UpdateRequest


def test_by_default_every_case_is_covered_and_none_accepted() -> None:
    request = UpdateRequest()
    assert (request.covers("files", "a"), request.accepts("files", "a")) == (True, False)


@pytest.mark.parametrize("name", ["a", "files::a"])
def test_a_case_is_named_by_id_or_by_suite_and_id(name: str) -> None:
    request = UpdateRequest(only=frozenset({name}))
    assert [request.covers("files", "a"), request.covers("files", "b")] == [True, False]


@pytest.mark.parametrize(("typed", "written"), [("NFC", "NFD"), ("NFD", "NFC")])
def test_a_name_is_known_in_both_spellings_of_unicode(
    typed: Literal["NFC", "NFD"], written: Literal["NFC", "NFD"]
) -> None:
    request = UpdateRequest(only={unicodedata.normalize(typed, "최근-파일")})
    assert request.covers("files", unicodedata.normalize(written, "최근-파일"))


def test_the_suite_in_a_name_counts() -> None:
    request = UpdateRequest(accept=frozenset({"files::a"}), reason="meant")
    assert [request.accepts("files", "a"), request.accepts("airline", "a")] == [True, False]


def test_a_narrowed_update_covers_what_is_accepted() -> None:
    request = UpdateRequest(only=frozenset({"a"}), accept=frozenset({"b"}), reason="meant")
    assert [request.covers("files", case_id) for case_id in "abc"] == [True, True, False]


@pytest.mark.parametrize("reason", [None, "", "  "])
def test_nothing_is_accepted_without_a_reason(reason: str | None) -> None:
    with pytest.raises(UsageError, match="--accept needs --reason TEXT"):
        UpdateRequest(accept=frozenset({"a"}), reason=reason)


def test_a_reason_for_nothing_is_refused() -> None:
    with pytest.raises(UsageError, match="name it with --accept ID"):
        UpdateRequest(reason="meant")
