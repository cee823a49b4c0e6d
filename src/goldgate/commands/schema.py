"""`goldgate schema`: what do editors and other programs need to know of the formats?"""

from collections.abc import Iterator
from pathlib import Path

from goldgate.commands.answer import Answer
from goldgate.differ.nearest import unknown
from goldgate.errors import UsageError
from goldgate.exit_codes import ExitCode
from goldgate.formats.schemas import NAMES, schema, schema_text
from goldgate.reports.line import Line, line, strong
from goldgate.store.files import make_folder, shown, write_atomic


def schemas() -> Answer:
    """Which formats have a schema, and what each is."""
    titles = {name: str(schema(name)["title"]) for name in NAMES}
    return Answer(
        exit_code=ExitCode.OPEN,
        lines=lambda: _titles(titles),
        document=lambda: {"goldgate": "schemas", "schema": 1, "exit_code": 0, "formats": titles},
    )


def schema_of(name: str) -> str:
    """The JSON Schema of a format, as it stands in its file. Raises UsageError for a format that has none."""
    if name not in NAMES:
        raise UsageError(unknown("format", name, NAMES))
    return schema_text(name)


def write_schemas(folder: Path) -> Answer:
    """Write every schema into a folder, which is made, as NAME.schema.json. Raises UnreadableFile."""
    make_folder(folder)
    files = {name: folder / f"{name}.schema.json" for name in NAMES}
    for name, path in files.items():
        write_atomic(path, schema_text(name).encode())
    written = [shown(path) for path in files.values()]
    return Answer(
        exit_code=ExitCode.OPEN,
        lines=lambda: (line("wrote ", strong(path)) for path in written),
        document=lambda: {"goldgate": "schemas", "schema": 1, "exit_code": 0, "written": written},
    )


def _titles(titles: dict[str, str]) -> Iterator[Line]:
    width = max(map(len, titles))
    for name, title in titles.items():
        yield line(strong(f"{name:<{width}}"), f"  {title}")
    yield line("next: goldgate schema NAME, or goldgate schema --output FOLDER")
