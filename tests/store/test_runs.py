from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import attrs
import pytest

from goldgate.errors import BadFile, IncompleteRun, NoRun
from goldgate.model.detail import NO_DETAIL, Detail
from goldgate.model.judgement import Verdict
from goldgate.model.result import Result
from goldgate.model.variant import ResolvedVariant, Skill
from goldgate.store.journal import begin_run
from goldgate.store.proposals import observed
from goldgate.store.runs import (
    end_of,
    failed_last,
    header_of,
    idle_stubs,
    judge_use_of,
    newest_finished,
    open_proposed,
    open_run,
    results_of,
    told_results,
)

if TYPE_CHECKING:
    from tests.store.conftest import Runs

PASS, FAIL, ERROR = Verdict.PASS, Verdict.FAIL, Verdict.ERROR


def edit(path: Path, change: Callable[[bytes], bytes]) -> None:
    """Change the bytes of a file."""
    path.write_bytes(change(path.read_bytes()))


def test_a_finished_run_is_opened_as_it_was_finished(runs: "Runs") -> None:
    run = runs.finish(runs.header("a", "한글"), runs.result("한글"), runs.result("a"))
    assert (open_run(runs.root), open_run(runs.root, run.name)) == (run, run)


def test_a_run_of_nothing_is_complete(runs: "Runs") -> None:
    run = runs.finish(runs.header())
    assert open_run(runs.root) == run


def test_the_newest_run_is_the_default(runs: "Runs") -> None:
    runs.finish(runs.header("a"), runs.result("a"))
    newest = runs.finish(runs.header("a"), runs.result("a"))
    assert open_run(runs.root).name == newest.name


def test_without_a_run_that_is_said(here: Path) -> None:
    with pytest.raises(NoRun, match="goldgate run"):
        open_run(here)


def test_an_incomplete_newest_run_is_refused_not_passed_over(runs: "Runs") -> None:
    older = runs.finish(runs.header("a"), runs.result("a"))
    newest = runs.begin(runs.header("a"), runs.result("a"))
    with pytest.raises(IncompleteRun) as caught:
        open_run(runs.root)
    assert str(caught.value) == (
        f"the run {newest.name} is incomplete: it has no valid end line; go on with it: goldgate run --resume; "
        f"the last complete one before it: --run {older.name}"
    )


def test_an_older_complete_run_can_be_named(runs: "Runs") -> None:
    older = runs.finish(runs.header("a"), runs.result("a"))
    runs.begin(runs.header("a"))
    assert open_run(runs.root, older.name) == older


def test_without_a_complete_run_none_is_named(runs: "Runs") -> None:
    runs.begin(runs.header("a"))
    newest = runs.begin(runs.header("a"))
    with pytest.raises(IncompleteRun) as caught:
        open_run(runs.root)
    assert str(caught.value) == (
        f"the run {newest.name} is incomplete: it has no valid end line; go on with it: goldgate run --resume"
    )


def test_an_incomplete_run_is_gone_on_with_by_the_command_that_made_it(runs: "Runs") -> None:
    """Only `goldgate pair` is told which skills are linked, and only `goldgate judge` asks a judge anew."""
    header = runs.header("a", variants=("with", "without"))
    given = {"with": ResolvedVariant(name="with", skills=(Skill(name="tone", digest="1"),))}
    suites = {"files": attrs.evolve(header.suites["files"], variants=given)}
    for begun, command in (
        (attrs.evolve(header, suites=suites), "goldgate pair --linked SKILL --resume"),
        (attrs.evolve(header, suites=suites, trials_of="before"), "goldgate judge --fresh --resume"),
    ):
        runs.begin(begun)
        with pytest.raises(IncompleteRun, match=f"; go on with it: {command}$"):
            open_run(runs.root)


def test_an_older_incomplete_run_can_not_be_resumed(runs: "Runs") -> None:
    older = runs.begin(runs.header("a"))
    runs.finish(runs.header("a"), runs.result("a"))
    with pytest.raises(IncompleteRun, match=r"no valid end line; make a new one: goldgate run$"):
        open_run(runs.root, older.name)


def test_a_renamed_incomplete_run_can_not_be_resumed(runs: "Runs") -> None:
    folder = runs.begin(runs.header("a")).path
    folder.rename(folder.with_name("before"))
    with pytest.raises(IncompleteRun, match=r"the run before is incomplete: .* make a new one: goldgate run$"):
        open_run(runs.root, "before")


def test_a_run_that_still_goes_on_is_waited_for(runs: "Runs") -> None:
    with (
        begin_run(runs.root, runs.header("a"), settings=runs.settings, now=runs.STARTED),
        pytest.raises(IncompleteRun, match="wait for its end"),
    ):
        open_run(runs.root)


def cut(data: bytes) -> bytes:
    """Without the last bytes."""
    return data[:-10]


def without_end(data: bytes) -> bytes:
    """Without the last line."""
    return b"".join(data.splitlines(keepends=True)[:-1])


def one_line(data: bytes) -> bytes:
    """The end line alone."""
    return data.splitlines(keepends=True)[-1]


def no_text(data: bytes) -> bytes:
    """With a last line that is no UTF-8."""
    return data + b"\xff\n"


def emptied(_: bytes) -> bytes:
    """Nothing."""
    return b""


@pytest.mark.parametrize("change", [cut, without_end, no_text, emptied])
def test_results_without_a_valid_end_line_are_incomplete(runs: "Runs", change: Callable[[bytes], bytes]) -> None:
    run = runs.finish(runs.header("a"), runs.result("a"))
    edit(run.folder.results, change)
    with pytest.raises(IncompleteRun, match=r"has no valid end line; make a new one: goldgate run$"):
        open_run(runs.root)


def less(data: bytes) -> bytes:
    """With a result less."""
    lines = data.splitlines(keepends=True)
    return b"".join([lines[0], *lines[2:]])


def better(data: bytes) -> bytes:
    """With another verdict."""
    return data.replace(b'"verdict":"fail"', b'"verdict":"pass"')


def other_header(data: bytes) -> bytes:
    """With another revision of the agent."""
    return data.replace(b'"version":"0.1.0"', b'"version":"0.1.1"', 1)


@pytest.mark.parametrize("change", [less, better, other_header, one_line])
def test_results_that_were_changed_are_refused(runs: "Runs", change: Callable[[bytes], bytes]) -> None:
    run = runs.finish(runs.header("a", "b"), runs.result("a", verdict=FAIL), runs.result("b"))
    edit(run.folder.results, change)
    with pytest.raises(IncompleteRun) as caught:
        open_run(runs.root)
    assert str(caught.value) == (
        f".goldgate/runs/{run.name}/results.jsonl was changed after the run; make a new one: goldgate run"
    )


@pytest.mark.parametrize("change", [cut, better, emptied])
def test_proposals_that_were_changed_are_refused(runs: "Runs", change: Callable[[bytes], bytes]) -> None:
    run = runs.finish(runs.header("a"), runs.result("a", verdict=FAIL))
    edit(run.folder.proposed("files"), change)
    with pytest.raises(IncompleteRun, match=r"proposed/files\.jsonl was changed after the run"):
        open_run(runs.root)


def test_a_run_with_fewer_results_than_planned_trials_is_incomplete(runs: "Runs") -> None:
    runs.finish(runs.header("a", "b"), runs.result("a"))
    with pytest.raises(IncompleteRun, match="2 trials were planned, 1 have a result"):
        open_run(runs.root)


def test_proposals_that_are_gone_are_refused(runs: "Runs") -> None:
    run = runs.finish(runs.header("a"), runs.result("a"))
    run.folder.proposed("files").unlink()
    with pytest.raises(IncompleteRun, match=r"proposed/files\.jsonl was changed after the run"):
        open_run(runs.root)


def test_a_run_that_was_killed_after_its_end_is_complete(runs: "Runs") -> None:
    """The journal is what is taken away last."""
    run = runs.finish(runs.header("a"), runs.result("a"))
    run.folder.journal.touch()
    assert open_run(runs.root) == run


def test_the_header_of_a_foreign_file_is_told_with_its_place(here: Path) -> None:
    (here / "a").write_bytes(b"\xff{}\n")
    with pytest.raises(BadFile, match=r"^a:1: not the run line of a run"):
        header_of(here / "a")


def test_a_run_that_has_not_ended_has_no_end(runs: "Runs") -> None:
    assert end_of(runs.begin(runs.header("a"))) is None


def test_results_come_in_plan_order(runs: "Runs") -> None:
    results = [runs.result("a"), runs.result("b", verdict=ERROR), runs.result("한글", answer="가")]
    run = runs.finish(runs.header("a", "b", "한글"), *reversed(results))
    found = results_of(run, {(result.suite, result.id) for result in results})
    assert [result for trials in found.values() for result in trials] == results


def test_the_trials_of_some_cases_are_picked_out(runs: "Runs") -> None:
    results = [runs.result(case, trial=trial) for case in ("a", "b", "한글") for trial in (1, 2)]
    run = runs.finish(runs.header("a", "b", "한글"), *results)
    wanted = {("files", "한글"), ("files", "a"), ("files", "gone"), ("tools", "b")}
    assert results_of(run, wanted) == {("files", "a"): tuple(results[:2]), ("files", "한글"): tuple(results[4:])}


def test_proposals_come_entry_by_entry(runs: "Runs") -> None:
    header = runs.header("a", "b")
    run = runs.finish(header, runs.result("a"), runs.result("b", verdict=ERROR))
    outcome, entries = open_proposed(run, "files")
    text = observed(runs.result("a"), definition="c" * 16, settings=runs.settings.outcome_of("files")).text
    assert (outcome, [(entry.id, entry.text) for entry in entries]) == (
        header.suites["files"].outcome,
        [("a", text)],
    )


def some_failed(runs: "Runs") -> list[Result]:
    """A case that passed, one that failed, one in error, one that passed sometimes."""
    return [
        runs.result("passed"),
        runs.result("failed", verdict=FAIL),
        runs.result("error", verdict=ERROR),
        runs.result("sometimes", verdict=FAIL),
        runs.result("sometimes", trial=2),
    ]


FAILED = {("files", "failed"), ("files", "error"), ("files", "sometimes")}


def test_what_failed_last_is_read_from_a_complete_run(runs: "Runs") -> None:
    runs.finish(runs.header("passed", "failed", "error", "sometimes"), *some_failed(runs))
    assert failed_last(runs.root) == FAILED


def test_what_failed_last_is_read_from_an_incomplete_run(runs: "Runs") -> None:
    runs.finish(runs.header("other"), runs.result("other", verdict=FAIL))
    folder = runs.begin(runs.header("passed", "failed", "error", "sometimes"), *some_failed(runs))
    with folder.journal.open("ab") as file:
        file.write(b'{"id":"half","suite":')
    assert failed_last(runs.root) == FAILED


def test_the_last_result_of_a_trial_says_whether_it_failed(runs: "Runs") -> None:
    runs.begin(runs.header("a"), runs.result("a", verdict=FAIL), runs.result("a"))
    assert failed_last(runs.root) == frozenset()


def test_without_a_run_nothing_failed_last(here: Path) -> None:
    with pytest.raises(NoRun, match="goldgate run"):
        failed_last(here)


def test_results_come_with_what_else_was_seen(runs: "Runs") -> None:
    detail = Detail(raised=("KeyError at a.py:1 in f",), printed="hello")
    seen = attrs.evolve(runs.result("a", verdict=FAIL), detail=detail)
    run = runs.finish(runs.header("a", "b"), seen, runs.result("b"))
    found = results_of(run, {("files", "a"), ("files", "b")})
    assert [found["files", case][0].detail for case in "ab"] == [detail, NO_DETAIL]


def test_results_do_without_what_else_was_seen(runs: "Runs") -> None:
    """No digest protects the timings: people may take them away."""
    run = runs.finish(runs.header("a"), runs.result("a"))
    run.folder.timings.unlink()
    assert results_of(run, {("files", "a")})["files", "a"][0].detail is NO_DETAIL


def test_all_results_come_with_what_else_was_seen_and_their_time(runs: "Runs") -> None:
    seen = Detail(printed="hello")
    results = [
        attrs.evolve(runs.result(name), seconds=seconds, detail=detail)
        for name, seconds, detail in (("b", 0.5, seen), ("a", None, NO_DETAIL), ("c", 0.25, NO_DETAIL))
    ]
    run = runs.finish(runs.header("a", "b", "c"), *results)

    assert [(one.id, one.seconds, one.detail) for one in told_results(run)] == [
        ("a", None, NO_DETAIL),
        ("b", 0.5, seen),
        ("c", 0.25, NO_DETAIL),
    ]


@pytest.mark.parametrize(
    ("kept", "seconds"), [(slice(1, None), [None, 0.5]), (slice(1), [0.5, None]), (slice(0), [None, None])]
)
def test_all_results_come_also_where_their_times_are_gone(
    runs: "Runs", kept: slice, seconds: list[float | None]
) -> None:
    results = [attrs.evolve(runs.result(name), seconds=0.5) for name in "ab"]
    run = runs.finish(runs.header("a", "b"), *results)
    edit(run.folder.timings, lambda data: b"".join(data.splitlines(keepends=True)[kept]))

    assert [one.seconds for one in told_results(run)] == seconds


def test_the_newest_finished_run_is_not_the_newest_where_that_goes_on(runs: "Runs") -> None:
    older = runs.finish(runs.header("a"), runs.result("a"))
    runs.begin(runs.header("a"))

    assert newest_finished(runs.root) == older


def test_without_a_finished_run_the_newest_says_why(runs: "Runs") -> None:
    runs.begin(runs.header("a"))

    with pytest.raises(IncompleteRun, match="goldgate run --resume"):
        newest_finished(runs.root)


def test_without_a_summary_nobody_knows_what_a_judge_took(runs: "Runs") -> None:
    run = runs.finish(runs.header("a"), runs.result("a"))
    assert judge_use_of(run) is None
    run.folder.summary.unlink()
    assert judge_use_of(run) is None


def test_a_stub_is_idle_that_answered_in_no_trial(runs: "Runs") -> None:
    def result(case: str, trial: int, *idle: int) -> Result:
        return attrs.evolve(runs.result(case, trial=trial), detail=Detail(idle_stubs=idle))

    results = [result("a", 1, 0, 1), result("a", 2, 1), result("b", 1, 0), result("b", 2), result("c", 1)]
    assert idle_stubs(runs.finish(runs.header("a", "b", "c"), *results)) == {("files", "a"): (1,)}


def test_a_result_without_a_verdict_is_told_where_failed_ones_are_looked_for(runs: "Runs") -> None:
    folder = runs.begin(runs.header("a", "b"), runs.result("a"))
    with folder.journal.open("ab") as file:
        file.write(b'{"id":"b","suite":"files","variant":"default","trial":1,"verdict":"passed"}\n')

    with pytest.raises(BadFile, match=r"journal\.jsonl:3: not a result of a trial: "):
        failed_last(runs.root)


@pytest.mark.parametrize(
    "wrong", [b'{"id":1}\n', b'{"id":"a","suite":"files","variant":"default","trial":1,"idle_stubs":[-1]}\n']
)
def test_a_timing_that_is_none_is_told_with_its_file(wrong: bytes, runs: "Runs") -> None:
    run = runs.finish(runs.header("a"), runs.result("a"))
    run.folder.timings.write_bytes(wrong)

    for look in (idle_stubs, lambda run: results_of(run, {("files", "a")}), lambda run: list(told_results(run))):
        with pytest.raises(BadFile, match=r"timings\.jsonl(:1)?: not the |timings\.jsonl:1: not a "):
            look(run)
