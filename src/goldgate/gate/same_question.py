"""Were two runs asked the same? The same cases of the same suites, judged by the same judge under the same rubrics."""

from collections.abc import Collection, Iterator, Mapping
from typing import Final

import attrs

from goldgate.differ.canonical import digest
from goldgate.errors import IncomparableRuns, Problem
from goldgate.formats.judgements import write_identity
from goldgate.model.grading import JudgeIdentity
from goldgate.model.reference import Reference
from goldgate.model.result import RunHeader, SuiteHeader

_NAMED: Final = 5
"""How many cases are named before the rest is counted."""


def require_same_question(reference: RunHeader, candidate: RunHeader) -> None:
    """Raise IncomparableRuns that names all that differs, digests included; agents, settings and trials may.

    Golden files may differ in what is no part of a definition: markers, tags, notes and splits.
    """
    differences = [
        *_only(reference, candidate, "only the reference has the suites"),
        *_only(candidate, reference, "only the candidate has the suites"),
    ]
    for suite in sorted(reference.suites.keys() & candidate.suites.keys()):
        differences += _suite_differences(suite, reference.suites[suite], candidate.suites[suite])
    if differences:
        message = f"the runs {reference.run} and {candidate.run} were not asked the same"
        raise IncomparableRuns(message, *(Problem(code=IncomparableRuns.code, message=one) for one in differences))


def _only(one: RunHeader, other: RunHeader, said: str) -> Iterator[str]:
    if suites := one.suites.keys() - other.suites.keys():
        yield f"{said} {_listed(suites)}"


def _suite_differences(suite: str, reference: SuiteHeader, candidate: SuiteHeader) -> Iterator[str]:
    before, after = _cases(reference), _cases(candidate)
    for said, cases in (
        ("only the reference has cases", before.keys() - after.keys()),
        ("only the candidate has cases", after.keys() - before.keys()),
    ):
        if cases:
            yield f"suite {suite!r}: {said}: {_listed(cases)}"
    edited = [case for case in sorted(before.keys() & after.keys()) if before[case] != after[case]]
    if edited:
        yield f"suite {suite!r}: the golden file was {reference.golden}, is {candidate.golden}"
    for case in edited[:_NAMED]:
        yield f"suite {suite!r}: the definition of case {case!r} was {before[case]}, is {after[case]}"
    if len(edited) > _NAMED:
        yield f"suite {suite!r}: the definitions of {len(edited) - _NAMED} more cases differ"
    yield from _judge_differences(suite, reference, candidate)


def _judge_differences(suite: str, reference: SuiteHeader, candidate: SuiteHeader) -> Iterator[str]:
    before, after = reference.judge, candidate.judge
    if _judge_named(before) != _judge_named(after):
        yield f"suite {suite!r}: the judge was {_judge_named(before)}, is {_judge_named(after)}"
    rubrics = [{} if judge is None else judge.rubrics for judge in (before, after)]
    for name in sorted(rubrics[0].keys() | rubrics[1].keys()):
        digests = [of_side.get(name, "not used") for of_side in rubrics]
        if digests[0] != digests[1]:
            yield f"suite {suite!r}: the rubric {name!r} was {digests[0]}, is {digests[1]}"


def _judge_named(judge: JudgeIdentity | None) -> str:
    """Who judged, with the digest of all that makes the judge what it is, rubrics aside."""
    if judge is None:
        return "nobody"
    name = judge.name if judge.model is None else f"{judge.name} {judge.model}"
    return f"{name} ({digest(write_identity(attrs.evolve(judge, rubrics={})))})"


def suite_digest(header: SuiteHeader) -> str:
    """The digest of the question: of the definitions of all cases that were run, and of who judges by which rubrics."""
    judge = None if header.judge is None else write_identity(header.judge)
    return digest({"cases": {**_cases(header)}, "judge": judge})


def suite_digests(header: RunHeader) -> dict[str, str]:
    """Suite → digest of what it was asked."""
    return {name: suite_digest(suite) for name, suite in header.suites.items()}


def require_same_suites(reference: Reference, suites: Mapping[str, str]) -> None:
    """Raise IncomparableRuns that names the suites of which the reference asked something else, with both digests."""
    names = sorted(name for name in {**reference.suites, **suites} if reference.suites.get(name) != suites.get(name))
    if names:
        raise IncomparableRuns(
            f"the reference {reference.source} was not asked the same",
            *(
                f"suite {name!r}: what was asked was {reference.suites.get(name, 'nothing')}, "
                f"is {suites.get(name, 'nothing')}"
                for name in names
            ),
        )


def _cases(header: SuiteHeader) -> dict[str, str]:
    """Case → digest of its definition, of those that were run."""
    return {case: digest for case, digest in header.cases.items() if header.selected is None or case in header.selected}


def _listed(names: Collection[str]) -> str:
    shown, rest = sorted(names)[:_NAMED], len(names) - _NAMED
    return ", ".join(shown) + (f" and {rest} more" if rest > 0 else "")
