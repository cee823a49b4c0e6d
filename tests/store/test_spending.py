from decimal import Decimal
from typing import Any

import attrs
import pytest

from goldgate.errors import BadFile
from goldgate.model.grading import Judged, Reply
from goldgate.model.judgement import Fault, Verdict
from goldgate.model.result import Result
from goldgate.model.spending import Spent
from goldgate.model.trace import Trace, Usage
from goldgate.store.journal import begin_run
from goldgate.store.judgements import keeping_evidence
from goldgate.store.spending import open_ledger

Runs = Any  # the class of conftest.py, which tests can't import


def costing(result: Result, cost: float | None, **changes: Any) -> Result:
    return attrs.evolve(result, trace=Trace(usage=Usage(cost_usd=cost)), **changes)


def test_a_ledger_goes_on_where_it_was_left_and_half_a_line_does_not_count(runs: Runs) -> None:
    spent = Spent(calls=2, usd=Decimal("0.3"), tokens=7, unknown_tokens=1, seconds=1.5)
    with begin_run(runs.root, runs.header("a"), settings=runs.settings, now=runs.STARTED) as journal:
        with open_ledger(journal, uncalled=()) as ledger:
            assert ledger.before == Spent()
            ledger.add(attrs.evolve(spent, calls=1))
            ledger.add(spent)
        with journal.folder.spending.open("ab") as file:
            file.write(b'{"calls": 3, "us')
        with open_ledger(journal, uncalled=()) as again:
            assert again.before == spent


def test_a_complete_run_has_no_ledger(runs: Runs) -> None:
    with begin_run(runs.root, runs.header("a"), settings=runs.settings, now=runs.STARTED) as journal:
        with open_ledger(journal, uncalled=()) as ledger:
            ledger.add(Spent())
        journal.add(runs.result("a"))
        run = runs.end(journal)
    assert not run.folder.spending.exists()


def test_of_a_run_that_began_without_a_ledger_the_journal_tells(runs: Runs) -> None:
    lost = Fault(code="LOST_WORKER", message="nobody did it")
    with begin_run(runs.root, runs.header("a", "b", "c", "d"), settings=runs.settings, now=runs.STARTED) as journal:
        journal.add(costing(runs.result("a"), 0.1), costing(runs.result("b"), 0.2), costing(runs.result("d"), None))
        journal.judge_anew(costing(runs.result("a"), 0.1))
        journal.add(costing(runs.result("c"), None, verdict=Verdict.ERROR, fault=lost, seconds=None))
        judged = Judged(
            suite="files",
            id="a",
            trial=1,
            rubric="r",
            conditions={"A": "default"},
            prompt="p",
            replies=(Reply(fault="no answer"), Reply(text="x", usage=Usage(cost_usd=0.4))),
            fault=lost,
        )
        with keeping_evidence(journal.folder) as file:
            file.add(judged)
        with open_ledger(journal, uncalled=["LOST_WORKER"]) as ledger:
            assert ledger.before == Spent(calls=5, usd=Decimal("0.7"), unknown_usd=2, unknown_tokens=5, seconds=0.75)


def test_the_trials_that_are_only_judged_again_cost_the_other_run(runs: Runs) -> None:
    header = runs.header("a", trials_of="20261130-110000-000000")
    with begin_run(runs.root, header, settings=runs.settings, now=runs.STARTED) as journal:
        journal.add(costing(runs.result("a"), 0.1))
        with open_ledger(journal, uncalled=()) as ledger:
            assert ledger.before == Spent()


def test_a_ledger_that_says_something_else_is_told_with_its_file(runs: Runs) -> None:
    with begin_run(runs.root, runs.header("a"), settings=runs.settings, now=runs.STARTED) as journal:
        journal.folder.spending.write_bytes(b"[]\n")
        with pytest.raises(BadFile, match=r"spending\.jsonl: not what a run has spent: '\[\]"):
            open_ledger(journal, uncalled=()).__enter__()
