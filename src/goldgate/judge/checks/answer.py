"""Is the answer the expected one?

Texts are looked for in the text of the answer; an answer that is no text is looked at in its canonical spelling.
"""

import re
from collections.abc import Iterator, Mapping

from goldgate.differ.canonical import canonical
from goldgate.differ.json_path import value_at
from goldgate.differ.matcher_words import word_of
from goldgate.differ.matchers import mismatch
from goldgate.differ.show import inert, show
from goldgate.formats.text import JsonTextError, loads
from goldgate.judge.checks.finding import finding
from goldgate.judge.matched import Matched
from goldgate.judge.wording import tell
from goldgate.model.case import Case
from goldgate.model.judgement import Check
from goldgate.model.trace import Trace
from goldgate.model.value import NOT_CAPTURED, Json, NotCaptured


def check_answer(case: Case, trace: Trace, _matched: Matched) -> Iterator[Check]:
    """`answer.equals`, `answer.contains`, `answer.not_contains`, `answer.matches`, `answer.json_path`."""
    expected, answer = case.expect.answer, trace.answer
    if expected is None:
        return
    if expected.equals is not NOT_CAPTURED:
        yield finding("answer.equals", _unequal(expected.equals, answer))
    if expected.contains:
        yield finding("answer.contains", _lacks(expected.contains, answer))
    if expected.not_contains:
        yield finding("answer.not_contains", _holds(expected.not_contains, answer))
    if expected.matches is not None:
        yield finding("answer.matches", _unmatched(expected.matches, answer))
    if expected.json_path:
        yield finding("answer.json_path", next(_wrong_parts(expected.json_path, answer), ""))


def _unequal(expected: Json, answer: Json | NotCaptured) -> str:
    if answer is NOT_CAPTURED:
        return f"expected {show(expected)}, got no answer"
    found = mismatch(expected, answer)
    return "" if found is None else tell(found, root="/answer")


def _lacks(expected: tuple[str, ...], answer: Json | NotCaptured) -> str:
    text = _text(answer)
    return next(
        (f"expected {show(part)} in the answer, got {_told(answer)}" for part in expected if part not in text), ""
    )


def _holds(unwanted: tuple[str, ...], answer: Json | NotCaptured) -> str:
    text = _text(answer)
    if not text.strip():
        return f"expected an answer without {show(unwanted[0])}, got {_told(answer)}"
    held = next((part for part in unwanted if part in text), None)
    return "" if held is None else f"expected no {show(held)} in the answer, got {_told(answer)}"


def _unmatched(pattern: str, answer: Json | NotCaptured) -> str:
    met = re.search(pattern, _text(answer)) is not None
    return "" if met else f"expected the answer to match {show(pattern)}, got {_told(answer)}"


def _wrong_parts(expected: Mapping[str, Json], answer: Json | NotCaptured) -> Iterator[str]:
    try:
        document = loads(answer) if isinstance(answer, str) else answer
    except JsonTextError:
        document = NOT_CAPTURED
    if document is NOT_CAPTURED:
        yield f"expected an answer in JSON, got {_told(answer)}"
    else:
        for path, value in expected.items():
            yield from _wrong_part(path, value, value_at(path, document))


def _wrong_part(path: str, expected: Json, found: Json | NotCaptured) -> Iterator[str]:
    if found is NOT_CAPTURED:
        if word_of(expected) != "$optional":
            yield f"expected {show(expected)} at {inert(path)} of the answer, but nothing is there"
    elif (differing := mismatch(expected, found)) is not None:
        yield f"{tell(differing, root=inert(path))} of the answer"


def _text(answer: Json | NotCaptured) -> str:
    """The text of an answer; a missing answer and null have none."""
    if answer is NOT_CAPTURED or answer is None:
        return ""
    return answer if isinstance(answer, str) else canonical(answer)


def _told(answer: Json | NotCaptured) -> str:
    return "no answer" if answer is NOT_CAPTURED else show(answer)
