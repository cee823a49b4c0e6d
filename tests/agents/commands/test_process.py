import os
import signal
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeAlias

import attrs
import pytest

from goldgate.agents.commands.command import Command
from goldgate.agents.commands.process import Ended, Process, lines_of
from goldgate.errors import BadTrace

MakeCommand: TypeAlias = Callable[..., Command]


@pytest.fixture
def process(command: MakeCommand) -> Iterator[Callable[..., Process]]:
    """A process that does these lines."""
    processes: list[Process] = []

    def start(lines: str, **options: bool) -> Process:
        processes.append(Process(command(lines, greeting=""), **options))
        return processes[-1]

    yield start
    for one in processes:
        one.kill()


def end_of(process: Process) -> Ended:
    with pytest.raises(Ended) as caught:
        process.receive(within=20)
    return caught.value


def status_of(process: Process) -> int:
    return end_of(process).status


def test_messages_go_both_ways(process: Callable[..., Process]) -> None:
    talk = process("say(heard=hear())")
    talk.send(b'{"x":"\xed\x95\x9c"}\n')
    assert talk.receive(within=20) == b'{"heard": {"x": "\\ud55c"}}'


def test_it_knows_nothing_of_the_repository_of_a_commit_hook(
    process: Callable[..., Process], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GIT_DIR", "/r/.git")
    assert process("say(dir=os.environ.get('GIT_DIR'))").receive(within=20) == b'{"dir": null}'


def test_what_it_prints_is_no_message(process: Callable[..., Process], capfd: pytest.CaptureFixture[str]) -> None:
    talk = process("print('out'); print('err', file=sys.stderr); sys.stdout.flush(); say(x=sys.stdin.read())")
    assert talk.receive(within=20) == b'{"x": ""}'
    assert sorted(end_of(talk).printed) == ["err", "out"]
    assert sorted(capfd.readouterr().err.split()) == ["err", "out"]


def test_one_that_is_alone_prints_nowhere(process: Callable[..., Process], capfd: pytest.CaptureFixture[str]) -> None:
    talk = process("print('Traceback\\n\\nlast', file=sys.stderr)", alone=True)
    assert end_of(talk).printed == ["last"]
    assert capfd.readouterr().err == ""


def test_it_inherits_nothing_but_its_descriptors(process: Callable[..., Process]) -> None:
    talk = process("say(open=sorted(int(name) for name in os.listdir('/dev/fd'))[:5])")
    assert talk.receive(within=20) == b'{"open": [0, 1, 2, 3, 4]}'


def test_one_over_stdio_speaks_there_and_prints_to_stderr(
    command: MakeCommand, capfd: pytest.CaptureFixture[str]
) -> None:
    made = attrs.evolve(command("print('err', file=sys.stderr); say(heard=hear())", greeting=""), over_stdio=True)
    talk = Process(made)
    talk.send(b"1\n")
    assert talk.receive(within=20) == b'{"heard": 1}'
    assert end_of(talk).printed == ["err"]
    assert capfd.readouterr().err == "err\n"


def test_one_that_can_say_nothing_any_more_is_told(
    process: Callable[..., Process], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("goldgate.agents.commands.process.GRACE", 0.1)
    talk = process("import time\ntarget.close()\ntime.sleep(30)")
    for _ in range(2):
        with pytest.raises(BadTrace, match=r"^the agent closed GOLDGATE_OUT, and did not end within 0\.1 s$"):
            talk.receive(within=20)


def test_an_end_comes_after_all_that_was_said(process: Callable[..., Process]) -> None:
    talk = process("for n in range(3): say(n=n)\nprint('half', end='', file=target)\nsys.exit(7)")
    assert [talk.receive(within=20) for _ in range(3)] == [b'{"n": 0}', b'{"n": 1}', b'{"n": 2}']
    assert [status_of(talk), status_of(talk)] == [7, 7]


def test_a_signal_that_killed_it_is_told(process: Callable[..., Process]) -> None:
    assert status_of(process(f"os.kill(os.getpid(), {int(signal.SIGKILL)})")) == -signal.SIGKILL


def test_the_end_is_noticed_while_a_fork_holds_the_line(process: Callable[..., Process]) -> None:
    talk = process("import time\nif os.fork() == 0:\n    time.sleep(30)\nsay(done=True)\nos._exit(3)", alone=True)
    assert talk.receive(within=20) == b'{"done": true}'
    assert status_of(talk) == 3


def test_silence_is_told_after_a_while(process: Callable[..., Process]) -> None:
    with pytest.raises(TimeoutError):
        process("hear()").receive(within=0.05)


def test_it_ends_by_itself_when_its_line_is_closed(process: Callable[..., Process]) -> None:
    talk = process("source.read(); say(bye=True); sys.exit(5)")
    assert talk.end() == 5
    assert list(talk.leftover()) == [b'{"bye": true}']
    assert talk.end() == 5


def test_what_does_not_end_is_killed(process: Callable[..., Process], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("goldgate.agents.commands.process.GRACE", 0.1)
    assert process("import time\ntime.sleep(30)").end() == -signal.SIGKILL


def test_a_group_of_its_own_is_killed_as_a_whole(process: Callable[..., Process], tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "held")
    talk = process("import time\nheld = open('held', 'w')\nos.fork()\ntime.sleep(30)", alone=True)
    with (tmp_path / "held").open() as held:
        talk.kill()
        assert held.read() == ""  # nobody holds it any more


def test_both_may_speak_at_once_however_much_it_is(process: Callable[..., Process]) -> None:
    """Neither waits for the other to read."""
    talk = process("for n in range(40): say(n=n, text='x' * 50_000)\nsay(heard=len(source.readline()))")
    talk.send(b"y" * 2_000_000 + b"\n")
    assert [len(talk.receive(within=20)) > 50_000 for _ in range(40)] == [True] * 40
    assert talk.receive(within=20) == b'{"heard": 2000001}'


def test_telling_a_process_that_is_gone_is_no_error(process: Callable[..., Process]) -> None:
    talk = process("sys.exit()")
    assert status_of(talk) == 0
    talk.send(b"x" * 200_000)
    talk.end()
    talk.send(b"x")


def test_no_thread_is_seen(process: Callable[..., Process]) -> None:
    """Agents may join all threads that they find."""
    before = threading.enumerate()
    process("hear()")
    assert threading.enumerate() == before


def test_a_program_that_is_gone_meanwhile_can_not_be_started(command: MakeCommand) -> None:
    talk = Process(Command(words=("goldgate-no-such-program",), root=command("").root))
    end = end_of(talk)
    assert end.status in (126, 127)
    assert "goldgate-no-such-program" in "".join(end.printed)


def lines(*written: bytes, over: bool = False) -> list[bytes]:
    """The lines of a pipe into which this was written; nobody holds its other end unless the speaker is over."""
    source, target = os.pipe()
    for part in written:
        os.write(target, part)
    if not over:
        os.close(target)
    try:
        return list(lines_of(source, over=lambda: over))
    finally:
        os.close(source)
        if over:
            os.close(target)


def test_lines_may_come_in_pieces() -> None:
    assert lines(b"a", b"b\nc", b"\n\n", b"d\ne\n") == [b"ab", b"c", b"", b"d", b"e"]


def test_half_a_line_at_the_end_is_left_out() -> None:
    assert lines(b"a\nhalf") == [b"a"]


def test_a_pipe_that_somebody_else_holds_ends_with_the_speaker() -> None:
    assert lines(b"a\nb\n", over=True) == [b"a", b"b"]


def test_a_line_without_end_is_cut_and_the_last(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("goldgate.agents.commands.process.LONGEST", 10)
    monkeypatch.setattr("goldgate.agents.commands.process._CHUNK", 4)
    assert lines(b"abc\n", b"x" * 30, b"\nz\n") == [b"abc", b"x" * 12]
