from decimal import Decimal
from typing import Any

import attrs
import pytest

from goldgate.formats.schemas import schema
from goldgate.model.limits import LimitSettings, Stop
from goldgate.model.spending import Spent
from goldgate.reports.stopped import Stopped, reason, stopped_document, stopped_lines

SPENT = Spent(calls=2, usd=Decimal("0.3"), tokens=1, unknown_tokens=1, seconds=90.0)
STOPPED = Stopped(
    run="r1",
    stop=Stop.USD,
    limits=LimitSettings(usd=Decimal("0.30"), tokens=5, minutes=Decimal("1.50")),
    spent=SPENT,
    done=2,
    planned=3,
    stop_file=".goldgate/stop",
    go_on="goldgate run --resume",
)


def test_it_is_said_what_is_done_what_it_took_and_how_it_goes_on() -> None:
    assert list(stopped_lines(STOPPED)) == [
        "the run r1 was stopped before its end: the limit of $0.3 is reached",
        "2 of 3 trials are done; 2 calls took $0.3, 1 token and for 1 call an unknown number of tokens, 1.50 minutes",
        "nothing is judged by it, and what is done is kept; go on with it: goldgate run --resume",
    ]


@pytest.mark.parametrize(
    ("stop", "why"),
    [
        (Stop.SIGNAL, "it was interrupted"),
        (Stop.STOP_FILE, "the stop file .goldgate/stop is there"),
        (Stop.UNMETERED, "a call did not tell what it took, so nobody knows what is left of the limit"),
        (Stop.USD, "the limit of $0.3 is reached"),
        (Stop.TOKENS, "the limit of 5 tokens is reached"),
        (Stop.MINUTES, "the limit of 1.5 minutes is reached"),
    ],
)
def test_every_reason_has_its_words(stop: Stop, why: str) -> None:
    assert reason(attrs.evolve(STOPPED, stop=stop)) == why


def figures(spent: Spent | None, limits: LimitSettings = STOPPED.limits) -> str:
    return list(stopped_lines(attrs.evolve(STOPPED, spent=spent, limits=limits)))[1]


def test_an_unknown_figure_is_never_a_zero() -> None:
    unknown = Spent(calls=2, unknown_usd=2, unknown_tokens=2)
    minutes = LimitSettings(minutes=Decimal(1))
    assert figures(unknown) == (
        "2 of 3 trials are done; 2 calls took an unknown cost, an unknown number of tokens, 0.00 minutes"
    )
    assert figures(unknown, minutes) == "2 of 3 trials are done; 2 calls took 0.00 minutes"
    assert figures(Spent(seconds=6.0)) == "2 of 3 trials are done; no call was made in 0.10 minutes"
    assert figures(None) == "2 of 3 trials are done"


def test_questions_are_told_where_a_judge_answered_some() -> None:
    stopped = attrs.evolve(STOPPED, done=1, planned=1, answered=2, spent=None)
    assert list(stopped_lines(stopped))[1] == "1 of 1 trial is done, 2 questions to the judge answered"


def test_a_recording_is_no_run() -> None:
    first, _, last = stopped_lines(attrs.evolve(STOPPED, run=None, go_on="goldgate record"))
    assert first == "the recording was stopped before its end: the limit of $0.3 is reached"
    assert last == "what was answered is kept; go on with it: goldgate record"


def test_machines_are_told_the_same() -> None:
    assert stopped_document(STOPPED) == {
        "stopped": {
            "run": "r1",
            "by": "usd",
            "ran": 2,
            "expected": 3,
            "answered": 0,
            "spent": {
                "calls": 2,
                "usd": 0.3,
                "unknown_usd": 0,
                "tokens": 1,
                "unknown_tokens": 1,
                "minutes": 1.5,
            },
            "go_on": "goldgate run --resume",
        }
    }


def test_a_figure_of_which_nothing_is_known_is_null() -> None:
    unknown = stopped_document(attrs.evolve(STOPPED, spent=Spent(calls=1, unknown_usd=1, unknown_tokens=1)))
    nothing = stopped_document(attrs.evolve(STOPPED, spent=Spent()))
    uncounted = stopped_document(attrs.evolve(STOPPED, spent=None))
    spent = [document["stopped"]["spent"] for document in (unknown, nothing)]
    assert [(figures["usd"], figures["tokens"]) for figures in spent] == [(None, None), (0, 0)]
    assert uncounted["stopped"]["spent"] is None


def test_the_schema_knows_every_reason() -> None:
    document: Any = schema("error")
    properties = document["properties"]["stopped"]["properties"]
    assert set(properties["by"]["enum"]) == {stop.value for stop in Stop}
    assert set(properties) == set(stopped_document(STOPPED)["stopped"])
