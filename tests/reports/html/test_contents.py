import json
from collections.abc import Callable
from typing import Any

import attrs

from goldgate.exit_codes import ExitCode
from goldgate.model.comparison import Decision
from goldgate.model.history import PastRun
from goldgate.model.judgement import Verdict
from goldgate.model.sampling import Counts, Sampling
from goldgate.reports.halves import Contest
from goldgate.reports.html.contents import CHUNK, MOST_PLAIN, contents_of
from goldgate.reports.material import ReportedCase
from goldgate.statistics.trials import Trials

Make = Callable[..., Any]


def test_the_worst_cases_come_first_and_among_equals_the_order_stays(
    material: Make, passing: Make, regressed: Make, known: Make
) -> None:
    found = contents_of(material(passing("a"), known("b"), regressed("z"), passing("c"), regressed("d")))
    assert [case["id"] for case in found.index["cases"]] == ["z", "d", "b", "a", "c"]
    assert [(one.name, one.number, one.look) for one in found.classes] == [
        ("regression", 2, "bad"),
        ("known", 1, "known"),
        ("ok", 2, "good"),
    ]


def test_suites_and_tags_are_said_once(material: Make, passing: Make) -> None:
    found = contents_of(material(passing("a", tags=("x", "y")), passing("b", suite="desk", tags=("y",))))
    assert (found.index["suites"], found.index["tags"]) == (["files", "desk"], ["x", "y"])
    assert [(case["suite"], case["tags"]) for case in found.index["cases"]] == [(0, [0, 1]), (1, [1])]


def test_details_lie_in_chunks_in_the_order_of_the_index(material: Make, passing: Make) -> None:
    found = contents_of(material(*(passing(f"{number:03}") for number in range(CHUNK + 1))))
    assert [len(chunk) for chunk in found.chunks] == [CHUNK, 1]
    assert json.loads(found.chunks[1][0])["command"] == f"goldgate show files::{CHUNK:03}"


def test_the_gate_is_told_in_words_with_its_reasons_and_facts(material: Make, regressed: Make) -> None:
    found = contents_of(material(regressed("a")))
    assert (found.gate, found.look, found.sentence) == ("Gate closed", "closed", "1 regression")
    assert found.title == "gate closed · goldgate · 20261130-101010-000001"
    assert found.figures == "1 expected, 1 run, 1 compared, 0 errored, 1 masked, known 0, expiring 0, expired 0"
    assert [(fact.name, fact.text) for fact in found.facts] == [
        ("exit code", "1"),
        ("run", "20261130-101010-000001"),
        ("finished", "2026-11-30 10:10:12 UTC"),
        ("expiry judged by", "2026-11-30"),
        ("git revision", "0123456789ab with uncommitted changes"),
        ("agent of files", "my_agent:agent"),
        ("agent's files", "1 file, digest a7360541ea998ef9"),
        ("outside world", "replay"),
        ("goldgate", "0.1.0"),
    ]


def test_other_endings_have_other_looks(material: Make, passing: Make) -> None:
    looks = [
        contents_of(material(passing("a"), decision=Decision(exit_code=code))).look
        for code in (ExitCode.OPEN, ExitCode.NO_JUDGEMENT)
    ]
    assert looks == ["open", "none"]


def test_a_run_that_no_baseline_was_read_for_says_so(material: Make, passing: Make, result: Make) -> None:
    failing = attrs.evolve(passing("b"), comparison=None, results=(result("b", verdict=Verdict.FAIL, why="no"),))
    cases = (attrs.evolve(passing("a"), comparison=None), failing)
    found = contents_of(material(*cases, comparison=None, not_selected=3, suites_left_out=("desk",)))
    assert found.figures == (
        "2 cases in 2 trials, 1 passed, 1 failed, 0 errored, 0 masked, known 0, expiring 0, expired 0, 3 not selected"
    )
    assert found.notices == ("not held against a baseline", "suites left out: desk")
    assert [one.name for one in found.classes] == ["fail", "pass"]
    assert contents_of(material(*cases, comparison=None, not_compared="other variants")).notices == (
        "not held against a baseline: other variants",
    )


def test_what_did_not_protect_the_run_is_told(material: Make, passing: Make) -> None:
    made = material(passing("a"), decision=Decision(exit_code=ExitCode.OPEN, notices=("3 stale",)))
    header = attrs.evolve(made.header, guards_off=("network",), revision=None, selection="--tag x", project_files={})
    found = contents_of(attrs.evolve(made, header=header, finished=""))
    assert found.notices == ("3 stale", "without network")
    facts = {fact.name: fact.text for fact in found.facts}
    assert (facts["git revision"], facts["selection"], facts["finished"]) == ("unknown", "--tag x", "unknown")
    assert "agent's files" not in facts


def test_where_no_script_runs_only_so_many_cases_are_listed(material: Make, regressed: Make, passing: Make) -> None:
    found = contents_of(material(*(regressed(f"{number:03}") for number in range(MOST_PLAIN + 2)), passing("ok")))
    assert (len(found.plain), found.plain_left_out) == (MOST_PLAIN, 2)
    assert found.plain[0].reasons[0] == "calls: expected call 1 file_search, got file_read"


def test_charts_are_drawn_of_what_there_is(material: Make, passing: Make, result: Make) -> None:
    history = (
        PastRun(run="1", pass_rate=0.5, trials=1, known=0),
        PastRun(run="2", pass_rate=1.0, trials=1, known=0),
    )
    halves = (result("a", variant="without"), result("a", variant="with"))
    found = contents_of(material(passing("a", results=halves), history=lambda: history))
    assert [*found.charts] == ["classes", "trend", "variants"]


def test_of_sampled_cases_those_that_fell_most_come_first(material: Make, passing: Make) -> None:
    def solved(case_id: str, now: int) -> ReportedCase:
        case: ReportedCase = passing(case_id)
        assert case.comparison is not None
        counted = attrs.evolve(case.comparison, then=Counts(solved=6, total=6), now=Counts(solved=now, total=6))
        return attrs.evolve(case, comparison=counted)

    sampling = Sampling(cases=3, alpha=0.05)
    made = material(solved("a", 5), solved("b", 1), solved("c", 6))
    made = attrs.evolve(made, comparison=attrs.evolve(made.comparison, sampled={"files": sampling}))
    found = contents_of(made)
    assert [case["id"] for case in found.index["cases"]] == ["b", "a", "c"]
    assert found.sampled.startswith("sampled files  3 cases with trials then and now\n")


def test_a_paired_run_says_first_what_skills_contribute(
    material: Make, passing: Make, result: Make, paired: Make
) -> None:
    halves = (result("a", variant="without", verdict=Verdict.FAIL), result("a", variant="with"))
    case = attrs.evolve(passing("a", results=halves), comparison=None, contest=Contest.WON)
    report = paired(("a", Trials(solved=0, failed=1), Trials(solved=1, failed=0)))

    found = contents_of(material(case, paired=report, comparison=None, decision=Decision(exit_code=ExitCode.OPEN)))

    assert (found.gate, found.notices) == ("Gate open", ())
    assert found.sentence == (
        "contribution of triage: delta +100 points (1): the half with does better, chance may do as much"
    )
    assert [one.title for one in found.shown] == ["contribution of triage", "the half with"]
    assert found.shown[0].sentences[:3] == (
        "without solves 0.0%",
        "with solves 100.0%",
        "wins 1, ties 0, losses 0 of the half with",
    )
    assert found.shown[1].sentences == (
        "given triage  handed in 1 of 1 trial, seen to be loaded in 1",
        "regression gate: not applicable, there is no reference (--reference FILE|RUN)",
    )
    assert [(one.name, one.look) for one in found.classes] == [("won", "good")]
