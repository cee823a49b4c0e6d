from collections.abc import Callable

import attrs
import pytest

from goldgate.model.judgement import Verdict
from goldgate.model.result import Result, RunHeader
from goldgate.reports.line import plain_text
from goldgate.reports.merge import Merged, merge_document, merge_lines
from goldgate.reports.summarise import summarise


@pytest.fixture
def merged(result: Callable[..., Result]) -> Merged:
    """A run of two cases, one of which fails, merged of two shards."""
    header = RunHeader(run="run-3", goldgate="0.1.0", started="", suites={}, trials=2, merged=("run-1", "run-2"))
    results = (result("a"), result("b", Verdict.FAIL, calls="none"))
    tally = summarise("run-3", {one.key: one.figures for one in results}, known=()).overall
    return Merged(header=header, tally=tally, not_selected=0, next_step="goldgate compare")


def test_a_merge_says_what_came_of_it(merged: Merged) -> None:
    assert plain_text(merge_lines(merged)) == (
        "merged 2 shards into the run run-3\n"
        "2 expected, 2 run, 0 errored\n"
        "passed 1, failed 1, masked 0\n"
        "next: goldgate compare\n"
    )


def test_a_merge_of_filtered_shards_says_how_many_cases_are_left_out(merged: Merged) -> None:
    assert "\n3 not selected\n" in plain_text(merge_lines(attrs.evolve(merged, not_selected=3)))


def test_several_trials_are_told_with_their_cases(merged: Merged) -> None:
    more = attrs.evolve(merged, tally=attrs.evolve(merged.tally, cases=1))
    assert "2 expected, 2 run, 0 errored  (trials of 1 case)\n" in plain_text(merge_lines(more))


def test_machines_are_told_the_same(merged: Merged) -> None:
    assert merge_document(merged) == {
        "goldgate": "merge",
        "schema": 1,
        "exit_code": 0,
        "run": "run-3",
        "merged": ["run-1", "run-2"],
        "cases": 2,
        "trials": 2,
        "passed": 1,
        "failed": 1,
        "masked": 0,
        "errored": 0,
        "not_selected": 0,
        "next": "goldgate compare",
    }
