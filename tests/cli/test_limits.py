"""Runs that may not take everything: stopped by a limit, a file or a signal, told, never judged, and gone on with."""

import json
import shlex
import signal
import time
from typing import TYPE_CHECKING, Any, Final

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Ended, ProjectFolder

SETTINGS: Final = 'agent = "my_agent:agent"\nmetered = ["usd", "tokens"]\n'
AGENT: Final = """
import pathlib
import time

COSTS = {"c1": 0.1, "c2": 0.2, "c3": 0.3, "c4": 0.4}
HERE = pathlib.Path(__file__).parent


def agent(case, context):
    with open(HERE / "golden" / "called.txt", "a") as called:
        called.write(case.request + " ")
    if (HERE / "golden" / "slow.txt").exists():
        time.sleep(0.5)
    usage = {"cost_usd": COSTS[case.request], "input_tokens": 60, "output_tokens": 40}
    return {"answer": "done", "usage": usage}
"""
"""What is called is noted where no project file is looked for."""
UNMETERED: Final = (
    "limits.usd: nothing says that the {who} of suite 'files' tells its cost, so it could not be held to that; if it "
    'does, write metered = ["usd"] into goldgate.toml under {place}, else let it run by name: --allow-unmetered [GG003]'
)
KEPT: Final = "nothing is judged by it, and what is done is kept; go on with it: "
PATIENCE: Final = 60


@pytest.fixture
def costly(folder: "ProjectFolder") -> "ProjectFolder":
    """Four cases that cost 10, 20, 30 and 40 cents, and 100 tokens each."""
    folder.write({"goldgate.toml": SETTINGS, "my_agent.py": AGENT})
    cases(folder)
    return folder


def cases(folder: "ProjectFolder", **fields: Any) -> None:
    names = ("c1", "c2", "c3", "c4")
    folder.golden(*({"id": name, "request": name, "expect": {"answer": "done"}, **fields} for name in names))


def called(folder: "ProjectFolder") -> list[str]:
    return folder.read("golden/called.txt").split()


def go_on(folder: "ProjectFolder", ended: "Ended") -> "Ended":
    """Paste the command that was named."""
    _, line = ended.errors[-1].removesuffix(f" [{'GG098' if ended.code == 130 else 'GG025'}]").split("go on with it: ")
    removed, _, command = line.rpartition(" && ")
    if removed:
        (folder.root / removed.removeprefix("rm ")).unlink()
    words = shlex.split(command)
    assert words[0] == "goldgate"
    return folder.run(*words[1:])


def result_lines(run: "Path") -> list[str]:
    return (run / "results.jsonl").read_text().splitlines()[1:-1]


def test_a_run_stopped_by_its_budget_is_told_is_no_run_for_anybody_and_goes_on(costly: "ProjectFolder") -> None:
    assert costly.run("run").code == 0
    assert costly.run("update-baseline").code == 0
    whole = costly.runs[0].name

    ended = costly.run("run", "--limit-usd", "0.3")

    name = costly.runs[1].name
    first, second, third = ended.errors
    assert (ended.code, ended.out) == (2, "")
    assert first == f"the run {name} was stopped before its end: the limit of $0.3 is reached [GG025]"
    assert second.startswith("2 of 4 trials are done; 2 calls took $0.3, 200 tokens, 0.0")
    assert third == f"{KEPT}goldgate run --resume --limit-usd 0.6 [GG025]"
    for words in (
        ("compare",),
        ("update-baseline",),
        ("compare", "--run", whole, "--run", name),
        ("judge", name),
    ):
        refused = costly.run(*words)
        assert (refused.code, "GG021" in refused.err) == (2, True), words

    stopped_again = go_on(costly, ended)
    resumed = go_on(costly, stopped_again)

    assert (stopped_again.code, resumed.code) == (2, 0)
    assert called(costly) == ["c1", "c2", "c3", "c4", "c1", "c2", "c3", "c4"]
    assert result_lines(costly.runs[1]) == result_lines(costly.runs[0])
    assert costly.run("compare").code == 0


def test_what_was_spent_before_an_interruption_counts(costly: "ProjectFolder") -> None:
    costly.run("run", "--limit-usd", "0.3")
    again = costly.run("run", "--resume", "--limit-usd", "0.3")
    more = costly.run("run", "--resume", "--limit-usd", "0.31", "--limit-tokens", "1000")
    assert (again.code, again.errors[1][:39]) == (2, "2 of 4 trials are done; 2 calls took $0")
    assert more.errors[1].startswith("3 of 4 trials are done; 3 calls took $0.6, 300 tokens")
    assert more.errors[2].endswith("goldgate run --resume --limit-usd 1.2 --limit-tokens 1000 [GG025]")
    assert go_on(costly, more).code == 0
    assert called(costly) == ["c1", "c2", "c3", "c4"]


def test_a_run_that_began_without_a_limit_has_spent_what_its_trials_took(costly: "ProjectFolder") -> None:
    costly.write({"golden/slow.txt": ""})
    with costly.start("run") as process:
        wait_for_results(costly, 2)
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    ended = costly.run("run", "--resume", "--limit-tokens", "200")
    assert ended.errors[0].endswith("the limit of 200 tokens is reached [GG025]")
    assert ended.errors[1].startswith("2 of 4 trials are done; 2 calls took $0.3, 200 tokens, 0.0")


@pytest.mark.parametrize(
    ("limit", "by", "ran"),
    [(("--limit-tokens", "300"), "tokens", {3}), (("--limit-minutes", "0.02"), "minutes", {*range(4)})],
)
def test_tokens_and_minutes_are_limits_too(
    costly: "ProjectFolder", limit: tuple[str, str], by: str, ran: set[int]
) -> None:
    """How much time is left for trials depends on how long it takes to load the agent."""
    costly.write({"golden/slow.txt": ""})
    ended = costly.run("run", *limit, "--format", "json")
    told = ended.document["stopped"]
    assert (ended.code, told["by"], told["expected"], told["answered"]) == (2, by, 4, 0)
    assert told["ran"] in ran
    assert told["spent"]["tokens"] == 100 * told["ran"]
    assert costly.run(*shlex.split(told["go_on"])[1:], "--limit-minutes", "5").code == 0


@pytest.mark.parametrize("value", ["0", "0.0", "-1"])
def test_zero_is_no_limit(costly: "ProjectFolder", value: str) -> None:
    ended = costly.run("run", "--limit-usd", value)
    assert (ended.code, ended.err.startswith("--limit-usd: expected a number ")) == (2, True)
    assert not (costly.root / ".goldgate").exists()


def test_who_tells_no_cost_gets_no_money_limit_unless_by_name(costly: "ProjectFolder") -> None:
    costly.write({"goldgate.toml": 'agent = "my_agent:agent"\nlimits = {usd = 1}\n'})
    quiet = AGENT.replace('"cost_usd": COSTS[case.request], ', "")
    costly.write({"my_agent.py": quiet})

    refused = costly.run("run")
    allowed = costly.run("run", "--allow-unmetered", "--limit-tokens", "300")

    assert refused.errors == [UNMETERED.format(who="agent", place="[suites.files], or for all suites at its top")]
    assert allowed.errors[1].startswith("3 of 4 trials are done; 3 calls took an unknown cost, 300 tokens, ")
    assert "$0" not in allowed.err
    assert allowed.errors[2].endswith("goldgate run --resume --limit-tokens 600 --allow-unmetered [GG025]")


def test_who_should_tell_its_cost_and_does_not_stops_the_run(costly: "ProjectFolder") -> None:
    costly.write({"my_agent.py": AGENT.replace('"cost_usd": COSTS[case.request], ', "")})
    ended = costly.run("run", "--limit-usd", "1")
    assert ended.errors[0].endswith(
        "a call did not tell what it took, so nobody knows what is left of the limit [GG025]"
    )
    assert ended.errors[1].startswith("1 of 4 trials is done; 1 call took an unknown cost, 100 tokens")
    assert ended.errors[2].endswith("goldgate run --resume --limit-usd 1 --allow-unmetered [GG025]")
    assert go_on(costly, ended).code == 0
    assert called(costly) == ["c1", "c2", "c3", "c4"]


def test_a_stop_file_ends_a_run_between_two_calls_and_is_not_eaten(costly: "ProjectFolder") -> None:
    stopping = AGENT.replace(
        "    usage =", "    if case.request == 'c2':\n        (HERE / 'golden/stop').touch()\n    usage ="
    )
    costly.write({"my_agent.py": stopping, "goldgate.toml": f'{SETTINGS}limits = {{stop_file = "golden/stop"}}\n'})
    costly.write({"golden/slow.txt": ""})

    ended = costly.run("run")
    stale = costly.run("run")

    assert ended.errors[0].endswith("was stopped before its end: the stop file golden/stop is there [GG025]")
    assert ended.errors[1:] == [
        "2 of 4 trials are done [GG025]",
        f"{KEPT}rm golden/stop && goldgate run --resume [GG025]",
    ]
    assert (stale.code, stale.errors) == (
        2,
        ["the stop file golden/stop is there from before, so nothing was called; take it away: rm golden/stop [GG002]"],
    )
    assert go_on(costly, ended).code == 0
    assert called(costly) == ["c1", "c2", "c3", "c4"]


def test_ctrl_c_lets_the_call_under_way_come_to_its_end(costly: "ProjectFolder") -> None:
    costly.write({"golden/slow.txt": ""})
    with costly.start("run", "--limit-usd", "5") as process:
        wait_for_results(costly, 1)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=PATIENCE)

    notice, first, second, third = err.decode().splitlines()
    assert (process.returncode, notice.startswith("the call under way comes to its end")) == (130, True)
    assert first.endswith("was stopped before its end: it was interrupted [GG098]")
    done = called(costly)
    assert second.startswith(f"{len(done)} of 4 trials are done; {len(done)} calls took $")
    assert third.endswith("goldgate run --resume --limit-usd 5 [GG098]")
    assert costly.run("run", "--resume", "--limit-usd", "5").code == 0
    assert called(costly) == ["c1", "c2", "c3", "c4"]


def test_an_interrupted_stream_is_run_from_its_start_and_paid_for_twice(costly: "ProjectFolder") -> None:
    cases(costly, stream="s")
    ended = costly.run("run", "--limit-usd", "0.3")
    resumed = costly.run("run", "--resume", "--limit-usd", "1.3", "--workers", "2")
    whole = costly.run("run", "--resume", "--limit-usd", "2.9")
    assert ended.errors[1].startswith("2 of 4 trials are done; 2 calls took $0.3")
    assert resumed.code == 0
    assert (whole.code, "GG023" in whole.err) == (2, True)
    assert called(costly) == ["c1", "c2", "c1", "c2", "c3", "c4"]


def test_a_check_is_stopped_and_gone_on_with_as_a_run(costly: "ProjectFolder") -> None:
    costly.run("run")
    costly.run("update-baseline")
    ended = costly.run("check", "--limit-usd", "0.3", "--trials", "1", "--timeout", "30")
    assert ended.errors[2].endswith(
        "goldgate run --resume --trials 1 --timeout 30 --limit-usd 0.6; goldgate compare [GG025]"
    )
    resumed = costly.run("run", "--resume", "--trials", "1", "--timeout", "30", "--limit-usd", "5")
    assert (resumed.code, costly.run("compare").code) == (0, 0)


def test_a_paired_run_is_stopped_and_gone_on_with(costly: "ProjectFolder") -> None:
    costly.write({"skills/triage/SKILL.md": "be kind"})
    ended = costly.run("pair", "--linked", "skills/triage", "--limit-usd", "0.3")
    refused = costly.run("pair", "--linked", "skills/triage", "--reference", costly.runs[0].name)

    assert ended.errors[1].startswith("3 of 8 trials are done; 3 calls took $0.4")
    assert not (costly.root / "evidence").exists()
    assert (refused.code, "is incomplete: it has no valid end line" in refused.err) == (2, True)
    assert costly.run("evidence", "triage").code == 2

    stopped_again = go_on(costly, ended)
    resumed = costly.run("pair", "--linked", "skills/triage", "--resume", "--limit-usd", "9")

    assert stopped_again.errors[1].startswith("5 of 8 trials are done; 5 calls took $0.9")
    assert (resumed.code, (costly.root / "evidence/triage.json").exists()) == (0, True)
    assert sorted(called(costly)) == ["c1", "c1", "c2", "c2", "c3", "c3", "c4", "c4"]


def test_a_recording_is_stopped_and_keeps_what_was_answered(costly: "ProjectFolder") -> None:
    ended = costly.run("record", "--suite", "files", "--limit-usd", "0.3")
    assert ended.errors[0] == "the recording was stopped before its end: the limit of $0.3 is reached [GG025]"
    assert ended.errors[2] == (
        "what was answered is kept; go on with it: goldgate record --suite files --limit-usd 0.6 [GG025]"
    )
    assert called(costly) == ["c1", "c2"]


JUDGE: Final = """
import pathlib

asked = pathlib.Path(FOLDER) / "asked.txt"


def judge(question):
    with asked.open("a") as file:
        file.write(question["task"]["request"] + " " if "task" in question else "? ")
    marks = {"scores": {"clarity": 80}}
    return {"conditions": dict.fromkeys(question["conditions"], marks), "usage": {"cost_usd": 0.25}}
"""


@pytest.fixture
def judged(costly: "ProjectFolder") -> "ProjectFolder":
    """The same cases, each of which a judge scores for 25 cents."""
    judge = '[judge]\njudge = "judges:judge"\nmetered = ["usd"]\n[rubrics]\nr = "r.toml"\n'
    costly.write(
        {
            "goldgate.toml": SETTINGS + judge,
            "r.toml": 'layout = "dimensions"\n[criteria]\nclarity = 1\n',
            "judges.py": JUDGE.replace("FOLDER", repr(str(costly.root / "golden"))),
        }
    )
    cases(costly, expect={"rubric": "r"})
    return costly


def questions(folder: "ProjectFolder") -> int:
    return len(folder.read("golden/asked.txt").split())


def test_agent_and_judge_share_one_limit(judged: "ProjectFolder") -> None:
    ended = judged.run("run", "--limit-usd", "1.4")
    assert ended.errors[1].startswith("4 of 4 trials are done, 2 questions to the judge answered; 6 calls took $1.5")
    assert judged.run("compare").code == 2
    resumed = go_on(judged, ended)
    assert (resumed.code, len(called(judged)), questions(judged)) == (0, 4, 4)


def test_a_judge_that_tells_no_cost_gets_no_money_limit(judged: "ProjectFolder") -> None:
    judged.write({"goldgate.toml": judged.read("goldgate.toml").replace('metered = ["usd"]\n', "")})
    ended = judged.run("run", "--limit-usd", "1")
    assert ended.errors == [UNMETERED.format(who="judge", place="[judge]")]


def test_judging_anew_is_stopped_and_gone_on_with(judged: "ProjectFolder") -> None:
    judged.run("run")
    old = judged.runs[0].name

    ended = judged.run("judge", "--fresh", "--limit-usd", "0.5")
    plain = judged.run("run", "--resume")
    other = judged.run("judge", judged.runs[1].name, "--fresh", "--resume")
    stale = judged.run("judge", "--resume")

    assert ended.errors[1].startswith("4 of 4 trials are done, 2 questions to the judge answered; 2 calls took $0.5")
    assert "go on: goldgate judge --fresh --resume" in plain.err
    assert (other.code, f"judges the trials of {old} again, not those of" in other.err) == (2, True)
    assert stale.errors == ["--resume goes on with asking a judge: goldgate judge --fresh --resume [GG002]"]

    resumed = go_on(judged, ended)

    assert (resumed.code, questions(judged), len(judged.runs)) == (0, 8, 2)
    assert result_lines(judged.runs[1]) == result_lines(judged.runs[0])
    assert judged.run("judge", "--fresh", "--resume").code == 2


def test_a_question_that_could_not_be_asked_again_is_asked_anew_later(judged: "ProjectFolder") -> None:
    """What the answers that can't be used took is counted; an ERROR would stay."""
    judged.run("run")
    twice_bad = judged.read("judges.py").replace(
        '"clarity": 80', '"clarity": 80 if (asked.parent / "good").exists() else 101'
    )
    judged.write({"judges.py": twice_bad})

    ended = judged.run("judge", "--fresh", "--limit-usd", "0.5")
    judged.write({"golden/good": ""})
    resumed = judged.run("judge", "--fresh", "--resume", "--limit-usd", "9")

    assert ended.errors[1].startswith("4 of 4 trials are done; 2 calls took $0.5")
    assert (resumed.code, questions(judged)) == (0, 4 + 2 + 4)


def test_only_judging_anew_goes_on_with_that(judged: "ProjectFolder") -> None:
    judged.run("run", "--limit-usd", "0.3")
    ended = judged.run("judge", "--fresh", "--resume")
    assert (ended.code, "judges no trials again; go on with it: goldgate run --resume" in ended.err) == (2, True)


def wait_for_results(folder: "ProjectFolder", number: int) -> None:
    """Until the only run has so many results."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        journals = list((folder.root / ".goldgate/runs").glob("*/journal.jsonl"))
        if journals and len(journals[0].read_bytes().splitlines()) > number:
            assert json.loads(journals[0].read_bytes().splitlines()[-1])
            return
        time.sleep(0.02)
    raise AssertionError("the results did not come")
