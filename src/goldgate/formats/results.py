"""How are the results of a run written down? A header line, a line a trial, an end line; by goldgate for goldgate."""

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, Final, NoReturn, TypeVar

import attrs

from goldgate.differ.canonical import spell
from goldgate.differ.nearest import brief
from goldgate.errors import BadFile, Problem
from goldgate.formats.converter import Form, Misfit, flag, list_of, mapping_of, number_from, text, whole_from, word_of
from goldgate.formats.detail import load_detail, write_detail
from goldgate.formats.judgements import IDENTITY, load_scored, write_identity, write_scored
from goldgate.formats.known_failure import KNOWN_FAILURE, write_known_failure
from goldgate.formats.text import JsonTextError, loads
from goldgate.formats.trace import load_trace, write_trace
from goldgate.formats.upgrades import UPGRADES, SchemaRefused, climb, upgrades_from
from goldgate.model.cassette import Mode
from goldgate.model.detail import Detail
from goldgate.model.judgement import Check, Fault, Verdict
from goldgate.model.result import Result, RunEnd, RunHeader, SuiteHeader, VariantHeader
from goldgate.model.settings import MatchBy, Options
from goldgate.model.shard import Shard, shard_named
from goldgate.model.value import Json
from goldgate.model.variant import ResolvedVariant, Skill

SCHEMA: Final = len(UPGRADES["run"]) + 1
"""The schema number of the runs that this goldgate writes."""

_TEXT: Final = rb'"((?:[^"\\]++|\\.)*+)"'
_KEY: Final = re.compile(rb'\{"id":%b,"suite":%b,"variant":%b,"trial":(\d{1,9}),' % (_TEXT, _TEXT, _TEXT))

T = TypeVar("T")


def _frozen_set(value: object) -> frozenset[str]:
    return frozenset(_texts(value))


def _shard(value: object) -> Shard:
    try:
        return shard_named(text(value))
    except ValueError as error:
        raise Misfit(str(error)) from None


_texts: Final = list_of(text)
_digests: Final = mapping_of(text)


def _skills(value: object) -> tuple[Skill, ...]:
    return tuple(Skill(name=name, digest=digest) for name, digest in _digests(value).items())


_VARIANT: Final = Form(ResolvedVariant, {"selector": text, "commit": text, "digest": text, "skills": _skills})


def _variants(value: object) -> dict[str, ResolvedVariant]:
    return {name: attrs.evolve(variant, name=name) for name, variant in _resolved(value).items()}


_resolved: Final = mapping_of(_VARIANT)
_SUITE: Final = Form(
    SuiteHeader,
    {
        "golden": text,
        "outcome": text,
        "agent": text,
        "cases": mapping_of(text),
        "selected": _frozen_set,
        "known_failures": mapping_of(KNOWN_FAILURE),
        "unexpecting": _frozen_set,
        "settings": mapping_of(text),
        "cassettes": mapping_of(text),
        "match": word_of(MatchBy),
        "variants": _variants,
        "splits": mapping_of(whole_from(1)),
        "judge": IDENTITY,
        "sampled": flag,
        "own": mapping_of(Form(VariantHeader, {"outcome": text, "sampled": flag, "settings": mapping_of(text)})),
    },
)
_HEADER: Final = Form(
    RunHeader,
    {
        "run": text,
        "goldgate": text,
        "started": text,
        "suites": mapping_of(_SUITE),
        "trials": whole_from(0),
        "project_files": mapping_of(text),
        "revision": text,
        "dirty": flag,
        "selection": text,
        "variants": _texts,
        "mode": word_of(Mode),
        "trials_of": text,
        "options": Form(Options, {"timeout": number_from(0, exclusive=True), "trials": whole_from(1)}),
        "guards_off": _texts,
        "shard": _shard,
        "merged": _texts,
    },
)
_END: Final = Form(
    RunEnd,
    {
        "results": whole_from(0),
        "errors": whole_from(0),
        "lines": text,
        "finished": text,
        "proposed": mapping_of(text),
        "disagree": mapping_of(_texts),
        "project_files": mapping_of(text),
        "written": _texts,
        "unused": mapping_of(mapping_of(list_of(whole_from(1)))),
        "judgements": text,
    },
)


def write_header(header: RunHeader) -> str:
    """The first line of a run."""
    document: dict[str, Json] = {
        "run": header.run,
        "version": header.goldgate,
        "started": header.started,
        "suites": {name: _write_suite(suite) for name, suite in header.suites.items()},
        "trials": header.trials,
        "project_files": dict(header.project_files),
        "revision": header.revision,
        "dirty": header.dirty,
        "selection": header.selection,
        **_write_variants(header.variants),
        "mode": None if header.mode is Mode.REPLAY else header.mode.value,
        "trials_of": header.trials_of,
        "options": attrs.asdict(header.options, filter=lambda _, value: value is not None) or None,
        "guards_off": list(header.guards_off) or None,
        "shard": None if header.shard is None else str(header.shard),
        "merged": list(header.merged) or None,
    }
    return _write_marked("run", document)


def _write_variants(names: Sequence[str]) -> dict[str, Json]:
    """One variant is a text, as it has always been."""
    return {"variant": names[0]} if len(names) == 1 else {"variants": list(names)}


def _write_suite(suite: SuiteHeader) -> dict[str, Json]:
    document: dict[str, Json] = {
        "golden": suite.golden,
        "outcome": suite.outcome,
        "agent": suite.agent,
        "cases": dict(suite.cases),
        "known_failures": {name: write_known_failure(marker) for name, marker in suite.known_failures.items()},
        "unexpecting": [*sorted(suite.unexpecting)],
        "settings": dict(suite.settings),
    }
    if suite.selected is not None:
        document["selected"] = [*sorted(suite.selected)]
    if suite.cassettes:
        document["cassettes"] = dict(suite.cassettes)
    if suite.match is not MatchBy.REQUEST:
        document["match"] = suite.match.value
    if suite.variants:
        document["variants"] = {name: _write_variant(variant) for name, variant in suite.variants.items()}
    if suite.splits:
        document["splits"] = dict(suite.splits)
    if suite.judge is not None:
        document["judge"] = write_identity(suite.judge)
    if suite.sampled:
        document["sampled"] = True
    if suite.own:
        document["own"] = {
            variant: {"outcome": own.outcome, "sampled": own.sampled, "settings": dict(own.settings)}
            for variant, own in suite.own.items()
        }
    return document


def _write_variant(variant: ResolvedVariant) -> dict[str, Json]:
    skills: dict[str, Json] = {skill.name: skill.digest for skill in variant.skills}
    told = {
        "selector": variant.selector or None,
        "commit": variant.commit,
        "digest": variant.digest,
        "skills": skills or None,
    }
    return {key: value for key, value in told.items() if value is not None}


def read_header(line: str) -> RunHeader:
    """Raises BadFile for anything but a whole header line of a schema that is known."""
    document = _read_marked(line, "run")
    document["goldgate"] = document.pop("version", None)
    if "variant" in document:
        document["variants"] = [document.pop("variant")]
    return _read(_HEADER, document)


def write_end(end: RunEnd) -> str:
    """The last line of a complete run."""
    document: dict[str, Json] = {
        "results": end.results,
        "errors": end.errors,
        "lines": end.lines,
        "finished": end.finished,
        "proposed": dict(end.proposed),
        "disagree": _lists(end.disagree),
        "project_files": dict(end.project_files),
        "written": list(end.written) or None,
        "unused": {suite: _lists(cases) for suite, cases in end.unused.items()} or None,
        "judgements": end.judgements,
    }
    return _write_marked("end", document)


def _lists(given: Mapping[str, Sequence[Json]]) -> dict[str, Json]:
    return {name: list(values) for name, values in given.items()}


def read_end(line: str) -> RunEnd:
    """Raises BadFile for anything but a whole end line."""
    return _read(_END, _read_marked(line, "end"))


def _write_marked(mark: str, document: dict[str, Json]) -> str:
    given = {key: value for key, value in document.items() if value is not None}
    return spell({"goldgate": mark, "schema": SCHEMA, **given})


def _read_marked(line: str, mark: str) -> dict[str, Json]:
    """The object of a header or end line without its mark, led up to today's schema."""
    try:
        document = loads(line)
    except JsonTextError as error:
        _refuse(f"not the {mark} line of a run: {error}")
    if not isinstance(document, dict) or document.pop("goldgate", None) != mark:
        _refuse(f"not the {mark} line of a run: {brief(line)}")
    try:
        return climb(document, upgrades_from(document.pop("schema", None), UPGRADES["run"]))
    except SchemaRefused as error:
        _refuse(str(error))


def _read(form: Form[T], document: dict[str, Json]) -> T:
    try:
        return form(document)
    except Misfit as misfit:
        problems = [
            Problem(code=BadFile.code, message=fault.message, pointer=fault.pointer) for fault in misfit.at("$")
        ]
        raise BadFile(*problems) from None


def write_result(result: Result) -> str:
    """One trial as a line: the same bytes whatever the pool, order or time; durations go to `write_timing`."""
    trace = write_trace(result.trace)
    usage = trace.pop("usage", {})
    document: dict[str, Json] = {
        "id": result.id,
        "suite": result.suite,
        "variant": result.variant,
        "trial": result.trial,
        "verdict": result.verdict.value,
        "failed": list(result.failed),
        "checks": [_write_check(check) for check in result.checks],
        "trace": trace,
        "usage": usage,
    }
    if result.scores is not None:
        document["scores"] = write_scored(result.scores)
    if result.fault is not None:
        document["fault"] = {"code": result.fault.code, "message": result.fault.message}
    if result.unused:
        document["unused"] = list(result.unused)
    return spell(document)


def _write_check(check: Check) -> dict[str, Json]:
    if check.why:
        return {"name": check.name, "passed": check.passed, "why": check.why}
    return {"name": check.name, "passed": check.passed}


def read_result(line: str | bytes) -> Result:
    """A result from what `write_result` wrote. Raises BadFile for a line that was cut off or is something else."""
    try:
        return _result_of(json.loads(line if isinstance(line, str) else line.decode()))
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        _refuse(f"not a result of a trial: {brief(line)}")


def read_verdict(line: bytes) -> Verdict:
    """The verdict in what `write_result` wrote, and nothing else of it. Raises BadFile."""
    try:
        return Verdict(json.loads(line.decode())["verdict"])
    except (ValueError, LookupError, TypeError, RecursionError):
        _refuse(f"not a result of a trial: {brief(line)}")


def _result_of(document: dict[str, Any]) -> Result:
    fault = document.get("fault")
    return Result(
        id=text(document["id"]),
        suite=text(document["suite"]),
        variant=text(document["variant"]),
        trial=_trial(document["trial"]),
        verdict=Verdict(document["verdict"]),
        checks=tuple([_check(**check) for check in document["checks"]]),
        trace=load_trace({**document["trace"], "usage": document["usage"]}),
        fault=None if fault is None else Fault(code=text(fault["code"]), message=text(fault["message"])),
        unused=_unused(document.get("unused", [])),
        scores=load_scored(document["scores"]) if "scores" in document else None,
    )


def _check(*, name: object, passed: object, why: object = "") -> Check:
    return Check(name=text(name), passed=flag(passed), why=text(why))


_trial: Final = whole_from(1)
_unused: Final = list_of(whole_from(1))


def result_key(line: bytes) -> tuple[str, str, str, int]:
    """Suite, id, variant and trial of a result line, read from its beginning alone. Raises BadFile."""
    found = _KEY.match(line)
    if found is None:
        _refuse(f"not a result of a trial: {brief(line)}")
    try:
        name, suite, variant = map(_unescaped, found.groups()[:3])
    except ValueError:
        _refuse(f"not a result of a trial: {brief(line)}")
    return suite, name, variant, int(found[4])


def _unescaped(inside: bytes) -> str:
    """The text between two quotes."""
    return inside.decode() if b"\\" not in inside else text(json.loads(b'"%b"' % inside))


def write_timing(result: Result) -> str:
    """How long a trial took, and what else was seen of it, as a line of `timings.jsonl`."""
    return spell(
        {
            "id": result.id,
            "suite": result.suite,
            "variant": result.variant,
            "trial": result.trial,
            "seconds": result.seconds,
            **write_detail(result.detail),
        }
    )


def read_detail(line: bytes) -> Detail:
    """What else was seen of a trial, from what `write_timing` wrote. Raises BadFile."""
    return read_timing(line)[1]


def read_timing(line: bytes) -> tuple[float | None, Detail]:
    """How many seconds a trial took, None where that is unknown, and what else was seen of it. Raises BadFile."""
    try:
        document = json.loads(line.decode())
        seconds = document.get("seconds")
        return None if seconds is None else _seconds(seconds), load_detail(document)
    except (ValueError, TypeError, AttributeError, RecursionError):
        _refuse(f"not the timing of a trial: {brief(line)}")


_seconds: Final = number_from(0)


def read_file_digests(line: bytes) -> dict[str, str | None]:
    """Path → digest, None of a file that was written: a line of `late_files`. Raises BadFile."""
    try:
        return _file_digests(json.loads(line.decode()))
    except (ValueError, RecursionError):
        _refuse(f"not the digests of project files: {brief(line)}")


_file_digests: Final = mapping_of(lambda value: None if value is None else text(value))


def _refuse(message: str) -> NoReturn:
    raise BadFile(Problem(code=BadFile.code, message=message))
