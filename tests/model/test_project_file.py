import pytest

from goldgate.model.project_file import CHANGED_MEANWHILE, agreed


@pytest.mark.parametrize(
    ("before", "now", "known"),
    [("a", "a", "a"), ("a", "b", CHANGED_MEANWHILE), (None, "a", None), ("a", None, None), (None, None, None)],
)
def test_a_file_is_known_when_it_was_seen_with_one_digest(
    before: str | None, now: str | None, known: str | None
) -> None:
    assert agreed(before, now) == known
