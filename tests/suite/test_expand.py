from collections.abc import Callable

from hypothesis import given
from hypothesis import strategies as st

from goldgate.model.case import Case
from goldgate.model.settings import Settings, SuiteSettings
from goldgate.suite.expand import expand

MakeCase = Callable[..., Case]


def test_trials_come_by_suite_then_id_then_number(case: MakeCase) -> None:
    selected = {"files": (case("b", trials=2), case("a")), "airline": (case("z"),)}
    plan = expand(selected, Settings())
    assert [(trial.suite, trial.case.id, trial.trial) for trial in plan.trials] == [
        ("airline", "z", 1),
        ("files", "a", 1),
        ("files", "b", 1),
        ("files", "b", 2),
    ]


def test_ids_are_sorted_by_their_utf_8_bytes(case: MakeCase) -> None:
    plan = expand({"files": (case("한"), case("é"), case("Z"), case("a"))}, Settings())
    assert [trial.case.id for trial in plan.trials] == ["Z", "a", "é", "한"]


def test_the_number_of_trials_comes_from_the_case_before_the_suite_before_all(case: MakeCase) -> None:
    settings = Settings(trials=2, suites={"files": SuiteSettings(trials=3)})
    selected = {"airline": (case("a"),), "files": (case("b"), case("c", trials=1))}
    plan = expand(selected, settings)
    counts = [sum(trial.case.id == name for trial in plan.trials) for name in "abc"]
    assert counts == [2, 3, 1]


def test_the_timeout_comes_from_the_case_before_the_suite_before_all(case: MakeCase) -> None:
    settings = Settings(timeout=2.0, suites={"files": SuiteSettings(timeout=3.0)})
    selected = {"airline": (case("a"),), "files": (case("b"), case("c", timeout=0.5))}
    plan = expand(selected, settings)
    assert [trial.timeout for trial in plan.trials] == [2.0, 3.0, 0.5]


def test_what_was_left_out_is_carried_along(case: MakeCase) -> None:
    assert expand({"files": (case("a"),)}, Settings(), not_selected=7).not_selected == 7


@given(st.lists(st.text(min_size=1, max_size=3), unique=True), st.integers(min_value=1, max_value=3))
def test_the_plan_is_complete_and_sorted_by_the_bytes_of_the_id(ids: list[str], trials: int) -> None:
    selected = {"files": tuple(Case(id=name, request="do it") for name in ids)}
    keys = [trial.key for trial in expand(selected, Settings(trials=trials)).trials]
    bytewise = sorted((name.encode(), trial) for name in ids for trial in range(1, trials + 1))
    assert keys == [("files", name.decode(), "default", trial) for name, trial in bytewise]
