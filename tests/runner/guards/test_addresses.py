import pytest

from goldgate.runner.guards.addresses import OWN, Addresses


@pytest.mark.parametrize(
    ("said", "url", "held"),
    [
        ("localhost:8080", "http://localhost:8080/a", True),
        ("localhost:8080", "http://127.0.0.1:8080/a", True),
        ("localhost:8080", "http://[::1]:8080/a", True),
        ("localhost:*", "http://127.0.0.1:1/a", True),
        ("127.0.0.1:*", "http://127.0.0.2:1/a", False),
        ("localhost:80", "http://localhost/a", True),
        ("localhost:443", "https://localhost/a", True),
        ("localhost:8080", "http://localhost/a", False),
        ("localhost:*", "https://api.example.org/a", False),
        ("localhost:*", "no url", False),
    ],
)
def test_a_url_leads_to_an_address_that_is_named(said: str, url: str, held: bool) -> None:  # noqa: FBT001 - a case
    assert Addresses.of([said]).hold_url(url) is held


def test_no_address_holds_nothing() -> None:
    assert not Addresses().hold_url("http://localhost:80/")


def test_what_this_process_answers_itself_is_held_by_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("goldgate.runner.guards.addresses.OWN", OWN | {("127.0.0.1", "4000")})

    assert [Addresses().hold_url(f"http://127.0.0.1:{port}/now") for port in (4000, 4001)] == [True, False]
