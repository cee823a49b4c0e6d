"""The habits of the house that no linter holds: how long things are, and which imports stand where."""

import ast
from collections.abc import Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import Final

import pytest

SOURCE: Final = Path(__file__).parents[1] / "src"
LONGEST_FUNCTION: Final = 60
LONGEST_FILE: Final = 400

DOORS: Final = {
    ("goldgate.agents.calling", "goldgate.agents.kept_loop"): "the owner of asyncio, which takes 30 ms",
    ("goldgate.agents.otel.agent", "goldgate.agents.otel.sdk"): "the owner of opentelemetry, which is an extra",
    ("goldgate.cli.main", "goldgate.cli.failure"): "what a failure needs is loaded when there is one",
    ("goldgate.cli.report_options", "goldgate.cli.desk"): "what only written reports need",
    ("goldgate.commands.compare", "goldgate.commands.material"): "what only written reports need",
    ("goldgate.commands.paired", "goldgate.commands.material"): "what only written reports need",
    ("goldgate.commands.run", "goldgate.commands.material"): "what only written reports need",
    ("goldgate.pytest_plugin", "goldgate.pytest_plugin.project"): "pytest loads nothing of goldgate until a test asks",
}
"""Own modules that are imported inside a function (by whom, which), and why not at the top."""


def module_of(path: Path) -> str:
    return ".".join(path.relative_to(SOURCE).with_suffix("").parts).removesuffix(".__init__")


FILES: Final = {module_of(path): path for path in sorted(SOURCE.rglob("*.py"))}
TREES: Final = {module: ast.parse(path.read_bytes()) for module, path in FILES.items()}


def targets(node: ast.AST) -> Iterator[str]:
    """The own modules that an import statement names; the package itself, which loads nothing, left out."""
    match node:
        case ast.Import(names=names):
            named = [alias.name for alias in names]
        case ast.ImportFrom(module=str(module), names=names):
            inner = [f"{module}.{alias.name}" for alias in names]
            named = [name if name in FILES else module for name in inner]
        case _:
            named = []
    yield from (name for name in named if name in FILES and name != "goldgate")


def for_types_alone(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"


def late_imports(node: ast.AST, *, inside: bool = False) -> Iterator[str]:
    """The own modules that are imported below the top of a file."""
    for child in ast.iter_child_nodes(node):
        if inside:
            yield from targets(child)
        if not for_types_alone(child):
            yield from late_imports(child, inside=True)


def imports_at_the_top() -> Mapping[str, set[str]]:
    return {module: {name for node in tree.body for name in targets(node)} for module, tree in TREES.items()}


def length(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Lines without the docstring."""
    doc = ast.get_docstring(function, clean=False)
    return (function.end_lineno or 0) - function.lineno + 1 - (len(doc.splitlines()) if doc else 0)


def test_no_function_is_too_long() -> None:
    functions = [
        (f"{module}.{node.name}", length(node))
        for module, tree in TREES.items()
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]
    assert [(name, lines) for name, lines in functions if lines > LONGEST_FUNCTION] == []


def test_no_file_is_too_long() -> None:
    lines = {module: len(path.read_text("utf-8").splitlines()) for module, path in FILES.items()}
    assert {module: number for module, number in lines.items() if number > LONGEST_FILE} == {}


def test_no_modules_import_each_other() -> None:
    try:
        TopologicalSorter(imports_at_the_top()).prepare()
    except CycleError as error:
        pytest.fail(" → ".join(error.args[1]))


def test_own_modules_are_imported_at_the_top_but_for_the_doors() -> None:
    late = {(module, name) for module, tree in TREES.items() for name in late_imports(tree)}
    assert late == DOORS.keys()


def test_every_module_says_which_question_it_answers() -> None:
    dumb = [module for module, tree in TREES.items() if not ast.get_docstring(tree)]
    assert dumb == []


def test_nothing_is_called_after_what_has_no_idea() -> None:
    """What these words would hold is an idea that has a name of its own."""
    nameless = {"utils", "helpers", "common", "base", "core", "manager"}
    assert [module for module in FILES if not nameless.isdisjoint(module.split("."))] == []
