"""Does the reference name everything that there is, and nothing else?"""

import itertools
import json
import re
import tomllib
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import click
import pytest

import goldgate
from goldgate import testing
from goldgate.cli.main import VERBS
from goldgate.config import environment_layer
from goldgate.differ.matcher_words import WORDS
from goldgate.differ.matchers import matches
from goldgate.formats.schemas import schema
from goldgate.gate.classify import TABLE
from goldgate.gate.fates import FATES, Action
from goldgate.gate.sampled_fates import COUNTED_ANEW, OTHERWISE
from goldgate.model.case import Case, Expectation, ExpectedStep, Match
from goldgate.model.comparison import CLASS_CODES, CaseClass, Marker
from goldgate.model.judgement import Verdict
from goldgate.model.settings import Settings
from goldgate.model.trace import Step, Trace
from goldgate.model.value import NOT_CAPTURED, Json, NotCaptured

ROOT: Final = Path(__file__).resolve().parents[2]
DOCS: Final = ROOT / "docs"


def page(name: str) -> str:
    return (DOCS / name).read_text(encoding="utf-8")


def section(text: str, title: str) -> str:
    """What stands under the heading of that title, up to the next of its level."""
    found = re.search(rf"^(#+) {re.escape(title)}$\n(.*?)(?=^\1 |\Z)", text, re.MULTILINE | re.DOTALL)
    assert found is not None, title
    return found[2]


def rows(text: str) -> list[list[str]]:
    """The cells of all table rows; a bar after a backslash is part of a cell."""
    lines = (line for line in text.splitlines() if line.startswith("|") and not line.startswith("|---"))
    return [[cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in lines]


def first_column(text: str) -> str:
    """The first cells of all table rows, in one text."""
    return "\n".join(row[0] for row in rows(text))


# Commands


def options_of(verb: str) -> Iterator[str]:
    module, attribute = VERBS[verb].home.split(":")
    yield from _options(getattr(import_module(module), attribute))


def _options(command: click.Command) -> Iterator[str]:
    """Those of the command, and of the commands below it."""
    for parameter in command.params:
        if isinstance(parameter, click.Option):
            yield max(parameter.opts, key=len)
    if isinstance(command, click.Group):
        for below in command.commands.values():
            yield from _options(below)


@pytest.mark.parametrize("verb", VERBS)
def test_every_option_of_a_command_is_in_its_section(verb: str) -> None:
    text = section(page("reference/commands.md"), verb)

    assert {option for option in options_of(verb) if f"`{option}" not in text} == set()


@pytest.mark.parametrize("verb", VERBS)
def test_no_section_of_a_command_names_an_option_that_it_lacks(verb: str) -> None:
    text = section(page("reference/commands.md"), verb)

    named = set(re.findall(r"`(--?[a-z-]+)", first_column(text)))

    assert named <= {*options_of(verb), "-k"}


# Settings


def _settings() -> Any:  # noqa: ANN401 - a JSON Schema
    return schema("settings")


def settings_keys() -> Iterator[str]:
    """The keys that a settings file may hold, those of single suites aside."""
    for key, rule in _properties(_settings()).items():
        if "properties" in rule:
            yield from (f"{key}.{inner}" for inner in rule["properties"])
        elif key != "suites":
            yield key


def test_every_setting_has_a_row_with_its_default() -> None:
    table = {row[0]: row[1] for row in rows(section(page("reference/settings.md"), "All settings"))[1:]}
    shown = {key.strip("`"): value for key, value in table.items() if "NAME" not in key}

    assert {key: _default(text) for key, text in shown.items()} == {key: _plain(key) for key in settings_keys()}


def _default(text: str) -> object:
    return None if text == "none" else tomllib.loads(f"value = {text.strip('`')}")["value"]


def _plain(key: str) -> object:
    value: object = Settings()
    for part in key.split("."):
        value = getattr(value, part)
    return [*map(str, value)] if isinstance(value, tuple) else value


def test_what_a_suite_may_set_is_named() -> None:
    row = next(row for row in rows(page("reference/settings.md")) if "suites.NAME" in row[0])

    assert set(re.findall(r"`(\w+)`", row[3])) == set(_properties(_settings()["$defs"]["suite"]))


def test_every_variable_stands_beside_its_setting() -> None:
    known = set(re.findall(r"GOLDGATE_\w+", (ROOT / "src/goldgate/config.py").read_text(encoding="utf-8")))
    table = rows(section(page("reference/settings.md"), "All settings"))
    told = {row[2].strip("`"): row[0].strip("`") for row in table if "GOLDGATE_" in row[2]}

    assert told == {name: _set_by(name) for name in known}


def _set_by(variable: str) -> str:
    """The dotted key that an environment variable sets."""
    (layer,) = environment_layer({variable: "1"})
    key, value = next(iter(layer.values.items()))
    return f"{key}.{next(iter(value))}" if isinstance(value, dict) else key


# Errors, exported names, codes


def headings_of_codes(name: str) -> list[str]:
    return re.findall(r"^## (GG\d{3})$", page(name), re.MULTILINE)


def test_every_code_of_an_error_has_a_heading_and_no_other_code_has() -> None:
    sources = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "src").rglob("*.py"))
    codes = set(re.findall(r'"(GG\d{3})"', sources))

    assert set(headings_of_codes("reference/errors.md")) == codes - {*CLASS_CODES.values()}


def test_every_class_has_a_code_and_that_a_heading_which_begins_with_its_name() -> None:
    text = page("reference/classes.md")
    told = {kind: section(text, code).split(":")[0].strip("*\n ") for kind, code in CLASS_CODES.items()}

    assert headings_of_codes("reference/classes.md") == [*CLASS_CODES.values()]
    assert told == {kind: kind.value for kind in CaseClass}
    assert set(re.findall(r"\| (GG\d{3}) \| (\w+) ", section(text, "Codes"))) == {
        (code, kind.value) for kind, code in CLASS_CODES.items()
    }


def test_every_exported_name_is_listed_and_no_other() -> None:
    listed = set(re.findall(r"`(\w+)(?:\([^`]*)?`", first_column(page("reference/python.md"))))

    assert listed == {*goldgate.__all__, *testing.__all__}


def test_every_code_that_goldgate_gives_to_a_step_is_listed() -> None:
    model = (ROOT / "src/goldgate/model/trace.py").read_text(encoding="utf-8")
    text = page("reference/agents.md")

    assert {code for code in constants(model).values() if f"`{code}`" not in text} == set()


def test_every_fault_is_listed() -> None:
    sources = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "src/goldgate").rglob("*.py"))
    names = set(re.findall(r"Fault\(\s*code=([A-Z_]+)", sources))

    listed = re.findall(r"`([A-Z_]+)`", first_column(section(page("reference/agents.md"), "Faults")))

    assert set(listed) == {constants(sources)[name] for name in names}


def constants(source: str) -> dict[str, str]:
    """The constants of a source that stand for words in capitals."""
    return dict(re.findall(r'^([A-Z_]+)(?:: Final)? = "([A-Z_]+)"', source, re.MULTILINE))


# The golden file and JSON documents


@pytest.mark.parametrize(("part", "title"), [("case", "Keys of a case"), ("expect", "expect")])
def test_every_key_of_the_golden_file_is_listed(part: str, title: str) -> None:
    document: Any = schema("golden")
    keys = set(_properties(document if part == "case" else document["$defs"][part]))

    listed = set(re.findall(r"`(\w+)`", first_column(section(page("reference/golden-file.md"), title))))

    assert listed == keys


@pytest.mark.parametrize("name", ["comparison", "summary"])
def test_every_key_of_a_json_document_is_named(name: str) -> None:
    text = page("reference/json-output.md")
    named = set(re.findall(r"`(\w+)`", text))

    assert set(_properties(schema(name))) - named == set()


def _properties(document: Any) -> dict[str, Any]:  # noqa: ANN401 - a JSON Schema
    properties: dict[str, Any] = document["properties"]
    return properties


# Classes


def when_of(row: int) -> str:
    """The condition of a row of the table, in the words of the docs."""
    return ", ".join(_fact(name, values) for name, values in TABLE[row - 1].when.items())


def _fact(name: str, values: tuple[Any, ...]) -> str:
    word = _NAMED.get(name, name)
    if name == "K":
        return {Marker.EXPIRED: "K expired", Marker.NONE: "no K"}.get(values[0], "K")
    if values == (None,):
        return f"{name} absent"
    if isinstance(values[0], Verdict):
        return f"{name} = {' or '.join('absent' if it is None else str(it).upper() for it in values)}"
    return word if values == (True,) else f"not {word}"


_NAMED: Final = {"selected": "selected", "in_golden": "in the golden file", "disagree": "trials disagree"}


def test_the_table_of_classes_is_the_one_that_decides() -> None:
    told = [row for row in rows(page("reference/classes.md")) if row[0].isdecimal() and len(row) == 4]

    assert told == [
        [str(row.number), when_of(row.number), row.case_class, "–" if row.severity == "-" else row.severity]
        for row in TABLE
    ]


def test_the_short_table_of_the_readme_has_the_same_classes() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    told = [row for row in rows(text) if row[0].isdecimal() and len(row) == 4]

    assert [(row[0], row[1], row[3]) for row in told] == [
        (str(row.number), row.case_class, "–" if row.severity == "-" else row.severity) for row in TABLE
    ]


def test_what_an_update_does_with_each_row_is_what_it_does() -> None:
    table = rows(section(page("reference/classes.md"), "What update-baseline does with each row"))[1:]
    told = {int(number): does for numbers, does in table for number in numbers.split(",")}
    words = {
        Action.KEEP: "keeps the line",
        Action.WRITE: "writes the line",
        Action.REFUSE: "refuses",
        Action.ACCEPT: "refuses, unless `--accept ID --reason TEXT`",
        Action.PRUNE: "refuses, unless `--prune`",
    }

    assert told == {number: words[fate.action] for number, fate in FATES.items()}


def test_what_an_update_does_otherwise_in_a_sampled_suite_is_what_it_does() -> None:
    table = rows(section(page("reference/classes.md"), "What it does in a sampled suite"))[1:]
    told = {int(number): does for numbers, does in table if numbers[0].isdigit() for number in numbers.split(",")}

    assert {number for number, does in told.items() if "--recount" in does} == {
        row.number for row in TABLE if row.case_class in COUNTED_ANEW
    }
    assert {number for number, does in told.items() if does == "refuses, unless `--accept ID --reason TEXT`"} == {
        number for number, fate in OTHERWISE.items() if fate.action is Action.ACCEPT
    }


# Matching


def truth_table() -> list[tuple[str, str, str, bool]]:
    table = rows(section(page("how-to/expect.md"), "How calls are matched"))
    head, *body = (row for row in table if len(row) == 1 + len(Match))
    return [
        (expected, came, match, mark == "✔")
        for calls, *marks in body
        for expected, came in [calls.split(" → ")]
        for match, mark in zip(head[1:], marks, strict=True)
    ]


def test_the_truth_table_has_all_ways_to_match() -> None:
    assert {match for _, _, match, _ in truth_table()} == {*Match}


@pytest.mark.parametrize(("expected", "came", "match", "fits"), truth_table())
def test_a_cell_of_the_truth_table_says_what_the_judge_says(
    *, expected: str, came: str, match: str, fits: bool
) -> None:
    wanted = tuple(ExpectedStep(name=name, args=args) for name, args in _calls(expected))
    steps = tuple(Step(name=name, args={} if args is NOT_CAPTURED else args) for name, args in _calls(came))
    case = Case(id="a", request="", expect=Expectation(calls=wanted, match=Match(match)))

    assert ("calls" not in goldgate.judge_trace(case, Trace(steps=steps)).failed) is fits


def _calls(text: str) -> list[tuple[str, Json | NotCaptured]]:
    """`a a{n:1} a{any}` as names and arguments; an argument that is not said is any."""
    found = re.findall(r"(\w)(?:\{(?:any|n:(\d))\})?", text)
    return [(name, {"n": int(number)} if number else NOT_CAPTURED) for name, number in found]


def matcher_rows() -> list[list[str]]:
    return [[cell.strip("`") for cell in row] for row in rows(section(page("how-to/expect.md"), "Matchers"))[1:]]


@pytest.mark.parametrize(("matcher", "fitting", "other"), matcher_rows())
def test_a_row_of_the_matchers_says_what_fits(matcher: str, fitting: str, other: str) -> None:
    expected = json.loads(matcher)

    assert matches(expected, json.loads(fitting))
    assert not other or not matches(expected, json.loads(other))


def test_every_matcher_is_named() -> None:
    text = section(page("how-to/expect.md"), "Matchers")

    assert {word for word in WORDS if word not in text} == set()


# The whole


def test_every_room_is_on_a_floor_of_the_architecture() -> None:
    rooms = {path.stem for path in (ROOT / "src/goldgate").iterdir() if (path / "__init__.py").exists()}
    rooms |= {path.stem for path in (ROOT / "src/goldgate").glob("[!_]*.py")}
    table = rows(section(page("explanation/architecture.md"), "Rooms and floors"))

    assert rooms - {room for row in table[1:] for room in re.findall(r"`(\w+)`", row[1])} == set()


def test_every_page_is_reached_from_the_index() -> None:
    pages = {path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md")} - {"index.md"}
    linked = {link.split("#")[0] for link in re.findall(r"\]\(([^)]+)\)", page("index.md"))}

    assert pages <= linked


def test_pages_have_one_heading_of_the_first_level() -> None:
    found = {path: re.findall(r"^# .+$", _prose(path), re.MULTILINE) for path in DOCS.rglob("*.md")}

    assert {path for path, headings in found.items() if len(headings) != 1} == set()


def _prose(path: Path) -> str:
    blocks = itertools.cycle((True, False))
    parts = path.read_text(encoding="utf-8").split("```")
    return "".join(part for part, prose in zip(parts, blocks, strict=False) if prose)
