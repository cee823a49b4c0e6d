from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.cli.conftest import Ended, ProjectFolder

CASES = [
    {"id": f"case-{number}", "request": f"q{number}", "expect": {"answer": {"contains": "deadline"}}}
    for number in range(1, 7)
]


def compared(folder: "ProjectFolder", *words: str, turned: bool = False) -> "Ended":
    first, second = reversed(folder.runs) if turned else folder.runs
    return folder.run("compare", "--run", first.name, "--run", second.name, *words)


def test_two_runs_stand_side_by_side_and_the_baseline_is_not_asked(two_runs: "ProjectFolder") -> None:
    ended = compared(two_runs)

    assert (ended.code, ended.err) == (0, "")
    assert ended.out.splitlines()[-9:] == [
        "A solves 16.7%",
        "B solves 100.0%",
        "wins 5, ties 1, losses 0 of B",
        "delta +83.3 points (5/6): B does better, significantly",
        "sign test, one-sided: better p = 0.0312, worse p = 1.0000",
        "interval of the difference: +27.7 to +97.0 points (95%)",
        "with 6 cases, 86% won and none lost would be seen 4 times out of 5",
        "flips 5 of 6 pairs of trials: agent 5, judge 0, infrastructure 0",
        "gate open  (exit 0)",
    ]


def test_a_loss_closes_the_gate_and_a_margin_asks_for_more(two_runs: "ProjectFolder") -> None:
    worse = compared(two_runs, turned=True)
    same = two_runs.run("compare", "--run", two_runs.runs[0].name, "--run", ":default", "--margin", "10")
    document = compared(two_runs, "--margin", "12.5", "--format", "json", turned=True).document

    assert (worse.code, worse.out.splitlines()[-1]) == (1, "gate closed: significantly worse, p = 0.0312  (exit 1)")
    assert (same.code, same.out.splitlines()[-1]) == (0, "gate open  (exit 0)")
    assert (document["exit_code"], document["margin"], document["non_inferiority"]) == (1, "1/8", "inferior")
    assert document["delta"]["fraction"] == "-5/6"


def test_runs_of_other_cases_are_refused_with_both_digests(two_runs: "ProjectFolder") -> None:
    two_runs.golden(*CASES[:5], CASES[5] | {"request": "q1"}, suite="letters")
    two_runs.run("run")

    ended = two_runs.run("compare", "--run", two_runs.runs[1].name, "--run", two_runs.runs[2].name)

    assert ended.code == 2
    assert ended.errors[0].endswith("were not asked the same [GG024]")
    assert "suite 'letters': the golden file was " in ended.errors[1]
    assert "suite 'letters': the definition of case 'case-6' was " in ended.errors[2]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--run", ":", "--run", ":"), "both sides are the run "),
        (("--run", ":other", "--run", ":"), "has no variant 'other'; it has 'default'"),
        (("--run", "a", "--run", "b", "--run", "c"), "--run names one run or two, got 3"),
        (("--margin", "5"), "--margin is for two runs: --run A --run B"),
        (("--run", "a", "--run", "b", "--margin", "0"), "--margin is a number of points above 0 and up to 100, got 0"),
        (("--run", "a", "--run", "b"), "there is no run 'a'"),
    ],
)
def test_what_can_not_be_compared_is_said(two_runs: "ProjectFolder", words: tuple[str, ...], said: str) -> None:
    ended = two_runs.run("compare", *words)

    assert ended.code == 2
    assert said in ended.errors[0]


def test_without_scipy_the_error_says_how_to_get_it(two_runs: "ProjectFolder", tmp_path: Path) -> None:
    blocked = tmp_path / "blocked"
    blocked.mkdir()
    (blocked / "scipy.py").write_text("raise ModuleNotFoundError('scipy')\n")
    first, second = two_runs.runs

    ended = two_runs.run("compare", "--run", first.name, "--run", second.name, env={"PYTHONPATH": str(blocked)})

    assert (ended.code, ended.errors) == (2, ["this needs the package scipy: pip install 'goldgate[stats]' [GG002]"])
