import datetime as dt
from typing import Any

import pytest

from goldgate.config import Layer, resolve
from goldgate.errors import SettingsError
from goldgate.model.settings import JudgeSettings


def judge_of(**values: Any) -> JudgeSettings:
    return resolve([Layer(name="goldgate.toml", values={"judge": values})]).settings.judge


@pytest.mark.parametrize("judge", ["judges:by_length", "package.judges:by_length", "command: python judge.py"])
def test_a_judge_is_a_function_or_a_command(judge: str) -> None:
    assert judge_of(judge=judge) == JudgeSettings(judge=judge)


def test_a_judge_is_a_model_behind_an_endpoint() -> None:
    values: dict[str, Any] = {
        "endpoint": "https://api.example.org/v1",
        "model": "m",
        "key": "API_KEY",
        "parameters": {"seed": 1},
    }
    assert judge_of(**values) == JudgeSettings(**values)


@pytest.mark.parametrize(
    ("values", "said"),
    [
        (
            {"judge": "judges"},
            "expected 'module:function' or 'command: PROGRAM ARGUMENT…', got str 'judges' @ $.judge.judge",
        ),
        ({"judge": "command: "}, "expected a command line, as in 'command: python judge.py' @ $.judge.judge"),
        (
            {"judge": "a:b", "endpoint": "https://e/v1", "model": "m"},
            "expected one of 'judge' and 'endpoint', got both @ $.judge",
        ),
        ({"endpoint": "https://e/v1"}, "an endpoint needs a 'model' @ $.judge"),
        (
            {"endpoint": "e/v1", "model": "m"},
            "expected a URL such as 'https://api.example.org/v1', got str 'e/v1' @ $.judge.endpoint",
        ),
        ({"judge": "command: j", "concurrency": 0}, "expected int from 1 on, got int 0 @ $.judge.concurrency"),
        (
            {"judge": "a:b", "concurrency": 2},
            (
                "a function is asked one question after the other; an endpoint or a command can be asked several "
                "@ $.judge.concurrency"
            ),
        ),
        ({"judge": "a:b", "model": "m"}, "'model' belongs to an endpoint, and there is none @ $.judge.model"),
        (
            {"endpoint": "https://e", "model": "m", "key": "sk-123"},
            "expected the name of an environment variable such as 'OPENAI_API_KEY', which holds the key @ $.judge.key",
        ),
        (
            {"endpoint": "https://e", "model": "m", "parameters": {"model": "n"}},
            "'model' is put in by goldgate @ $.judge.parameters.model",
        ),
        ({"judge": "a:b", "retries": -1}, "expected int from 0 on, got int -1 @ $.judge.retries"),
    ],
)
def test_what_is_no_judge_is_refused(values: dict[str, Any], said: str) -> None:
    with pytest.raises(SettingsError) as caught:
        judge_of(**values)
    assert [str(problem).removeprefix("goldgate.toml: ") for problem in caught.value.problems] == [said]


def test_the_name_of_a_rubric_is_no_path() -> None:
    with pytest.raises(SettingsError, match=r"a name that ends in \.toml would be taken for a path"):
        resolve([Layer(name="goldgate.toml", values={"rubrics": {"a.toml": "b.toml"}})])


def test_parameters_are_json() -> None:
    with pytest.raises(SettingsError, match=r"@ \$\.judge\.parameters"):
        judge_of(endpoint="https://e", model="m", parameters={"since": dt.date(2027, 1, 1)})
