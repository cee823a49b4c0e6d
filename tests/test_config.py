import pytest

from goldgate.config import Config, Layer, environment_layer, resolve
from goldgate.errors import SettingsError
from goldgate.model.settings import GateSettings, Ignored, MatchBy, Settings, Stale, SuiteSettings

FILE = Layer(
    name="pyproject.toml",
    values={
        "agent": "m:agent",
        "timeout": 5,
        "gate": {"stale": "warn"},
        "suites": {"files": {"agent": "f:agent", "timeout": 1}},
        "redactions": [{"path": "/answer", "drop": True}],
    },
)


def test_without_layers_the_defaults_hold() -> None:
    assert resolve([]) == Config(settings=Settings(), sources={})


def test_every_key_has_the_source_that_gave_it() -> None:
    assert resolve([FILE]).sources == dict.fromkeys(
        ["agent", "timeout", "gate.stale", "suites.files.agent", "suites.files.timeout", "redactions"],
        "pyproject.toml",
    )


def test_later_layers_win_key_by_key() -> None:
    layers = [
        Layer(name="a", values={"timeout": 5, "workers": 2, "suites": {"files": {"agent": "x", "timeout": 1}}}),
        Layer(name="b", values={"timeout": 6, "suites": {"files": {"agent": "y"}, "web": {"trials": 2}}}),
    ]
    assert resolve(layers) == Config(
        settings=Settings(
            timeout=6,
            workers=2,
            suites={"files": SuiteSettings(agent="y"), "web": SuiteSettings(trials=2)},
        ),
        sources={
            "timeout": "b",
            "workers": "a",
            "suites.files.agent": "b",
            "suites.web.trials": "b",
        },
    )


def test_what_a_later_layer_says_for_all_suites_holds_for_every_one() -> None:
    """`--timeout 6` on the command line is meant, whatever the file says of single suites."""
    file = Layer(name="file", values={"suites": {"files": {"timeout": 1, "agent": "x"}}})

    config = resolve([file, Layer(name="--timeout", values={"timeout": 6})])

    assert config.settings.timeout_of("files") == 6
    assert config.sources == {"suites.files.agent": "file", "timeout": "--timeout"}


def test_a_later_layer_takes_from_a_suite_only_what_it_says_itself() -> None:
    file = Layer(
        name="file", values={"suites": {"files": {"recording": {"match": "order", "ignore": ["/seed"]}, "trials": 2}}}
    )
    config = resolve([file, *environment_layer({"GOLDGATE_RECORDING_MATCH": "request"})])
    assert config.settings.recording_of("files").match is MatchBy.REQUEST
    assert config.settings.recording_of("files").ignore == (Ignored(path="/seed"),)
    assert config.sources == {
        "suites.files.recording.ignore": "file",
        "suites.files.trials": "file",
        "recording.match": "GOLDGATE_RECORDING_MATCH",
    }


def test_trials_that_a_later_layer_gives_hold_for_sampled_suites_too() -> None:
    file = Layer(name="file", values={"sampled": True, "trials": 2, "gate": {"trials": 5, "alpha": 0.01}})
    assert resolve([file]).settings.trials_of("files") == 5

    config = resolve([file, Layer(name="--trials", values={"trials": 3})])

    assert config.settings.trials_of("files") == 3
    assert config.sources == {"sampled": "file", "trials": "--trials", "gate.alpha": "file"}


def test_what_a_later_layer_says_of_all_trials_holds_for_every_variant() -> None:
    file = Layer(name="file", values={"variants": {"warm": {"selector": "none", "sampled": True}, "cold": "none"}})
    assert resolve([file]).settings.sampled_of("files", "warm")
    assert resolve([file]).sources == {
        "variants.warm.selector": "file",
        "variants.warm.sampled": "file",
        "variants.cold": "file",
    }

    config = resolve([file, *environment_layer({"GOLDGATE_SAMPLED": "false"})])

    assert not config.settings.sampled_of("files", "warm")
    assert config.sources == {
        "variants.warm.selector": "file",
        "variants.cold": "file",
        "sampled": "GOLDGATE_SAMPLED",
    }


def test_a_list_is_replaced_as_a_whole() -> None:
    assert resolve([FILE, Layer(name="--x", values={"redactions": []})]).settings.redactions == ()


def test_each_variable_of_the_environment_is_a_layer_of_its_own() -> None:
    environ = {
        "GOLDGATE_AGENT": "12",
        "GOLDGATE_TIMEOUT": "2.5",
        "GOLDGATE_IMPORT_TIMEOUT": "90",
        "GOLDGATE_WORKERS": "3",
        "GOLDGATE_GATE_STALE": "warn",
        "GOLDGATE_KNOWN_FAILURES_REQUIRE_EXPIRY": "true",
        "GOLDGATE_TRIALS": "",
        "PATH": "/bin",
    }
    config = resolve([FILE, *environment_layer(environ)])
    assert (config.settings.agent, config.settings.timeout, config.settings.workers) == ("12", 2.5, 3)
    assert config.settings.import_timeout == 90
    assert config.settings.gate == GateSettings(stale=Stale.WARN)
    assert config.settings.known_failures.require_expiry
    assert config.sources["timeout"] == "GOLDGATE_TIMEOUT"
    assert config.sources["gate.stale"] == "GOLDGATE_GATE_STALE"
    assert "trials" not in config.sources


def test_values_that_can_not_be_used_are_told_with_their_source() -> None:
    layers = [
        *environment_layer({"GOLDGATE_TIMEOUT": "long", "GOLDGATE_WORKERS": "0"}),
        Layer(name="--x", values={"y": 1}),
    ]
    with pytest.raises(SettingsError) as caught:
        resolve(layers)
    assert [str(problem) for problem in caught.value.problems][:2] == [
        "GOLDGATE_TIMEOUT: expected a number above 0, got str 'long' @ $.timeout",
        "GOLDGATE_WORKERS: expected int from 1 on, got int 0 @ $.workers",
    ]
    assert caught.value.problems[2].file == "--x"
