import json
from collections.abc import Mapping
from typing import Any

import attrs
import pytest

from goldgate.formats.golden import read_golden
from goldgate.formats.golden_warnings import RULES, golden_warnings
from goldgate.model.case import Case, Expectation

FILE = "golden/files.jsonl"


def read(*cases: Mapping[str, Any]) -> tuple[Case, ...]:
    return read_golden("\n".join(map(json.dumps, cases)).encode(), file=FILE).cases


@pytest.mark.parametrize(
    ("expect", "warning"),
    [
        ({"calls": [], "match": "superset"}, "an empty list matched as superset expects nothing @ $.expect.calls"),
        ({"steps": []}, "an empty list matched as superset expects nothing @ $.expect.steps"),
        ({"plan": [], "plan_match": "superset"}, "an empty list matched as superset expects nothing @ $.expect.plan"),
        ({"match": "subset"}, "says nothing without 'calls' @ $.expect.match"),
        ({"plan_match": "subset", "calls": []}, "says nothing without 'plan' @ $.expect.plan_match"),
        ({"steps_match": "exact", "calls": []}, "says nothing without 'steps' @ $.expect.steps_match"),
        ({"calls": ["a"], "forbid": ["a", "b"]}, "the tool 'a' is expected and forbidden @ $.expect.forbid"),
        ({"calls": [["a", "c"]], "forbid": ["c"]}, "the tool 'c' is expected and forbidden @ $.expect.forbid"),
        (
            {"calls": [{"tool": "a", "args_match": "subset"}]},
            "says nothing without 'args' @ $.expect.calls[0].args_match",
        ),
        (
            {"calls": [{"tool": "a", "args": {"b": 1}, "args_match": "ignore"}]},
            "says nothing: args_match is 'ignore' @ $.expect.calls[0].args",
        ),
        (
            {"calls": [[{"tool": "a", "args": {}, "args_match": "superset"}]]},
            "fits all arguments, as if it were not there @ $.expect.calls[0][0].args",
        ),
        (
            {"steps": [{"kind": "memory_write", "args": {"$any": True}}]},
            "fits all arguments, as if it were not there @ $.expect.steps[0].args",
        ),
        (
            {"calls": ["a"], "args_match": "superset"},
            "says nothing: no item of 'calls', 'plan' or 'steps' has 'args' that it holds for @ $.expect.args_match",
        ),
        (
            {"allow_errors": ["E"]},
            (
                "says nothing: a case that expects nothing else is judged by its baseline, errors included "
                "@ $.expect.allow_errors"
            ),
        ),
        ({"answer": {"contains": []}}, "says nothing: no part of it holds anything @ $.expect.answer"),
        ({"answer": {"json_path": {}}}, "says nothing: no part of it holds anything @ $.expect.answer"),
        ({"answer": {"not_contains": []}}, "says nothing: no part of it holds anything @ $.expect.answer"),
        ({"answer": {"matches": ".*"}}, "fits every answer, and a trial without one @ $.expect.answer.matches"),
        ({"state": {}}, "says nothing of what the state holds @ $.expect.state"),
        ({"state": {"$any": True}}, "says nothing of what the state holds @ $.expect.state"),
        (
            {"answer": {"json_path": {"$.a": {"$in": []}}}},
            'never fits: the list is empty @ $.expect.answer.json_path["$.a"]["$in"]',
        ),
        (
            {"calls": [{"tool": "a", "args": {"b": [{"$regex": ""}]}}]},
            'fits every text; {"$type": "string"} says that @ $.expect.calls[0].args.b[0]["$regex"]',
        ),
    ],
)
def test_what_is_most_likely_not_meant_is_a_warning(expect: Mapping[str, Any], warning: str) -> None:
    cases = read({"id": "a", "request": "x", "expect": expect})
    assert [str(problem) for problem in golden_warnings(cases, file=FILE)] == [f"golden/files.jsonl:1: {warning}"]


def test_every_key_of_an_expectation_has_its_rule() -> None:
    assert [*RULES] == [field.name for field in attrs.fields(Expectation)]


@pytest.mark.parametrize(
    "expect",
    [
        {"calls": []},
        {"calls": [], "match": "in_order"},
        {"calls": ["a"], "match": "subset"},
        {"calls": [{"tool": "a", "args": {}}]},
        {"calls": [{"tool": "a", "args": {"b": {"$any": True}}}], "args_match": "superset"},
        {"plan": []},
        {"status": "failure", "allow_errors": ["E"]},
        {"answer": {"equals": {"$any": True}}},
        {"answer": {"matches": "^$"}},
        {"answer": {"json_path": {"$.a": {"$any": True}}}},
        {"state": {"a": {"$any": True}}},
        {"forbid": ["a"], "limits": {"calls": 0}},
    ],
)
def test_what_a_trial_can_fail_by_is_no_warning(expect: Mapping[str, Any]) -> None:
    assert golden_warnings(read({"id": "a", "request": "x", "expect": expect})) == ()


def test_files_that_are_expected_where_there_is_no_folder_are_a_warning() -> None:
    expect = {"files": {"a.md": None}}
    without = read({"id": "a", "request": "x", "expect": expect})
    empty = read({"id": "a", "request": "x", "world": {"files": {}}, "expect": expect})
    assert [problem.pointer for problem in golden_warnings(without)] == ["$.expect.files"]
    assert golden_warnings(empty) == ()


def test_files_of_which_none_is_named_are_a_warning() -> None:
    cases = read({"id": "a", "request": "x", "world": {"files": {}}, "expect": {"files": {}}})
    assert [problem.message for problem in golden_warnings(cases)] == ["says nothing: it names no file"]


def test_a_stub_that_can_never_answer_is_a_warning() -> None:
    stubs = [{"tool": "a", "args": {}, "returns": 1}, {"tool": "a", "returns": 2}, {"tool": "a", "returns": 3}]
    cases = read({"id": "a", "request": "x", "world": {"tools": stubs}})
    assert [str(problem) for problem in golden_warnings(cases, file=FILE)] == [
        "golden/files.jsonl:1: never answers: $.world.tools[1] answers every call of 'a' @ $.world.tools[2]"
    ]


def test_a_sound_case_has_no_warnings() -> None:
    stubs = [
        {"tool": "a", "error_code": "E", "times": 1},
        {"tool": "a", "returns_each": [1]},
        {"tool": "a", "returns": 1},
    ]
    expect = {"calls": ["a"], "steps": [{"kind": "message"}], "forbid": ["b"], "match": "superset"}
    assert golden_warnings(read({"id": "a", "request": "x", "world": {"tools": stubs}, "expect": expect})) == ()
