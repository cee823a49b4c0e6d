"""How does a run read for whatever shows test reports? As JUnit's XML, valid under the schema that Jenkins goes by.

A test is a case, under each variant of a run of several; of a paired run one more test is the gate. What closes the
gate is a failure, what could not be judged an error. A known failure is a test that passed; its reason is a property of
its suite, since the schema has no place for one in a test, and is printed in the test.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import Final
from xml.etree import ElementTree as ET

from goldgate.differ.show import inert
from goldgate.exit_codes import ExitCode
from goldgate.model.comparison import Severity
from goldgate.model.known_failure import KnownFailure
from goldgate.model.plan import DEFAULT_VARIANT
from goldgate.reports.halves import halves_text
from goldgate.reports.material import Material, Refusal, ReportedCase
from goldgate.reports.next_step import show_command
from goldgate.reports.pair import shown_texts
from goldgate.reports.summarise import Ending, EndingCounts
from goldgate.reports.wording import GATE, coded, known_text

_HEAD: Final = '<?xml version="1.0" encoding="UTF-8"?>\n'
_TAG: Final = {Ending.FAILED: "failure", Ending.ERROR: "error"}
_LONGEST: Final = 200
"""Characters of a message; all of it stands in the text."""


class _Suite:
    """What must be known of a suite before its first test is written."""

    def __init__(self) -> None:
        self.counts = EndingCounts()
        self.known: dict[str, KnownFailure] = {}
        self.file: str | None = None


def junit_report(material: Material) -> Iterator[str]:
    """The document, piece by piece; cases are asked for twice, since a suite begins with what is counted of it."""
    suites, every = _counted(material)
    whole = _ending_of_all(material, every)
    if whole is not None:
        every.add(whole, 0.0)
    yield _HEAD
    yield _start("testsuites", {"name": "goldgate", **_figures(every)})
    for name, cases in groupby(material.cases(), key=lambda case: case.suite):
        yield from _suite(material, name, suites[name], cases)
    if whole is not None:
        yield from _all(material, whole)
    yield "</testsuites>\n"


def _ending_of_all(material: Material, every: EndingCounts) -> Ending | None:
    """How the gate ended where no test says so, which would all be green: a suite dropped, or nothing was run.

    None where tests say it. Of a paired run none does, since what it finds out is not found in any case.
    """
    if material.decision.open:
        return None if material.paired is None else Ending.PASSED
    if every.failures or every.errors:
        return None
    return Ending.ERROR if material.decision.exit_code is ExitCode.NO_JUDGEMENT else Ending.FAILED


def _all(material: Material, ending: Ending) -> Iterator[str]:
    """The gate as a test."""
    counts = EndingCounts()
    counts.add(ending, 0.0)
    yield _start("testsuite", {"name": "goldgate", **_figures(counts)})
    test = ET.Element("testcase", {"classname": "goldgate", "name": "gate"})
    said = [GATE[material.decision.exit_code], *material.decision.reasons]
    if material.paired is not None:
        said += shown_texts(material.paired)
    if ending is Ending.PASSED:
        ET.SubElement(test, "system-out").text = _lines(said)
    else:
        _finding(test, _TAG[ending], said[0], [*said, material.next_step])
    yield _text(test)
    yield "</testsuite>\n"


def _counted(material: Material) -> tuple[Mapping[str, _Suite], EndingCounts]:
    suites = defaultdict[str, _Suite](_Suite)
    every = EndingCounts()
    for case in material.cases():
        suite = suites[case.suite]
        suite.file = suite.file or case.file
        if case.is_known and case.known_failure is not None:
            suite.known[case.id] = case.known_failure
        for test in _tests(material, case):
            for counts in (suite.counts, every):
                counts.add(material.ending(test), test.seconds if test.results else 0.0)
    return suites, every


def junit_refusal(refusal: Refusal) -> Iterator[str]:
    """A command that came to no judgement, as one test in error for each of its problems."""
    problems = refusal.problems
    counted = {"tests": str(len(problems)), "failures": "0", "errors": str(len(problems))}
    yield _HEAD
    yield _start("testsuites", {"name": "goldgate", **counted})
    yield _start("testsuite", {"name": "goldgate", **counted})
    for number, problem in enumerate(problems, start=1):
        test = ET.Element("testcase", {"classname": "goldgate", "name": f"{problem.code} {number}"})
        _finding(test, "error", problem.code, [str(problem)])
        yield _text(test)
    yield "</testsuite>\n</testsuites>\n"


def _suite(material: Material, name: str, suite: _Suite, cases: Iterable[ReportedCase]) -> Iterator[str]:
    attributes = {"name": name, **_figures(suite.counts), "skipped": "0", "timestamp": _time(material.header.started)}
    yield _start("testsuite", attributes if suite.file is None else {**attributes, "file": suite.file})
    yield _text(_properties(material, name, suite))
    for case in cases:
        for test in _tests(material, case):
            yield _text(_test(material, test))
    yield "</testsuite>\n"


def _time(iso: str) -> str:
    """Without its zone, which is UTC: readers of JUnit know none."""
    return iso[: len("2026-11-30T10:10:10")]


def _properties(material: Material, name: str, suite: _Suite) -> ET.Element:
    source = material.header.suites.get(name)
    properties = {
        "run": material.header.run,
        "goldgate": material.header.goldgate,
        **({} if source is None else {"agent": source.agent}),
        **({} if material.variant is None else {"variant": material.variant}),
        "known_failures": str(len(suite.known)),
        **{f"known_failure:{case_id}": known_text(known) for case_id, known in suite.known.items()},
    }
    element = ET.Element("properties")
    for key, value in properties.items():
        ET.SubElement(element, "property", {"name": inert(key), "value": inert(value)})
    return element


def _tests(material: Material, case: ReportedCase) -> Iterable[ReportedCase]:
    """What of a case is a test: each variant of a run of several, and both halves of a pair together."""
    return case.by_variant() if material.paired is None else (case,)


def _test(material: Material, case: ReportedCase) -> ET.Element:
    name = case.id if case.variant is None else f"{case.id} [{case.variant}]"
    test = ET.Element("testcase", {"classname": inert(case.suite), "name": inert(name)})
    if case.seconds is not None:
        test.set("time", f"{case.seconds:.3f}")
    told = [coded(case.meaning, case.code), *case.findings, *_place(case)]
    match material.ending(case):
        case Ending.ERROR:
            fault = next((result.fault.code for result in case.results if result.fault is not None), case.kind)
            _finding(test, "error", fault, [*told, _show(case)])
        case Ending.FAILED:
            _finding(test, "failure", case.kind, [*told, _show(case)])
        case Ending.PASSED if case.contest is not None:
            ET.SubElement(test, "system-out").text = _lines([f"{case.kind}: {case.meaning}", halves_text(case.results)])
        case Ending.PASSED if case.is_known or case.severity is Severity.STALE:
            ET.SubElement(test, "system-out").text = _lines(told)
        case Ending.PASSED:
            pass
    return test


def _show(case: ReportedCase) -> str:
    return show_command(case.suite, case.id, variant=case.variant or DEFAULT_VARIANT)


def _place(case: ReportedCase) -> list[str]:
    return [] if case.file is None or case.line is None else [f"{case.file}:{case.line}"]


def _finding(test: ET.Element, tag: str, kind: str, told: list[str]) -> None:
    first = next(iter(told[1:2] or told))
    message = inert(first)
    shortened = message if len(message) <= _LONGEST else f"{message[:_LONGEST]}…"
    ET.SubElement(test, tag, {"type": inert(kind), "message": shortened}).text = _lines(told)


def _lines(texts: Iterable[str]) -> str:
    """A line each; what XML can't hold, and what nobody could see, is written as an escape."""
    return "\n".join(map(inert, texts))


def _figures(counts: EndingCounts) -> dict[str, str]:
    time = {} if counts.seconds is None else {"time": f"{counts.seconds:.3f}"}
    return {"tests": str(counts.tests), "failures": str(counts.failures), "errors": str(counts.errors), **time}


def _start(tag: str, attributes: dict[str, str]) -> str:
    """The start of an element whose end comes later."""
    shown = {name: inert(value) for name, value in attributes.items()}
    return _text(ET.Element(tag, shown), short_empty_elements=False).replace(f"</{tag}>", "")


def _text(element: ET.Element, *, short_empty_elements: bool = True) -> str:
    return f"{ET.tostring(element, encoding='unicode', short_empty_elements=short_empty_elements)}\n"
