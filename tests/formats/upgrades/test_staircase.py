import pytest

from goldgate.formats.upgrades import UPGRADES, SchemaRefused, climb, upgrades_from
from goldgate.model.value import Json


def rename_tool(document: dict[str, Json]) -> dict[str, Json]:
    return {"tool": document["name"]}


def add_kind(document: dict[str, Json]) -> dict[str, Json]:
    return {"kind": "tool", **document}


STAIRCASE = (rename_tool, add_kind)


def test_an_old_line_climbs_all_steps_from_its_schema_on() -> None:
    assert climb({"name": "read"}, upgrades_from(1, STAIRCASE)) == {"kind": "tool", "tool": "read"}
    assert climb({"tool": "read"}, upgrades_from(2, STAIRCASE)) == {"kind": "tool", "tool": "read"}


def test_a_line_of_today_stays_as_it_is() -> None:
    assert climb({"tool": "read"}, upgrades_from(3, STAIRCASE)) == {"tool": "read"}


def test_a_newer_schema_is_refused_with_the_remedy() -> None:
    with pytest.raises(SchemaRefused, match="schema 4 is newer than 3, which this goldgate knows; upgrade goldgate"):
        upgrades_from(4, STAIRCASE)


@pytest.mark.parametrize("schema", [0, -1, True, "1", None, 1.0])
def test_what_is_no_schema_number_is_refused(schema: Json) -> None:
    with pytest.raises(SchemaRefused, match="expected a schema number from 1 to 3"):
        upgrades_from(schema, STAIRCASE)


def test_every_format_that_carries_a_schema_has_its_staircase() -> None:
    assert set(UPGRADES) == {"baseline", "cassette", "run"}
