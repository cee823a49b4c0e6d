"""Does the guide to a framework do what it says? Its blocks are marked `no-test`, since few have the framework.

`python tests/agents/frameworks/test_how_to.py PAGE...` puts in what the commands print now, as for other pages.
"""

import sys
import tempfile
from importlib.metadata import distributions
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Final

import pytest

from goldgate.agents.frameworks import FRAMEWORKS

ROOT: Final = Path(__file__).resolve().parents[3]
GUIDES: Final = {
    "pydantic-ai": "pydantic_ai",
    "langgraph": "langchain",
    "openai-agents": "openai_agents",
    "autogen": "autogen",
    "google-adk": "google_adk",
}
"""Name of the page → file of the framework."""
MARK: Final = " no-test\n"


def examples() -> ModuleType:
    """The module that tries the examples of all other pages."""
    spec = spec_from_file_location("goldgate_docs_examples", ROOT / "tests/docs/test_examples.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("guide", GUIDES)
def test_the_guide_does_what_it_says(guide: str, tmp_path: Path) -> None:
    framework = next(known for known in FRAMEWORKS if known.file == GUIDES[guide])
    if not any(distributions(name=framework.distribution)):
        pytest.skip(f"{framework.name} has an environment of its own")
    page = tmp_path / "page.md"
    page.write_text(_unmarked(ROOT / f"docs/how-to/{guide}.md"), encoding="utf-8")
    (tmp_path / "project").mkdir()
    module = examples()

    module.tried(page, tmp_path / "project", fit=module.must_fit)


@pytest.mark.parametrize("guide", GUIDES)
def test_the_guide_names_the_version_that_is_needed(guide: str) -> None:
    framework = next(known for known in FRAMEWORKS if known.file == GUIDES[guide])

    assert f"'{framework.needed}'" in (ROOT / f"docs/how-to/{guide}.md").read_text(encoding="utf-8")


def _unmarked(page: Path) -> str:
    """The text of the page, to be tried but for what it installs."""
    text = page.read_text(encoding="utf-8").replace(MARK, "\n")
    return text.replace("```console\n$ pip ", "```console no-test\n$ pip ")


def main() -> None:
    """Put what the commands print now into the pages that are named."""
    module = examples()
    for page in map(Path, sys.argv[1:]):
        with tempfile.TemporaryDirectory() as folder:
            unmarked, project = Path(folder) / "page.md", Path(folder) / "project"
            unmarked.write_text(_unmarked(page), encoding="utf-8")
            project.mkdir()
            text: str = module.tried(unmarked, project, fit=module.put_in)
        lines = text.splitlines(keepends=True)
        page.write_text("".join(_marked(line, at, lines) for at, line in enumerate(lines)), encoding="utf-8")


def _marked(line: str, at: int, lines: list[str]) -> str:
    """The line, marked again where it opens a block."""
    opens = line.startswith("```") and sum(before.startswith("```") for before in lines[:at]) % 2 == 0
    return line.rstrip("\n").removesuffix(MARK.strip()).rstrip() + MARK if opens else line


if __name__ == "__main__":
    main()
