from contextlib import suppress
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldgate.errors import BadFile
from goldgate.formats.converter import Misfit
from goldgate.formats.settings import build_settings, read_settings
from goldgate.model.limits import LimitSettings, Meter, Unmetered
from goldgate.model.settings import (
    GateSettings,
    Ignored,
    JudgeSettings,
    KnownFailureSettings,
    MatchBy,
    OutcomeField,
    RecordingSettings,
    Redaction,
    Settings,
    Stale,
    Store,
    SuiteRecordingSettings,
    SuiteSettings,
)
from goldgate.model.variant import Selector, SelectorKind, VariantSettings

WHOLE = """
golden = "g"
baselines = "b"
agent = "m:agent"
timeout = 5
import_timeout = 90
adapter = "skill"
metered = ["usd", "tokens"]
rubrics = {triage = "rubrics/triage.toml"}
solved_score = 0.7
workers = 2
trials = 3
keep_runs = 4
outcome = ["calls", "args"]
store = "digest"
redactions = [{path = "/answer", replace = "a+", with = "b"}, {alias = "ID", pattern = "[0-9]+"}]
[gate]
stale = "warn"
[known_failures]
require_expiry = true
max_days = 90
[recording]
match = "order"
ignore = ["/seed", {path = "/messages/**", pattern = "[0-9]+"}]
secrets = ["MY_KEY"]
allow_hosts = ["*.example.org"]
[recording.fields]
"openai.chat" = ["model", "messages"]
[judge]
endpoint = "https://api.example.org/v1"
model = "m"
key = "API_KEY"
parameters = {temperature = 0}
timeout = 30
retries = 0
metered = ["usd"]
[limits]
usd = 0.30
tokens = 1000
minutes = 1.5
unmetered = "allow"
stop_file = "stop"
[variants]
old = "git:v1"
bare = {selector = "none", sampled = true}
other = "dir:../b"
[suites.files]
agent = "n:agent"
adapter = "files_skill"
metered = []
timeout = 0.5
trials = 1
outcome = ["calls"]
redactions = []
store = "full"
[suites.files.judge]
judge = "command: sh judge.sh"
[suites.files.recording]
match = "request"
ignore = [{path = "/user"}]
fields = {gemini = ["contents"]}
"""


def problems_of(text: str, *, table: tuple[str, ...] = ()) -> list[str]:
    with pytest.raises(BadFile) as caught:
        read_settings(text, file="s.toml", table=table)
    return [str(problem) for problem in caught.value.problems]


def test_every_setting_can_be_given() -> None:
    assert build_settings(read_settings(WHOLE, file="goldgate.toml", table=())) == Settings(
        golden="g",
        baselines="b",
        agent="m:agent",
        timeout=5,
        import_timeout=90,
        adapter="skill",
        metered=(Meter.USD, Meter.TOKENS),
        rubrics={"triage": "rubrics/triage.toml"},
        judge=JudgeSettings(
            endpoint="https://api.example.org/v1",
            model="m",
            key="API_KEY",
            parameters={"temperature": 0},
            timeout=30,
            retries=0,
            metered=(Meter.USD,),
        ),
        limits=LimitSettings(
            usd=Decimal("0.3"),
            tokens=1000,
            minutes=Decimal("1.5"),
            unmetered=Unmetered.ALLOW,
            stop_file="stop",
        ),
        solved_score=Decimal("0.7"),
        variants={
            "old": VariantSettings(selector=Selector(kind=SelectorKind.GIT, value="v1")),
            "bare": VariantSettings(selector=Selector(kind=SelectorKind.NONE), sampled=True),
            "other": VariantSettings(selector=Selector(kind=SelectorKind.DIR, value="../b")),
        },
        workers=2,
        trials=3,
        keep_runs=4,
        outcome=(OutcomeField.CALLS, OutcomeField.ARGS),
        redactions=(
            Redaction(path="/answer", replace="a+", with_="b"),
            Redaction(alias="ID", pattern="[0-9]+"),
        ),
        store=Store.DIGEST,
        gate=GateSettings(stale=Stale.WARN),
        known_failures=KnownFailureSettings(require_expiry=True, max_days=90),
        recording=RecordingSettings(
            match=MatchBy.ORDER,
            ignore=(Ignored(path="/seed"), Ignored(path="/messages/**", pattern="[0-9]+")),
            fields={"openai.chat": ("model", "messages")},
            secrets=("MY_KEY",),
            allow_hosts=("*.example.org",),
        ),
        suites={
            "files": SuiteSettings(
                agent="n:agent",
                judge=JudgeSettings(judge="command: sh judge.sh"),
                adapter="files_skill",
                metered=(),
                timeout=0.5,
                trials=1,
                outcome=(OutcomeField.CALLS,),
                redactions=(),
                store=Store.FULL,
                recording=SuiteRecordingSettings(
                    match=MatchBy.REQUEST, ignore=(Ignored(path="/user"),), fields={"gemini": ("contents",)}
                ),
            )
        },
    )


def test_without_any_setting_the_defaults_hold() -> None:
    assert build_settings({}) == Settings()


def test_a_suite_ignores_more_than_all_and_decides_the_rest_for_itself() -> None:
    settings = build_settings(read_settings(WHOLE, file="goldgate.toml", table=()))
    assert settings.recording_of("airline") == settings.recording
    assert settings.recording_of("files") == RecordingSettings(
        match=MatchBy.REQUEST,
        ignore=(Ignored(path="/seed"), Ignored(path="/messages/**", pattern="[0-9]+"), Ignored(path="/user")),
        fields={"openai.chat": ("model", "messages"), "gemini": ("contents",)},
        secrets=("MY_KEY",),
        allow_hosts=("*.example.org",),
    )


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('match = "ordr"', "unknown word 'ordr', did you mean 'order'? @ $.recording.match"),
        ('ignore = ["seed"]', "a pointer starts with '/', got 'seed' @ $.recording.ignore[0]"),
        (
            'ignore = [""]',
            "leads to the whole body; match = 'order' takes any request for any other @ $.recording.ignore[0]",
        ),
        ("ignore = [3]", "expected a text, got int 3 @ $.recording.ignore[0]"),
        ('ignore = [{pattern = "a"}]', "required key 'path' is missing @ $.recording.ignore[0]"),
        (
            'ignore = [{path = "/a", pattern = "*"}]',
            "str '*' is no regular expression: nothing to repeat at position 0 @ $.recording.ignore[0].pattern",
        ),
        (
            'fields = {"openai.chats" = ["model"]}',
            "unknown model API 'openai.chats', did you mean 'openai.chat'? @ $.recording.fields[\"openai.chats\"]",
        ),
        ("fields = {gemini = [3]}", "expected a text, got int 3 @ $.recording.fields.gemini[0]"),
        ('secret = ["A"]', "unknown key 'secret', did you mean 'secrets'? @ $.recording"),
    ],
)
def test_what_is_wrong_with_recording_is_told(text: str, problem: str) -> None:
    assert problems_of(f"[recording]\n{text}") == [f"s.toml:2: {problem}"]


def test_a_suite_names_no_secrets_of_its_own() -> None:
    """What is secret is so for all suites."""
    assert problems_of('[suites.a.recording]\nsecrets = ["A"]') == [
        "s.toml:2: unknown key 'secrets'; known are match, ignore, fields @ $.suites.a.recording"
    ]


def test_settings_may_stand_in_a_table_of_another_file() -> None:
    text = '[project]\nname = "x"\n[tool.goldgate]\nworkers = 2\n[tool.other]\nworkers = 3\n'
    assert read_settings(text, file="pyproject.toml", table=("tool", "goldgate")) == {"workers": 2}


@pytest.mark.parametrize("text", ["", "[tool]", "tool = 3"])
def test_a_table_that_is_not_there_says_nothing(text: str) -> None:
    assert read_settings(text, file="pyproject.toml", table=("tool", "goldgate")) == {}


def test_a_file_of_our_own_needs_no_table() -> None:
    with pytest.raises(BadFile) as raised:
        read_settings('# ours\n[tool.goldgate]\nagent = "m:agent"\n', file="goldgate.toml", table=())

    assert [str(problem) for problem in raised.value.problems] == [
        "goldgate.toml:2: here the settings stand at the top, without [tool.goldgate] before them"
    ]


def test_a_table_must_be_one() -> None:
    assert problems_of("[tool]\ngoldgate = 3", table=("tool", "goldgate")) == [
        "s.toml:2: expected an object, got int 3 @ $.tool.goldgate"
    ]


def test_all_problems_are_told_in_the_order_of_their_lines() -> None:
    text = (
        'agnt = "x"\ntimeout = -1\nworkers = true\noutcome = ["cals"]\nredactions = [{path = "/answer"}, {alis = ""}]\n'
        '[gate]\nstale = "wran"\n[known_failures]\nmax_days = -1\n[suites.files]\nstores = 3\n[suites.""]\n'
    )
    assert problems_of(text) == [
        "s.toml:1: unknown key 'agnt', did you mean 'agent'? @ $",
        "s.toml:2: expected a number above 0, got int -1 @ $.timeout",
        "s.toml:3: expected int, got bool true @ $.workers",
        "s.toml:4: unknown word 'cals', did you mean 'calls'? @ $.outcome[0]",
        "s.toml:5: exactly one of drop, replace, alias and round must be given, got none @ $.redactions[0]",
        "s.toml:5: unknown key 'alis', did you mean 'alias'? @ $.redactions[1]",
        "s.toml:7: unknown word 'wran', did you mean 'warn'? @ $.gate.stale",
        "s.toml:9: expected int from 0 on, got int -1 @ $.known_failures.max_days",
        "s.toml:11: unknown key 'stores', did you mean 'store'? @ $.suites.files",
        "s.toml:12: expected a text that says something, got str '' @ $.suites[\"\"]",
    ]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("a = \nb = 3", "s.toml:1: not valid TOML: invalid value (column 5)"),
        ("agent = 1\nagent = 2", "s.toml:2: not valid TOML: cannot overwrite a value"),
        ("a = [", "s.toml:1: not valid TOML: invalid value"),
        ("a = " + "[" * 5000, "s.toml:1: nested deeper than 200 levels"),
        ("a = " + "9" * 5000, "s.toml:1: an integer of more than 4300 digits is too long"),
    ],
)
def test_a_text_that_is_no_toml_is_told_with_its_line(text: str, problem: str) -> None:
    (told,) = problems_of(text)
    assert told.startswith(problem)


def test_dates_and_infinite_numbers_are_no_settings() -> None:
    assert problems_of("timeout = inf\nworkers = 2027-01-01\nagent = 2027-01-01") == [
        "s.toml:1: expected a number above 0, got float inf @ $.timeout",
        "s.toml:2: expected int, got date 2027-01-01 @ $.workers",
        "s.toml:3: expected a text, got date 2027-01-01 @ $.agent",
    ]


def test_values_that_make_no_settings_are_refused() -> None:
    with pytest.raises(Misfit):
        build_settings({"timeout": "long"})


@given(st.text(max_size=40) | st.text(max_size=20).map(lambda text: f"redactions = [{{{text}}}]"))
def test_whatever_stands_in_a_file_only_our_own_errors_come(text: str) -> None:
    with suppress(BadFile):
        read_settings(text, file="s.toml", table=())
