"""What the bar of a run says of its pace."""

import pytest

from goldgate.cli.progress import pace
from goldgate.model.event import TrialsFinished


def finished(done: int) -> TrialsFinished:
    return TrialsFinished(done=done, total=100)


@pytest.mark.parametrize(
    ("done", "seconds", "said"),
    [(21, 8.0, "2.5/s, 0:32 left"), (2, 4.0, "15.0/min, 6:32 left"), (100, 10.0, "9.9/s, 0:00 left")],
)
def test_the_pace_says_how_much_is_done_in_a_second_and_what_is_left(done: int, seconds: float, said: str) -> None:
    assert pace(finished(1), finished(done), seconds=seconds) == said


def test_of_the_first_event_alone_no_pace_is_known() -> None:
    assert pace(finished(50), finished(50), seconds=0.0) == ""


def test_what_was_done_before_the_first_event_does_not_count() -> None:
    assert pace(finished(90), finished(95), seconds=10.0) == "30.0/min, 0:10 left"
