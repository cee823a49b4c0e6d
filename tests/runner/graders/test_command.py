import json
import sys
import time
from pathlib import Path

import pytest

from goldgate.errors import JudgeNotLoadable
from goldgate.model.grading import Question, Reply
from goldgate.model.settings import JudgeSettings
from goldgate.runner.graders.command import CommandGrader
from goldgate.runner.graders.grader import LONGEST, Seat


def grader(root: Path, judge: str, *, timeout: float = 20) -> CommandGrader:
    return CommandGrader(Seat(settings=JudgeSettings(judge=f"command: {judge}", timeout=timeout), root=root))


def reply_of(root: Path, question: Question, script: str, *, timeout: float = 20) -> Reply:
    """What comes of asking a shell script."""
    (root / "judge.sh").write_text(script, encoding="utf-8")
    with grader(root, "sh judge.sh", timeout=timeout) as judge:
        return judge.ask(question)


def test_the_prompt_comes_on_stdin_which_then_ends(tmp_path: Path, question: Question) -> None:
    assert reply_of(tmp_path, question, "cat") == Reply(text=question.prompt)


def test_a_judge_in_python_answers_what_it_prints(tmp_path: Path, question: Question) -> None:
    (tmp_path / "judge.py").write_text(
        "import json, sys\nprint(json.dumps([sys.stdin.read(), sys.stdin.read()]))", encoding="utf-8"
    )
    with grader(tmp_path, f"{sys.executable} judge.py") as judge:
        reply = judge.ask(question)
    assert json.loads(reply.text or "") == [question.prompt, ""]


def test_a_judge_need_not_read(tmp_path: Path, question: Question) -> None:
    assert reply_of(tmp_path, question, "exec <&-; echo said") == Reply(text="said\n")


def test_it_knows_nothing_of_the_repository_of_a_commit_hook(
    tmp_path: Path, question: Question, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GIT_DIR", "/r/.git")
    assert reply_of(tmp_path, question, "echo ${GIT_DIR-none}") == Reply(text="none\n")


def test_it_works_in_an_empty_folder_of_its_own(tmp_path: Path, question: Question) -> None:
    (tmp_path / "baseline.jsonl").touch()
    first, second = (reply_of(tmp_path, question, "pwd; ls -A; touch left").text for _ in range(2))
    assert (first or "").count("\n") == (second or "").count("\n") == 1
    assert first != second
    assert not Path((first or "").strip()).exists()


@pytest.mark.parametrize(
    ("script", "fault"),
    [
        ("exit 3", "the judge ended with status 3"),
        ("echo out of credit >&2; exit 1", "the judge ended with status 1: out of credit"),
        ("printf '\\377'", "the answer is not UTF-8 at byte 0"),
        (f"head -c {LONGEST + 1} /dev/zero", "the answer has more than 1024 KiB"),
    ],
)
def test_what_goes_wrong_is_no_answer(tmp_path: Path, question: Question, script: str, fault: str) -> None:
    assert reply_of(tmp_path, question, script) == Reply(fault=fault)


def test_one_that_hangs_is_ended_with_all_that_it_started(tmp_path: Path, question: Question) -> None:
    began = time.monotonic()
    reply = reply_of(tmp_path, question, "sleep 60 & sleep 60", timeout=0.2)
    assert (reply, time.monotonic() - began < 10) == (Reply(fault="no answer within 0.2 s"), True)


def test_one_that_is_gone_by_now_gives_no_answer(tmp_path: Path, question: Question) -> None:
    script = tmp_path / "judge"
    script.write_text("#!/bin/sh\n", encoding="utf-8")
    script.chmod(0o700)
    with grader(tmp_path, "./judge") as judge:
        script.unlink()
        assert judge.ask(question) == Reply(fault="the judge can't be started: No such file or directory")


def test_a_program_that_is_not_there_is_refused_at_once(tmp_path: Path) -> None:
    with (
        pytest.raises(JudgeNotLoadable, match="the judge: no program 'no-such-judge' on the PATH"),
        grader(tmp_path, "no-such-judge"),
    ):
        pass
