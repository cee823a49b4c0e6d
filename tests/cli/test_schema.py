import json
from typing import TYPE_CHECKING

from goldgate.formats.schemas import NAMES, schema_text

if TYPE_CHECKING:
    from tests.cli.conftest import ProjectFolder


def test_the_schema_of_a_format_is_printed_as_it_is(folder: "ProjectFolder") -> None:
    ended = folder.run("schema", "golden")

    assert (ended.code, ended.err) == (0, "")
    assert ended.out == schema_text("golden")


def test_without_a_name_all_formats_are_listed(folder: "ProjectFolder") -> None:
    ended = folder.run("schema", "--format", "json")

    assert ended.code == 0
    assert tuple(ended.document["formats"]) == NAMES
    assert ended.document["formats"]["settings"] == "Settings of goldgate"


def test_all_schemas_are_written_into_a_folder(folder: "ProjectFolder") -> None:
    ended = folder.run("schema", "--output", "편집기/schemas")

    assert (ended.code, ended.err) == (0, "")
    assert ended.out.splitlines() == [f"wrote 편집기/schemas/{name}.schema.json" for name in NAMES]
    assert json.loads(folder.read("편집기/schemas/golden.schema.json"))["$id"] == "urn:goldgate:golden"


def test_an_unknown_format_names_the_nearest(folder: "ProjectFolder") -> None:
    ended = folder.run("schema", "goldn")

    assert (ended.code, ended.out) == (2, "")
    assert ended.errors == ["unknown format 'goldn', did you mean 'golden'? [GG002]"]


def test_a_name_and_a_folder_are_one_too_many(folder: "ProjectFolder") -> None:
    assert folder.run("schema", "golden", "--output", "x").code == 2
