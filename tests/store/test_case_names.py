import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldgate.formats.ids import folded, id_fault
from goldgate.store.case_names import case_name
from goldgate.store.suite_files import SUFFIX

ids = st.text(min_size=1, max_size=40).filter(lambda text: id_fault(text) is None) | st.sampled_from(
    [
        "a",
        "A",
        "con",
        "CON",
        "con.a",
        "a~b",
        "a/b",
        "a-b",
        "한",
        unicodedata.normalize("NFD", "한"),
        ".",
        "..",
        "a" * 300,
    ]
)


@pytest.mark.parametrize("case_id", ["recent-files-list", "TC_001.b", "0", "_", "a" * 100, "console", "com", "com10"])
def test_a_plain_id_is_the_name(case_id: str) -> None:
    assert case_name(case_id) == case_id


@pytest.mark.parametrize(
    ("case_id", "kept"),
    [
        ("최근 파일/1", "최근-파일-1"),
        ("../../etc/passwd", "etc-passwd"),
        ("CON", "CON"),
        ("nul.txt", "nul-txt"),
        (".hidden", "hidden"),
        ("-v", "v"),
        ("a~b", "a-b"),
        ("😀", ""),
        ("a" * 101, "a" * 24),
    ],
)
def test_of_other_ids_the_name_is_what_can_be_kept_and_a_digest(case_id: str, kept: str) -> None:
    assert re.fullmatch(f"{kept}~[0-9a-f]{{16}}", case_name(case_id))


@given(st.lists(ids, min_size=2, max_size=6, unique_by=folded))
def test_ids_of_one_suite_have_names_that_no_file_system_takes_for_one(case_ids: list[str]) -> None:
    assert len({folded(case_name(case_id)) for case_id in case_ids}) == len(case_ids)


@given(ids)
def test_a_name_can_be_used_on_every_file_system(case_id: str) -> None:
    name = f"{case_name(case_id)}{SUFFIX}"
    device = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.IGNORECASE)
    assert not set(name) & set('/\\:*?"<>|\0')
    assert name.isprintable()
    assert name[0] not in ".- "
    assert not device.fullmatch(name)
    assert len(unicodedata.normalize("NFD", name).encode()) <= 255
    assert len(name.encode("utf-16-le")) // 2 <= 255


def test_the_same_id_composed_otherwise_is_another_one() -> None:
    """Golden files refuse two ids of which only the composition differs, so nothing is lost."""
    assert case_name("\u00e9") != case_name("e\u0301")
