import json
import os
from pathlib import Path

import pytest

from goldgate.errors import JudgeNotLoadable
from goldgate.model.grading import Question, Reply
from goldgate.model.settings import JudgeSettings
from goldgate.runner.graders import function
from goldgate.runner.graders.function import FunctionGrader
from goldgate.runner.graders.grader import Seat


def grader(root: Path, source: str, *, name: str = "judges:judge", timeout: float = 20) -> FunctionGrader:
    (root / "judges.py").write_text(source, encoding="utf-8")
    return FunctionGrader(Seat(settings=JudgeSettings(judge=name, timeout=timeout), root=root))


def reply_of(root: Path, question: Question, body: str, *, timeout: float = 20) -> Reply:
    """What comes of asking a function with this body."""
    with grader(root, f"import os, sys\ndef judge(question):\n    {body}\n", timeout=timeout) as judge:
        return judge.ask(question)


def test_a_function_is_called_with_the_document(tmp_path: Path, question: Question) -> None:
    reply = reply_of(tmp_path, question, "return question")
    assert json.loads(reply.text or "") == question.document


def test_a_text_is_an_answer_as_it_is(tmp_path: Path, question: Question) -> None:
    assert reply_of(tmp_path, question, "return '{}'") == Reply(text="{}")


def test_a_function_may_be_async_and_below_an_object(tmp_path: Path, question: Question) -> None:
    source = "class Panel:\n    async def ask(self, question):\n        return 'said'\npanel = Panel()\n"
    with grader(tmp_path, source, name="judges:panel.ask") as judge:
        assert judge.ask(question) == Reply(text="said")


def test_it_works_in_an_empty_folder_and_imports_from_the_settings_folder(tmp_path: Path, question: Question) -> None:
    (tmp_path / "beside.py").write_text("WORD = 'beside'\n", encoding="utf-8")
    reply = reply_of(tmp_path, question, "import beside; return [os.listdir(), beside.WORD]")
    assert reply == Reply(text='[[],"beside"]')


def test_an_edit_of_the_same_length_in_the_same_second_is_seen(
    tmp_path: Path, question: Question, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PYTHONDONTWRITEBYTECODE", raising=False)
    replies = []
    for word in ("one", "two"):
        judging = grader(tmp_path, f"def judge(question):\n    return '{word}'\n")
        os.utime(tmp_path / "judges.py", (1_700_000_000, 1_700_000_000))
        with judging as judge:
            replies.append(judge.ask(question))
    assert replies == [Reply(text="one"), Reply(text="two")]


def test_what_it_prints_is_no_answer_and_there_is_nothing_to_read(tmp_path: Path, question: Question) -> None:
    assert reply_of(tmp_path, question, "print('hello'); return [sys.stdin.read()]") == Reply(text='[""]')


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        ("raise ValueError('no idea')", "the judge raised ValueError: no idea; judges.py:3 in judge"),
        ("return {1}", "the judge returned no JSON: "),
        ("return float('nan')", "the judge returned no JSON: "),
        ("os._exit(4)", "the judge left: its process ended with status 4"),
        ("raise SystemExit(5)", "the judge left: its process ended with status 5"),
    ],
)
def test_what_goes_wrong_is_no_answer(tmp_path: Path, question: Question, body: str, fault: str) -> None:
    assert (reply_of(tmp_path, question, body).fault or "").startswith(fault)


def test_one_that_hangs_gives_no_answer(tmp_path: Path, question: Question) -> None:
    reply = reply_of(tmp_path, question, "import time; time.sleep(60)", timeout=0.2)
    assert reply == Reply(fault="no answer within 0.2 s")


def test_after_its_process_was_lost_it_is_asked_in_a_new_one(tmp_path: Path, question: Question) -> None:
    source = (
        "import os, pathlib\n"
        f"flag = pathlib.Path({str(tmp_path / 'flag')!r})\n"
        "def judge(question):\n"
        "    if not flag.exists():\n"
        "        flag.touch()\n"
        "        os._exit(1)\n"
        "    return 'said'\n"
    )
    with grader(tmp_path, source) as judge:
        replies = [judge.ask(question), judge.ask(question)]
    assert replies == [Reply(fault="the judge left: its process ended with status 1"), Reply(text="said")]


def test_one_that_can_not_be_imported_again_gives_no_answer(tmp_path: Path, question: Question) -> None:
    with grader(tmp_path, "import os\ndef judge(question):\n    os._exit(1)\n") as judge:
        judge.ask(question)
        (tmp_path / "judges.py").write_text("raise RuntimeError('gone')\n", encoding="utf-8")
        fault = judge.ask(question).fault or ""
    assert fault.startswith("the judge 'judges:judge' could not be imported: RuntimeError: gone")


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("import nowhere", "ModuleNotFoundError: No module named 'nowhere'"),
        ("", "AttributeError: module 'judges' has no attribute 'judge'"),
        ("judge = 3", "TypeError: it is a int, and can't be called"),
        ("import sys; sys.exit(3)", "its process ended with status 3"),
    ],
)
def test_one_that_can_not_be_imported_is_refused_at_once(tmp_path: Path, source: str, said: str) -> None:
    with pytest.raises(JudgeNotLoadable) as caught, grader(tmp_path, source):
        pass
    assert str(caught.value).splitlines()[0] == f"the judge 'judges:judge' could not be imported: {said}"


def test_one_whose_import_hangs_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(function, "_PATIENCE", 0.3)
    with (
        pytest.raises(JudgeNotLoadable, match=r"the judge 'judges:judge' was not imported within 0\.3 s"),
        grader(tmp_path, "import time; time.sleep(60)"),
    ):
        pass
