from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldgate.errors import UsageError
from goldgate.model.case import Case
from goldgate.model.settings import GateSettings, Options, Settings, SuiteSettings
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


def test_sampled_suites_have_trials_of_their_own_where_neither_case_nor_suite_says(case: MakeCase) -> None:
    suites = {"a": SuiteSettings(sampled=True), "b": SuiteSettings(sampled=True, trials=3), "c": SuiteSettings()}
    settings = Settings(trials=2, gate=GateSettings(trials=5), suites=suites)
    assert [settings.trials_of(suite) for suite in "abc"] == [5, 3, 2]
    assert [settings.under(Options(trials=4)).trials_of(suite) for suite in "abc"] == [4, 4, 4]


def test_only_in_sampled_suites_each_trial_throws_dice_of_its_own(case: MakeCase) -> None:
    settings = Settings(trials=2, suites={"sampled": SuiteSettings(sampled=True)})
    plan = expand({"files": (case("a"),), "sampled": (case("a"),)}, settings)
    assert [(trial.suite, trial.trial, trial.dice) for trial in plan.trials] == [
        ("files", 1, 1),
        ("files", 2, 1),
        ("sampled", 1, 1),
        ("sampled", 2, 2),
    ]


def test_the_timeout_comes_from_the_case_before_the_suite_before_all(case: MakeCase) -> None:
    settings = Settings(timeout=2.0, suites={"files": SuiteSettings(timeout=3.0)})
    selected = {"airline": (case("a"),), "files": (case("b"), case("c", timeout=0.5))}
    plan = expand(selected, settings)
    assert [trial.timeout for trial in plan.trials] == [2.0, 3.0, 0.5]


def test_a_case_without_a_trial_is_refused(case: MakeCase) -> None:
    """Nobody would have looked at it, and nothing would say so."""
    with pytest.raises(UsageError) as caught:
        expand({"files": (case("a"), case("b", trials=2))}, Settings(trials=0))
    assert str(caught.value) == "case 'a' of suite 'files' would have no trial; expected at least 1, got 0"


def test_what_was_left_out_is_carried_along(case: MakeCase) -> None:
    assert expand({"files": (case("a"),)}, Settings(), not_selected=7).not_selected == 7


@given(st.lists(st.text(min_size=1, max_size=3), unique=True), st.integers(min_value=1, max_value=3))
def test_the_plan_is_complete_and_sorted_by_the_bytes_of_the_id(ids: list[str], trials: int) -> None:
    selected = {"files": tuple(Case(id=name, request="do it") for name in ids)}
    keys = [trial.key for trial in expand(selected, Settings(trials=trials)).trials]
    bytewise = sorted((name.encode(), trial) for name in ids for trial in range(1, trials + 1))
    assert keys == [("files", name.decode(), "default", trial) for name, trial in bytewise]


@given(
    st.dictionaries(
        st.text(min_size=1, max_size=3), st.lists(st.text(min_size=1, max_size=3), unique=True), max_size=3
    ),
    st.lists(st.sampled_from(["none", "root", "dir:a/b", "dir:a_b"]), min_size=1),
    st.integers(min_value=1, max_value=3),
)
def test_every_combination_is_planned_once(suites: dict[str, list[str]], variants: list[str], trials: int) -> None:
    selected = {suite: tuple(Case(id=name, request="do it") for name in ids) for suite, ids in suites.items()}
    keys = [trial.key for trial in expand(selected, Settings(trials=trials), variants=variants).trials]
    every = {
        (suite, name, variant, trial)
        for suite, ids in suites.items()
        for name in ids
        for variant in variants
        for trial in range(1, trials + 1)
    }
    assert keys == sorted(every)


def test_a_case_knows_its_place_in_its_suite(case: MakeCase) -> None:
    plan = expand({"s": (case("b", stream="x"), case("a", stream="x"))}, Settings())
    assert [(trial.case.id, trial.place) for trial in plan.trials] == [("a", 1), ("b", 0)]


def test_a_stream_is_gone_through_once_for_each_variant_and_trial(case: MakeCase) -> None:
    plan = expand({"s": (case("a", stream="x"), case("b"))}, Settings(trials=2), variants=["v"])
    assert [trial.passage for trial in plan.trials] == [("s", "x", "v", 1), ("s", "x", "v", 2), None, None]


def test_the_cases_of_a_stream_have_as_many_trials_as_one_another(case: MakeCase) -> None:
    cases = (case("a", stream="x"), case("b", stream="x", trials=3), case("c", stream="x", trials=4), case("d"))
    with pytest.raises(UsageError) as caught:
        expand({"s": cases}, Settings())
    assert str(caught.value) == (
        "the cases of a stream have as many trials as one another; in stream 'x' of suite 's' 'a' has 1 and 'b' has 3"
    )


def test_what_is_left_of_a_stream_begins_at_its_start(case: MakeCase) -> None:
    cases = (case("b", stream="x"), case("a", stream="x"), case("c"), case("d"))
    plan = expand({"s": cases}, Settings(trials=2))
    finished = {("s", "b", "default", 1), ("s", "a", "default", 2), ("s", "b", "default", 2), ("s", "c", "default", 1)}
    assert [(trial.case.id, trial.trial) for trial in plan.left_after(finished).trials] == [
        ("a", 1),
        ("b", 1),
        ("c", 2),
        ("d", 1),
        ("d", 2),
    ]
