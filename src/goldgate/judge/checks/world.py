"""Is the world afterwards the expected one, its state and its files?"""

from collections.abc import Iterator

from goldgate.differ.canonical import digest_bytes
from goldgate.differ.matchers import matches, mismatch, object_mismatch
from goldgate.differ.show import show
from goldgate.formats.world import write_content
from goldgate.judge.checks.finding import finding
from goldgate.judge.matched import Matched
from goldgate.judge.wording import tell
from goldgate.model.case import ArgsMatch, Case
from goldgate.model.judgement import Check
from goldgate.model.trace import Trace
from goldgate.model.value import NOT_CAPTURED, Json, NotCaptured


def check_state(case: Case, trace: Trace, _matched: Matched) -> Iterator[Check]:
    """`state`: at least what is expected."""
    if case.expect.state is not NOT_CAPTURED:
        yield finding("state", _wrong_state(case.expect.state, trace.state))


def _wrong_state(expected: Json, state: Json | NotCaptured) -> str:
    if state is NOT_CAPTURED:
        return f"expected {show(expected)}, but the state was not captured"
    found = object_mismatch(expected, state, ArgsMatch.SUPERSET)
    return "" if found is None else tell(found, root="/state")


def check_files(case: Case, trace: Trace, _matched: Matched) -> Iterator[Check]:
    """`files`: those that are named; others may be there."""
    if case.expect.files is None:
        return
    if trace.files is None:
        yield finding("files", "expected files, but the trial had no folder; world.files gives it one ({} is empty)")
        return
    files: dict[str, Json] = {path: write_content(file.content) for path, file in (case.world.files or {}).items()}
    files.update(trace.files)
    wrong = (_wrong_file(path, expected, files.get(path)) for path, expected in case.expect.files.items())
    yield finding("files", next(filter(None, wrong), ""))


def _wrong_file(path: str, expected: Json, actual: Json) -> str:
    if expected is None:
        return "" if actual is None else f"expected file {show(path)} to be gone, got {show(actual)}"
    if actual is None:
        return f"expected file {show(path)} to be {show(expected)}, but there is no such file"
    if isinstance(actual, dict) and "$digest" in actual:
        return _wrong_long_file(path, expected, actual)
    found = mismatch(expected, actual)
    return "" if found is None else f"file {show(path)}: {found.why}"


def _wrong_long_file(path: str, expected: Json, actual: dict[str, Json]) -> str:
    """Of a very long file the trace holds no more than digest and size."""
    if isinstance(expected, str):
        content = expected.encode("utf-8", "surrogatepass")
        if actual == {"$digest": digest_bytes(content), "size": len(content)}:
            return ""
        return f"file {show(path)}: expected {show(expected)}, got {actual['size']} bytes of other content"
    if matches(expected, actual):
        return ""
    return f"file {show(path)}: {actual['size']} bytes are too long to be held against {show(expected)}"
