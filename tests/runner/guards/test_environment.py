import pytest

from goldgate.model.guards import GuardSettings
from goldgate.runner.guards.environment import clean_environment

PLACES = {"TZ": "UTC", "LC_ALL": "C.UTF-8"}


def test_what_programs_need_stays_and_all_else_goes() -> None:
    environ = {"PATH": "/bin", "HOME": "/root", "PYTHONPATH": "src", "EDITOR": "vi", "CI": "1"}
    expected = {"PATH": "/bin", "HOME": "/root", "PYTHONPATH": "src", **PLACES}
    assert clean_environment(environ, GuardSettings()) == expected


@pytest.mark.parametrize("kept", ["MY_TOKEN", "MY_*"])
def test_the_settings_may_let_more_through(kept: str) -> None:
    settings = GuardSettings(environment_keep=(kept,))
    assert clean_environment({"MY_TOKEN": "t", "OTHER": "o"}, settings) == {"MY_TOKEN": "t", **PLACES}


def test_what_other_settings_name_for_the_agent_stays() -> None:
    assert clean_environment({"MY_TOKEN": "t"}, GuardSettings(), named={"MY_TOKEN"}) == {"MY_TOKEN": "t", **PLACES}


def test_everything_stays_where_the_guard_is_off() -> None:
    assert clean_environment({"OTHER": "o"}, GuardSettings(environment=False)) == {"OTHER": "o", **PLACES}


@pytest.mark.parametrize("settings", [GuardSettings(environment=False), GuardSettings(environment_keep=("GIT_*",))])
def test_the_repository_of_a_commit_hook_is_never_the_agents(settings: GuardSettings) -> None:
    """An agent that runs git in its private folder must not write where the user commits."""
    environ = {"GIT_DIR": "/r/.git", "GIT_INDEX_FILE": "/r/.git/index", "GIT_SSH_COMMAND": "ssh"}
    assert clean_environment(environ, settings) == {"GIT_SSH_COMMAND": "ssh", **PLACES}


def test_the_timezone_is_ours_also_where_the_user_has_one() -> None:
    settings = GuardSettings(environment_keep=("TZ",))
    assert clean_environment({"TZ": "Asia/Seoul"}, settings)["TZ"] == "UTC"
