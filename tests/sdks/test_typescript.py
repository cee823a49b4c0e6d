"""Does the guide to agents in TypeScript do what it says? `nox -s typescript` installs what it needs from npm.

`python tests/sdks/test_typescript.py`, with NODE_MODULES, puts in what the commands print now.
"""

import os
import sys
import tempfile
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Final

import pytest

ROOT: Final = Path(__file__).resolve().parents[2]
GUIDE: Final = ROOT / "docs/how-to/typescript.md"
NODE_MODULES: Final = os.environ.get("NODE_MODULES")
"""A folder with `openai` and `tsx`."""
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


def laid(folder: Path) -> tuple[Path, Path]:
    """The page without the marks that leave it alone elsewhere, and the project in which it is tried."""
    page, project = folder / "page.md", folder / "project"
    text = GUIDE.read_text(encoding="utf-8").replace(MARK, "\n")
    page.write_text(text.replace("```console\n$ npm ", f"```console{MARK}$ npm "), encoding="utf-8")
    project.mkdir()
    (project / "package.json").write_text('{"type": "module"}')
    (project / "node_modules").symlink_to(NODE_MODULES or "")
    return page, project


@pytest.mark.skipif(NODE_MODULES is None, reason="nox -s typescript installs what the guide needs")
def test_the_guide_does_what_it_says(tmp_path: Path) -> None:
    module = examples()

    module.tried(*laid(tmp_path), fit=module.must_fit)


def main() -> None:
    """Put what the commands print now into the page."""
    module = examples()
    with tempfile.TemporaryDirectory() as folder:
        text: str = module.tried(*laid(Path(folder)), fit=module.put_in)
    GUIDE.write_text(text.replace("```console\n", f"```console{MARK}").replace("background\n", f"background{MARK}"))


if __name__ == "__main__":
    main()
