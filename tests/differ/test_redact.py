import copy
import json
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldgate.differ.canonical import canonical, same
from goldgate.differ.redact import Observed, problems_of, redact
from goldgate.model.settings import Redaction
from goldgate.model.value import Json

any_text = st.text(max_size=5) | st.sampled_from(["id-7", "id-8 and id-7", "2026-11-30", "ID-1"])
values: st.SearchStrategy[Json] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | any_text,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["id", "a/b", "*"]), inner, max_size=3),
    max_leaves=6,
)
outcomes: st.SearchStrategy[Observed] = st.fixed_dictionaries(
    {
        "steps": st.lists(
            st.fixed_dictionaries(
                {"kind": st.just("tool"), "tool": st.sampled_from(["a", "b"]), "status": st.just("ok")},
                optional={"args": values, "error_code": st.just("E"), "observation": values},
            ),
            max_size=3,
        )
    },
    optional={"answer": values, "status": st.just("success")},
).map(lambda made: cast("Observed", made))
redactions = st.lists(
    st.sampled_from(
        [
            Redaction(path="/steps/*/observation/id", alias="ID"),
            Redaction(alias="ID", pattern=r"id-\d"),
            Redaction(path="/**/id", drop=True),
            Redaction(replace=r"\d{4}-\d\d-\d\d", with_="DATE"),
            Redaction(round=1),
            Redaction(path="/answer/**", alias="ANSWER"),
        ]
    ),
    max_size=3,
).map(tuple)


def step(**fields: Json) -> dict[str, Json]:
    return {"kind": "tool", "tool": "t", "status": "ok", **fields}


def spelled(observed: Observed) -> str:
    return canonical(cast("Json", observed))


def redacted(observation: Json, *redactions: Redaction) -> Json:
    """What becomes of an observation."""
    return redact({"steps": [step(observation=observation)]}, redactions)["steps"][0].get("observation", "dropped")


def test_without_redactions_nothing_changes() -> None:
    observed: Observed = {"steps": [step(args={"a": 1})], "answer": "x", "status": "success"}
    assert redact(observed, ()) == observed


@pytest.mark.parametrize(
    ("path", "left"),
    [
        ("/steps/*/observation/id", {"a": [{"id": 2}], "0": 3}),
        ("/steps/0/observation/id", {"a": [{"id": 2}], "0": 3}),
        ("/steps/1/observation/id", {"id": 1, "a": [{"id": 2}], "0": 3}),
        ("/*/*/*/id", {"a": [{"id": 2}], "0": 3}),
        ("/**/id", {"a": [{}], "0": 3}),
        ("/steps/**/id", {"a": [{}], "0": 3}),
        ("/steps/*/observation/**/id", {"a": [{}], "0": 3}),
        ("/**/a/**/id", {"id": 1, "a": [{}], "0": 3}),
        ("/**/0/id", {"id": 1, "a": [{}], "0": 3}),
        ("/**/0", {"id": 1, "a": []}),
        ("/steps/*/observation/*", {}),
        ("/steps/*/observation", "dropped"),
        ("/**", "dropped"),
        ("/**/**/nothing", {"id": 1, "a": [{"id": 2}], "0": 3}),
        ("/answer/id", {"id": 1, "a": [{"id": 2}], "0": 3}),
    ],
)
def test_a_path_leads_through_keys_and_indexes(path: str, left: Json) -> None:
    assert redacted({"id": 1, "a": [{"id": 2}], "0": 3}, Redaction(path=path, drop=True)) == left


def test_slash_and_tilde_inside_a_key_are_escaped() -> None:
    value: Json = {"a/b": 1, "~": 2, "~1": 3}
    assert redacted(value, Redaction(path="/**/a~1b", drop=True)) == {"~": 2, "~1": 3}
    assert redacted(value, Redaction(path="/**/~0", drop=True)) == {"a/b": 1, "~1": 3}


def test_answer_and_status_have_paths_of_their_own() -> None:
    observed: Observed = {"steps": [step(answer="x")], "answer": {"id": 1}, "status": "success"}
    assert redact(observed, (Redaction(path="/answer/id", drop=True), Redaction(path="/status", drop=True))) == {
        "steps": [step(answer="x")],
        "answer": {},
    }
    assert redact(observed, (Redaction(path="/answer", drop=True),)) == {
        "steps": [step(answer="x")],
        "status": "success",
    }


@pytest.mark.parametrize("path", ["/steps", "/steps/*", "/*", "/*/*", "/steps/0"])
def test_the_steps_themselves_can_not_be_redacted(path: str) -> None:
    observed: Observed = {"steps": [step()]}
    assert redact(observed, (Redaction(path=path, drop=True), Redaction(path=path, alias="X"))) == observed


def test_a_dropped_item_of_a_list_is_gone() -> None:
    assert redacted([{"id": 1}, {"id": 2}], Redaction(path="/steps/*/observation/0", drop=True)) == [{"id": 2}]


def test_replace_puts_a_text_wherever_the_pattern_matches() -> None:
    value: Json = {"at": "2026-11-30 and 2026-12-01", "n": [2026, "x 2026-11-30"]}
    assert redacted(value, Redaction(replace=r"\d{4}-\d\d-\d\d", with_="DATE")) == {
        "at": "DATE and DATE",
        "n": [2026, "x DATE"],
    }


def test_replace_can_keep_groups_of_the_pattern() -> None:
    assert redacted("took 12 ms", Redaction(replace=r"took \d+ (\w+)", with_=r"took N \1")) == "took N ms"


def test_replace_without_a_text_takes_away() -> None:
    assert redacted("a #1 b", Redaction(replace=r" #\d")) == "a b"


def test_replace_with_a_path_changes_nothing_else() -> None:
    value: Json = {"a": "1", "b": "1", "c": {"a": "1"}}
    assert redacted(value, Redaction(path="/steps/*/observation/a", replace="1", with_="N")) == {
        "a": "N",
        "b": "1",
        "c": {"a": "1"},
    }


def test_every_text_of_the_outcome_is_meant_without_a_path() -> None:
    observed: Observed = {"steps": [step(tool="t7", args={"k": "7"}, error_code="E7")], "answer": "7"}
    assert redact(observed, (Redaction(replace="7", with_="N"),)) == {
        "steps": [step(tool="tN", args={"k": "N"}, error_code="EN")],
        "answer": "N",
    }


@pytest.mark.parametrize("redaction", [Redaction(replace=".", with_="x"), Redaction(path="/**", alias="A")])
def test_kind_and_status_are_never_changed(redaction: Redaction) -> None:
    """What is written must be readable: both are words that goldgate's own files know."""
    made = redact({"steps": [step(observation={"kind": "k", "status": "s"})], "status": "success"}, (redaction,))
    assert (made["status"], made["steps"][0]["kind"], made["steps"][0]["status"]) == ("success", "tool", "ok")
    assert "s" not in canonical(made["steps"][0]["observation"]).replace("status", "")


def test_kind_and_status_can_be_dropped() -> None:
    redactions = (Redaction(path="/steps/*/kind", drop=True), Redaction(path="/**/status", drop=True))
    assert redact({"steps": [step()], "status": "success"}, redactions) == {"steps": [{"tool": "t"}]}


def test_keys_are_never_changed() -> None:
    assert redacted({"7": "7"}, Redaction(replace="7", with_="N")) == {"7": "N"}


def test_one_volatile_value_has_one_alias_in_the_order_of_appearance() -> None:
    observed: Observed = {
        "steps": [step(args={"id": "c"}), step(observation={"id": "b"}), step(args={"id": "c"})],
        "answer": {"id": ["a"]},
    }
    assert redact(observed, (Redaction(path="/**/id/**", alias="ID"), Redaction(path="/answer/id/*", alias="ID"))) == {
        "steps": [step(args={"id": "ID-1"}), step(observation={"id": "ID-2"}), step(args={"id": "ID-1"})],
        "answer": {"id": "ID-3"},
    }


def test_an_alias_by_pattern_reaches_inside_longer_texts_steps_first_then_the_answer() -> None:
    observed: Observed = {
        "steps": [step(observation="made id-9, then id-4"), step(args={"path": "/x/id-4.txt"})],
        "answer": "id-4 and id-5, not id-9",
    }
    assert redact(observed, (Redaction(alias="ID", pattern=r"id-\d"),)) == {
        "steps": [step(observation="made ID-1, then ID-2"), step(args={"path": "/x/ID-2.txt"})],
        "answer": "ID-2 and ID-3, not ID-1",
    }


def test_redactions_of_one_alias_share_their_names() -> None:
    observed: Observed = {"steps": [step(observation={"id": "x4"})], "answer": "x5 after x4"}
    redactions = (Redaction(path="/**/id", alias="ID"), Redaction(alias="ID", pattern=r"x\d"))
    assert redact(observed, redactions)["answer"] == "ID-2 after ID-1"


def test_different_aliases_count_on_their_own() -> None:
    value: Json = {"a": "x", "b": "x"}
    redactions = (
        Redaction(path="/steps/*/observation/a", alias="A"),
        Redaction(path="/steps/*/observation/b", alias="B"),
    )
    assert redacted(value, *redactions) == {"a": "A-1", "b": "B-1"}


def test_aliases_do_not_depend_on_the_order_of_keys() -> None:
    redaction = Redaction(path="/steps/*/observation/*", alias="ID")
    assert redacted({"b": "x", "a": "y"}, redaction) == redacted({"a": "y", "b": "x"}, redaction)


def test_an_alias_tells_types_apart_and_leaves_null() -> None:
    assert redacted([1, "1", 1.0, True, None, {"a": 1}, 1], Redaction(path="/steps/*/observation/*", alias="ID")) == [
        "ID-1",
        "ID-2",
        "ID-3",
        "ID-4",
        None,
        "ID-5",
        "ID-1",
    ]


def test_an_alias_by_pattern_leaves_numbers() -> None:
    assert redacted([7, "7"], Redaction(alias="N", pattern="7")) == [7, "N-1"]


@pytest.mark.parametrize(
    ("value", "digits", "rounded"),
    [
        (0.123456, 3, 0.123),
        (123456.0, 2, 120000.0),
        (123456, 2, 120000),
        (-987, 1, -1000),
        (25, 1, 20),
        (7, 3, 7),
        (0, 1, 0),
        (0.0, 2, 0.0),
        (-0.0, 2, -0.0),
        (1e-300, 1, 1e-300),
        (1.7976931348623157e308, 1, 1.7976931348623157e308),
        (10**4300 - 1, 1, 10**4300 - 1),
        (True, 1, True),
        ("0.123456", 1, "0.123456"),
        (None, 1, None),
    ],
)
def test_round_keeps_significant_digits_and_the_type(value: Json, digits: int, rounded: Json) -> None:
    assert same(redacted([value], Redaction(round=digits)), [rounded])


def test_round_reaches_every_number_without_a_path_and_one_place_with_one() -> None:
    value: Json = {"a": 1.26, "b": [1.26]}
    assert redacted(value, Redaction(round=2)) == {"a": 1.3, "b": [1.3]}
    assert redacted(value, Redaction(path="/steps/*/observation/b/*", round=2)) == {"a": 1.26, "b": [1.3]}


def test_redactions_are_applied_one_after_the_other() -> None:
    assert redacted("a", Redaction(replace="a", with_="b"), Redaction(replace="b", with_="c")) == "c"
    assert redacted("a", Redaction(replace="b", with_="c"), Redaction(replace="a", with_="b")) == "b"


@given(outcomes, redactions)
def test_the_outcome_given_is_not_changed(observed: Observed, chosen: tuple[Redaction, ...]) -> None:
    before = copy.deepcopy(observed)
    redact(observed, chosen)
    assert observed == before


@given(outcomes, redactions)
def test_whatever_is_redacted_can_be_spelled_and_keeps_its_steps(
    observed: Observed, chosen: tuple[Redaction, ...]
) -> None:
    made = redact(observed, chosen)
    assert spelled(made)
    assert [one["tool"] for one in made["steps"]] == [one["tool"] for one in observed["steps"]]


@given(outcomes)
def test_volatile_ids_of_any_spelling_give_equal_outcomes(observed: Observed) -> None:
    redaction = Redaction(alias="ID", pattern=r"id-\d")
    renamed = json.loads(spelled(observed).replace("id-7", "id-3").replace("id-8", "id-1"))
    assert redact(renamed, (redaction,)) == redact(observed, (redaction,))


@pytest.mark.parametrize(
    "redaction",
    [
        Redaction(path="/steps/*/observation/id", drop=True),
        Redaction(path="/**/id", alias="ID"),
        Redaction(path="/steps/**", alias="ID", pattern="x"),
        Redaction(path="/*/*/args", replace="a", with_="b"),
        Redaction(path="/steps/**/x", round=1),
        Redaction(path="/steps/*/*/x", round=1),
        Redaction(path="/answer", drop=True),
        Redaction(path="/status", drop=True),
        Redaction(path="/steps/*/status", drop=True),
        Redaction(path="/steps/*/observation/status", alias="S"),
        Redaction(replace=r"(a)", with_=r"\1"),
        Redaction(alias="ID", pattern=r"id-\d+"),
        Redaction(round=6),
    ],
)
def test_a_good_redaction_has_no_problems(redaction: Redaction) -> None:
    assert problems_of(redaction) == []


FIELDS = "kind, tool, name, args, status, error_code, observation"


@pytest.mark.parametrize(
    ("redaction", "problem"),
    [
        (Redaction(path="/answer"), "exactly one of drop, replace, alias and round must be given, got none"),
        (
            Redaction(path="/answer", drop=True, round=2),
            "exactly one of drop, replace, alias and round must be given, got drop and round",
        ),
        (Redaction(round=2, with_="x"), "with belongs to replace, which is not given"),
        (
            Redaction(round=2, pattern="x"),
            "pattern belongs to alias, which is not given; replace holds its own pattern",
        ),
        (Redaction(path="/answer", alias=""), "alias must not be empty"),
        (Redaction(round=0), "round is a number of significant digits, at least 1, got 0"),
        (Redaction(drop=True), "drop needs a path"),
        (Redaction(alias="ID"), "alias needs a path or a pattern"),
        (Redaction(path="answer", drop=True), "path: a pointer starts with '/', got 'answer'"),
        (
            Redaction(path="/a~", drop=True),
            "path: in a pointer '~' is written '~0' and '/' inside a key '~1', got '/a~'",
        ),
        (Redaction(path="", drop=True), "path '' leads to the whole outcome, which can't be redacted"),
        (Redaction(path="/step/*", drop=True), "path '/step/*' must begin with one of steps, answer, status"),
        (
            Redaction(path="/steps/*", drop=True),
            "path '/steps/*' leads to whole steps, which can't be redacted; name a field, as in /steps/*/observation",
        ),
        (
            Redaction(path="/steps/*/result/id", drop=True),
            f"path '/steps/*/result/id' names no field of a step; those are {FIELDS}",
        ),
        (
            Redaction(path="/status", alias="S"),
            "path '/status' leads to a word of goldgate's own, which can be dropped but not changed",
        ),
        (
            Redaction(path="/steps/*/kind", replace="a"),
            "path '/steps/*/kind' leads to a word of goldgate's own, which can be dropped but not changed",
        ),
        (Redaction(replace="("), "replace '(' can't be used: missing ), unterminated subpattern at position 0"),
        (Redaction(replace="a", with_=r"\2"), "replace 'a' can't be used: invalid group reference 2 at position 1"),
        (Redaction(replace="a", with_=r"\g<x>"), "replace 'a' can't be used: unknown group name 'x'"),
        (Redaction(alias="ID", pattern="["), "pattern '[' can't be used: unterminated character set at position 0"),
    ],
)
def test_what_is_wrong_with_a_redaction_is_said(redaction: Redaction, problem: str) -> None:
    assert problems_of(redaction) == [problem]


def test_all_problems_of_a_redaction_are_said() -> None:
    assert len(problems_of(Redaction(path="/step", replace="(", pattern="[", round=0))) == 6


def test_the_deepest_values_are_redacted_within_the_interpreters_limit() -> None:
    value: Json = "x"
    for level in range(200):
        value = [value] if level % 2 else {"a": value}
    made = redacted(value, Redaction(replace="x", with_="N"))
    assert canonical(made) == canonical(value).replace("x", "N")
