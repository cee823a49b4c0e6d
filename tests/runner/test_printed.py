import os
from collections.abc import Callable, Iterator
from tempfile import TemporaryFile
from typing import IO, Any

import pytest

from goldgate.model.case import Case
from goldgate.runner.printed import LONGEST_KEPT, Printed, end_of

MakeCase = Callable[..., Case]
Project = Any  # the class of conftest.py, which tests can't import


@pytest.fixture
def file() -> Iterator[IO[bytes]]:
    with TemporaryFile() as file:
        yield file


@pytest.fixture
def printed(file: IO[bytes]) -> Printed:
    return Printed(file.fileno())


def test_both_streams_are_kept_in_their_order(printed: Printed) -> None:
    out, err = printed.stream(1), printed.stream(2)
    print("one", file=out)
    print("two", file=err)
    print("three", end="", file=out)
    assert printed.take() == "one\ntwo\nthree"


def test_what_was_taken_is_kept_no_longer(printed: Printed, file: IO[bytes]) -> None:
    os.write(file.fileno(), b"while it was loaded")
    printed.stream(1).write("without an end")
    assert printed.take() == "while it was loadedwithout an end"
    assert printed.take() == ""
    printed.add(b"then")
    assert printed.take() == "then"


def test_of_much_the_end_is_kept(printed: Printed, file: IO[bytes]) -> None:
    for number in range(20_000):
        printed.add(b"%06d\n" % number)
    last = printed.take()
    assert last.startswith("…\n")
    assert last.endswith("019998\n019999")
    assert len(last) == LONGEST_KEPT + 1
    assert os.fstat(file.fileno()).st_size < 100_000


def test_every_character_is_taken(printed: Printed) -> None:
    print("안녕 \udc80", file=printed.stream(1))
    printed.add(b"\xff")
    assert printed.take() == "안녕 \\udc80\n\ufffd"


def test_nobody_closes_a_stream_that_stands_for_its_descriptor(printed: Printed) -> None:
    stream = printed.stream(2)
    stream.close()
    print("still", file=stream)
    assert (printed.take(), stream.fileno()) == ("still", 2)


def test_no_header_of_a_stack_is_told() -> None:
    stack = b"Traceback (most recent call last):\n  File x\nKeyError"
    assert end_of(stack, whole=len(stack)) == "  File x\nKeyError"


def test_a_trial_knows_what_its_agent_printed_and_no_other(project: Project, case: MakeCase) -> None:
    project.write(
        "agent.py",
        """
        import sys
        print("loaded")
        def agent(case, context):
            if case.id != "b":
                print("out of", case.id)
                print("err of", case.id, file=sys.stderr)
        """,
    )
    performed = project.perform(case("a"), case("b"), case("c"))
    assert [one.detail.printed for one in performed] == ["out of a\nerr of a", "", "out of c\nerr of c"]


def test_what_is_printed_outlives_the_process(project: Project, case: MakeCase) -> None:
    project.write(
        "agent.py",
        """
        import os
        def agent(case, context):
            print("last words of", case.id)
            os._exit(3)
        """,
    )
    assert [one.detail.printed for one in project.perform(case("a"))] == ["last words of a"]


def test_a_secret_that_is_printed_is_not_kept(
    project: Project, case: MakeCase, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("THEIR_API_KEY", "not-to-be-seen-anywhere")
    project.write("agent.py", "def agent(case, context): print('it is not-to-be-seen-anywhere')")
    assert [one.detail.printed for one in project.perform(case("a"))] == ["it is REDACTED_THEIR_API_KEY"]
