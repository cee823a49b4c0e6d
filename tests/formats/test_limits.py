from decimal import Decimal
from typing import Any

import pytest

from goldgate.errors import BadFile
from goldgate.formats.schemas import schema
from goldgate.formats.settings import build_settings, read_settings
from goldgate.model.limits import LimitSettings, Meter
from goldgate.model.settings import JudgeSettings, Settings, SuiteSettings
from goldgate.model.value import Json

NO_LIMIT = "a run that may spend nothing does nothing, and without this key there is no limit"


def limits_of(**limits: Json) -> LimitSettings:
    return build_settings({"limits": limits}).limits


def test_without_the_table_nothing_is_limited() -> None:
    assert (Settings().limits.any_given, Settings().limits.metered) == (False, ())


def test_dollars_are_taken_as_they_are_written() -> None:
    text = "limits = {usd = 0.1}"
    assert build_settings(read_settings(text, file="s.toml", table=())).limits.usd == Decimal("0.1")


@pytest.mark.parametrize(
    ("limits", "metered"),
    [
        ({"usd": 1}, (Meter.USD,)),
        ({"tokens": 1}, (Meter.TOKENS,)),
        ({"minutes": 1}, ()),
        ({"usd": 1, "tokens": 1}, (Meter.USD, Meter.TOKENS)),
    ],
)
def test_a_limit_needs_calls_that_tell_what_it_limits(limits: dict[str, Json], metered: tuple[Meter, ...]) -> None:
    assert (limits_of(**limits).any_given, limits_of(**limits).metered) == (True, metered)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("usd = 0", f"expected a number above 0, got int 0; {NO_LIMIT} @ $.limits.usd"),
        ("minutes = 0.0", f"expected a number above 0, got float 0.0; {NO_LIMIT} @ $.limits.minutes"),
        ("tokens = 0", f"expected int from 1 on, got int 0; {NO_LIMIT} @ $.limits.tokens"),
        ("usd = -1", "expected a number from 0 on, got int -1 @ $.limits.usd"),
        ("usd = inf", "expected a number from 0 on, got float inf @ $.limits.usd"),
        ("tokens = 1.5", "expected int, got float 1.5 @ $.limits.tokens"),
        ("unmetered = 'yes'", "unknown word 'yes'; known are refuse, allow @ $.limits.unmetered"),
        ("stop_file = ' '", "expected a text that says something, got str ' ' @ $.limits.stop_file"),
    ],
)
def test_zero_is_no_limit_and_what_can_not_be_one_is_refused(text: str, problem: str) -> None:
    with pytest.raises(BadFile) as caught:
        read_settings(f"limits.{text}", file="s.toml", table=())
    assert str(caught.value) == f"s.toml:1: {problem}"


def test_a_suite_and_a_judge_say_for_themselves_what_they_tell() -> None:
    settings = build_settings(
        {"metered": ["usd"], "suites": {"quiet": {"metered": []}}, "judge": {"judge": "m:f", "metered": ["tokens"]}}
    )
    assert settings.metered_of("files") == (Meter.USD,)
    assert settings.metered_of("quiet") == ()
    assert settings.judge_of("files") == JudgeSettings(judge="m:f", metered=(Meter.TOKENS,))
    assert settings.suites["quiet"] == SuiteSettings(metered=())


def test_the_schema_knows_the_default_of_the_stop_file() -> None:
    document: Any = schema("settings")
    properties = document["properties"]["limits"]["properties"]
    assert properties["stop_file"]["default"] == LimitSettings().stop_file
