from collections.abc import Callable
from fractions import Fraction

import attrs
import pytest

from goldgate.exit_codes import ExitCode
from goldgate.model.comparison import CaseComparison, Comparison, Decision, Facts
from goldgate.model.judgement import Verdict
from goldgate.model.known_failure import KnownFailure
from goldgate.model.result import Result
from goldgate.model.sampling import CaseCounts, Counts, Drop, Sampling
from goldgate.reports.next_step import (
    Tracked,
    after_compare,
    after_pair,
    after_run,
    after_update,
    record_command,
    show_command,
)
from goldgate.reports.pair import PairReport
from goldgate.statistics.trials import Trials

OPEN = Decision(exit_code=ExitCode.OPEN)
CLOSED = Decision(exit_code=ExitCode.CLOSED)
NEW = Facts(current=Verdict.PASS)
FIXED = Facts(baseline=Verdict.FAIL, current=Verdict.PASS, same_definition=True)
REMOVED = Facts(in_golden=False, baseline=Verdict.PASS)
ERROR = Facts(baseline=Verdict.PASS, current=Verdict.ERROR)
FAULTS = {"missed": "CASSETTE_MISS", "broken": "LOST_STEP"}

Compared = Callable[..., CaseComparison]
Comparing = Callable[..., Comparison]


def test_after_a_failed_run_the_first_failure_is_shown(result: Callable[..., Result]) -> None:
    failure = result("a b", Verdict.FAIL)

    assert after_run(CLOSED, failure, missing_baselines=("files",)) == "goldgate show 'files::a b'"


def test_after_a_good_run_without_a_baseline_one_is_made() -> None:
    assert after_run(OPEN, None, missing_baselines=("files",)) == "goldgate update-baseline"


def test_after_a_good_run_it_is_compared() -> None:
    assert after_run(OPEN, None, missing_baselines=()) == "goldgate compare"


def test_what_does_not_repeat_is_repaired_before_anything_is_accepted() -> None:
    unsteady = [("files", "a b"), ("files", "c")]
    assert after_run(CLOSED, None, unsteady=unsteady, disagreeing=unsteady, missing_baselines=("files",)) == (
        "hold still what differs in files::a b, then goldgate run --check-determinism --case 'files::a b'"
    )


def test_trials_that_disagree_are_shown_before_anything_is_accepted() -> None:
    assert after_run(OPEN, None, disagreeing=[("files", "c")], missing_baselines=("files",)) == "goldgate show files::c"


@pytest.mark.parametrize(
    ("tracked", "command"),
    [
        (Tracked.ALL, "git diff, then goldgate compare"),
        (Tracked.NOT_YET, "git add -N 'my baselines', then git diff, then goldgate compare"),
        (Tracked.NO_GIT, "look at 'my baselines', then goldgate compare"),
    ],
)
def test_what_was_accepted_is_looked_at_by_what_git_knows_of_it(tracked: Tracked, command: str) -> None:
    assert after_update(written=True, baselines="my baselines", tracked=tracked) == command
    assert after_update(written=False, baselines="my baselines", tracked=tracked) == "goldgate compare"


def test_what_could_not_be_judged_is_shown_before_what_is_worse(compared: Compared, comparison: Comparing) -> None:
    cases = comparison(compared("worse"), compared("broken", facts=ERROR))

    assert after_compare(cases, CLOSED) == "goldgate show files::broken"


def test_a_case_that_is_not_recorded_leads_to_recording_it(compared: Compared, comparison: Comparing) -> None:
    missed, broken = (attrs.evolve(compared(name, facts=ERROR), fault=FAULTS[name]) for name in ("missed", "broken"))

    assert after_compare(comparison(missed, broken), CLOSED) == "goldgate record --case files::missed"
    assert after_compare(comparison(broken, missed), CLOSED) == "goldgate show files::broken"


def test_many_cases_that_are_not_recorded_are_recorded_at_once() -> None:
    assert record_command([("files", "a b")]) == "goldgate record --case 'files::a b'"
    assert record_command([("files", "a"), ("files", "b")]) == "goldgate record --suite files"
    assert record_command([("files", "a"), ("mail", "a")]) == "goldgate record"
    assert record_command([("files", "a"), ("mail", "a")], variant="git:v1") == "goldgate record --variant git:v1"


def test_after_a_run_that_missed_recordings_they_are_recorded(result: Callable[..., Result]) -> None:
    missed = [("files", "a"), ("files", "b")]

    assert after_run(CLOSED, result("a", Verdict.ERROR), missed=missed, missing_baselines=()) == (
        "goldgate record --suite files"
    )


def test_a_removed_case_leads_to_pruning(compared: Compared, comparison: Comparing) -> None:
    assert after_compare(comparison(compared("a", facts=REMOVED)), CLOSED) == "goldgate update-baseline --prune"


def test_a_drop_of_a_sampled_suite_leads_to_the_case_that_fell_most(comparison: Comparing) -> None:
    counts = [Counts(solved=solved, total=5) for solved in (4, 1, 3)]
    drop = Drop(
        then=Fraction(4, 5),
        now=Fraction(2, 5),
        p_by_trials=0.01,
        p_by_cases=0.01,
        significant=True,
        underpowered=False,
    )
    fell = (CaseCounts(id="b", then=counts[0], now=counts[1]), CaseCounts(id="a", then=counts[0], now=counts[2]))
    sampling = Sampling(alpha=0.05, drop=drop, fell=fell)
    dropped = attrs.evolve(comparison(ok=2), sampled={"calm": Sampling(alpha=0.05), "letters": sampling})

    assert after_compare(dropped, CLOSED) == "goldgate show letters::b"


def test_a_stale_baseline_leads_to_an_update(compared: Compared, comparison: Comparing) -> None:
    assert after_compare(comparison(compared("a", facts=NEW)), CLOSED) == "goldgate update-baseline"


def test_a_fixed_case_must_lose_its_marker_first(compared: Compared, comparison: Comparing) -> None:
    marker = KnownFailure(reason="slow", issue="#1")
    cases = comparison(compared("a", facts=FIXED, known_failure=marker))

    assert after_compare(cases, CLOSED) == (
        "take the known_failure marker of files::a out, then goldgate update-baseline"
    )


def test_an_open_gate_leaves_nothing_to_do(comparison: Comparing) -> None:
    assert after_compare(comparison(ok=3), OPEN) == "nothing to do"


def test_a_comparison_of_nothing_leads_to_a_check(comparison: Comparing) -> None:
    assert after_compare(comparison(), Decision(exit_code=ExitCode.NO_JUDGEMENT)) == "goldgate check"


def test_the_command_to_show_a_case_names_its_suite() -> None:
    assert show_command("files", "it's") == "goldgate show 'files::it'\"'\"'s'"


def test_what_is_not_kept_is_run_before_it_is_shown_or_accepted(compared: Compared, comparison: Comparing) -> None:
    def said(*cases: CaseComparison) -> str:
        return after_compare(comparison(*cases), CLOSED, kept=False)

    known = KnownFailure(reason="the first word wins", issue="#7")
    assert said(compared("a b")) == "goldgate check --case 'files::a b'"
    assert said(compared("a", facts=NEW)) == "goldgate run, then goldgate update-baseline"
    assert said(compared("a", facts=REMOVED)) == "goldgate run, then goldgate update-baseline --prune"
    assert said(compared("a", facts=FIXED, known_failure=known)) == (
        "take the known_failure marker of files::a out, then goldgate run, then goldgate update-baseline"
    )


SOLVED, FAILED, UNJUDGED = Trials(solved=1, failed=0), Trials(solved=0, failed=1), Trials(solved=0, failed=0, errors=1)


def test_after_a_paired_run_comes_what_has_no_judgement_then_what_closed_the_gate_then_the_evidence(
    paired: Callable[..., PairReport],
) -> None:
    lost, won = ("b", SOLVED, FAILED), ("c", FAILED, SOLVED)

    assert after_pair(paired(lost, ("a", UNJUDGED, SOLVED), code=ExitCode.NO_JUDGEMENT)) == "goldgate show files::a"
    assert after_pair(paired(won, lost, code=ExitCode.CLOSED)) == "goldgate show files::b"
    assert after_pair(paired(won, code=ExitCode.CLOSED)) == "goldgate report 20261130-101010-000001 --all"
    assert after_pair(paired(won, lost)) == "goldgate evidence triage"
