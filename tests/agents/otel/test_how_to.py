"""Does the guide do what it says? What needs the SDK is marked `no-test` there, and tried here."""

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any, Final

import pytest

ROOT: Final = Path(__file__).resolve().parents[3]
GUIDE: Final = ROOT / "docs/how-to/opentelemetry.md"


@pytest.fixture
def examples() -> Any:
    """The module that tries the examples of all pages."""
    pytest.importorskip("opentelemetry.sdk", reason="OpenTelemetry has an environment of its own")
    spec = spec_from_file_location("goldgate_docs_examples", ROOT / "tests/docs/test_examples.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def test_the_guide_does_what_it_says(examples: Any, tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    text = GUIDE.read_text(encoding="utf-8").replace(" no-test\n", "\n")
    page.write_text(text.replace("```console\n$ pip ", "```console no-test\n$ pip "), encoding="utf-8")
    (tmp_path / "project").mkdir()

    examples.tried(page, tmp_path / "project", fit=examples.must_fit)
