from threading import Thread

from goldgate.agents.otel.capture import capturing, logged, span_ended, span_started
from goldgate.agents.recorder import Recorder


def recorder() -> Recorder:
    return Recorder(on_late=lambda: None)


def test_spans_stand_in_the_order_of_their_start_with_the_places_of_start_and_end() -> None:
    trial = recorder()
    with trial.recording():
        capture = capturing(trial)
        span_started(1, "outer", parent_id=None)
        span_started(2, "inner", parent_id=1)
        logged(2, "said")
        span_ended(2, "inner, ended")
        span_ended(1, "outer, ended")
    assert [(one.span, one.started, one.ended, one.logs) for one in capture.close()] == [
        ("outer, ended", 1, 4, []),
        ("inner, ended", 2, 3, ["said"]),
    ]


def test_a_span_that_has_not_ended_is_known_as_it_started() -> None:
    trial = recorder()
    with trial.recording():
        capture = capturing(trial)
        span_started(1, "open", parent_id=None)
    assert [(one.span, one.ended) for one in capture.close()] == [("open", None)]


def test_spans_outside_of_trials_are_nobodys() -> None:
    span_started(1, "before", parent_id=None)
    span_ended(1, "before")
    logged(1, "before")
    trial = recorder()
    with trial.recording():
        capture = capturing(trial)
    assert capture.close() == []


def test_spans_of_other_threads_belong_to_the_trial_that_runs() -> None:
    trial = recorder()
    with trial.recording():
        capture = capturing(trial)
        thread = Thread(target=span_started, args=(1, "there"), kwargs={"parent_id": None})
        thread.start()
        thread.join()
    assert [one.span for one in capture.close()] == ["there"]


def test_a_span_belongs_to_the_trial_of_its_parent() -> None:
    first, second = recorder(), recorder()
    with first.recording():
        of_first = capturing(first)
        span_started(1, "first", parent_id=None)
        with second.recording():
            of_second = capturing(second)
            span_started(2, "second", parent_id=None)
            span_started(3, "child of first", parent_id=1)
    assert [one.span for one in of_first.close()] == ["first", "child of first"]
    assert [one.span for one in of_second.close()] == ["second"]


def test_what_comes_after_the_end_of_a_trial_is_lost() -> None:
    trial = recorder()
    with trial.recording():
        capture = capturing(trial)
        span_started(1, "early", parent_id=None)
        captured = capture.close()
        span_ended(1, "early, ended")
        span_started(2, "late", parent_id=1)
    assert [(one.span, one.ended) for one in captured] == [("early", None)]
    assert capture.close() == captured
