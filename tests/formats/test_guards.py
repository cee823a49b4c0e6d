import pytest

from goldgate.errors import BadFile
from goldgate.formats.guards import GUARDS, write_guards
from goldgate.formats.settings import build_settings, read_settings
from goldgate.model.guards import GuardSettings

WHOLE = """
[guards]
clock = false
clock_start = 2027-02-03T04:05:06+09:00
chance = false
seed = "x"
environment = false
environment_keep = ["MY_*"]
places = false
timezone = "Asia/Seoul"
locale = "ko_KR.UTF-8"
network = false
network_allow = ["127.0.0.1:*"]
processes = true
[suites.files.guards]
network_allow = ["[::1]:8080", "localhost:80"]
"""
ALL = GuardSettings(
    clock=False,
    clock_start="2027-02-03T04:05:06+09:00",
    chance=False,
    seed="x",
    environment=False,
    environment_keep=("MY_*",),
    places=False,
    timezone="Asia/Seoul",
    locale="ko_KR.UTF-8",
    network=False,
    network_allow=("127.0.0.1:*",),
    processes=True,
)


def test_every_guard_can_be_set() -> None:
    assert build_settings(read_settings(WHOLE, file="goldgate.toml", table=())).guards == ALL


def test_a_suite_may_reach_more() -> None:
    settings = build_settings(read_settings(WHOLE, file="goldgate.toml", table=()))
    assert settings.guards_of("files").network_allow == ("127.0.0.1:*", "[::1]:8080", "localhost:80")
    assert settings.guards_of("other").network_allow == ("127.0.0.1:*",)


def test_what_was_written_can_be_read() -> None:
    assert GUARDS(write_guards(ALL)) == ALL


@pytest.mark.parametrize(
    ("said", "problem"),
    [
        ('clock_start = "soon"', "expected an instant such as '2026-01-01T00:00:00Z', got str 'soon'"),
        ('clock_start = "2026-01-01"', "expected an instant with its offset"),
        ('network_allow = ["example.org:80"]', "expected an address of this machine such as 'localhost:8080'"),
        ('network_allow = ["localhost"]', "expected an address of this machine"),
        ('network_allow = ["localhost:none"]', "expected a port, or * for any"),
        ('network_allow = ["127.0.0.1:70000"]', "expected a port, or * for any"),
    ],
)
def test_what_can_not_be_guarded_is_refused(said: str, problem: str) -> None:
    with pytest.raises(BadFile) as caught:
        read_settings(f"[guards]\n{said}", file="s.toml", table=())
    assert problem in str(caught.value.problems[0])
