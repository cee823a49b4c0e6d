import pytest

from goldgate.runner.endpoint.places import (
    NoSuchPlace,
    Places,
    provider_variables,
    redirected,
    trial_and_place,
    variables,
)


@pytest.mark.parametrize(
    ("place", "url"),
    [
        ("openai/v1/chat/completions", "https://api.openai.com/v1/chat/completions"),
        ("openai/responses?a=b", "https://api.openai.com/v1/responses?a=b"),
        ("anthropic/v1/messages", "https://api.anthropic.com/v1/messages"),
        ("anthropic/messages", "https://api.anthropic.com/v1/messages"),
        ("https/api.example.org/a/b?c=d", "https://api.example.org/a/b?c=d"),
        ("https/api.example.org", "https://api.example.org"),
        ("http/localhost:8000/", "http://localhost:8000/"),
    ],
)
def test_a_place_stands_for_a_url(place: str, url: str) -> None:
    assert Places.of({}).url(place) == url


@pytest.mark.parametrize(
    ("variable", "base", "place", "url"),
    [
        ("OPENAI_BASE_URL", "http://localhost:8000/v1/", "openai/v1/models", "http://localhost:8000/v1/models"),
        ("OPENAI_BASE_URL", "https://proxy.example.org/ai", "openai/v1/models", "https://proxy.example.org/ai/models"),
        ("ANTHROPIC_BASE_URL", "http://localhost:8000", "anthropic/v1/messages", "http://localhost:8000/v1/messages"),
        ("ANTHROPIC_BASE_URL", "http://localhost:8000/v1", "anthropic/messages", "http://localhost:8000/v1/messages"),
    ],
)
def test_a_model_api_is_where_the_environment_says(variable: str, base: str, place: str, url: str) -> None:
    assert Places.of({variable: base}).url(place) == url


@pytest.mark.parametrize("place", ["ftp/example.org/a", "openai.com/v1/models", "https", "https//a", "v1/chat"])
def test_anything_else_is_no_place(place: str) -> None:
    with pytest.raises(NoSuchPlace, match=f"/{place} stands for nothing; paths are /TRIAL/openai/v1/…, "):
        Places.of({}).url(place)


def test_a_path_names_the_trial_first() -> None:
    assert trial_and_place("/now/openai/v1/models") == ("now", "openai/v1/models")
    assert trial_and_place("/17/https/example.org/?a=/b") == ("17", "https/example.org/?a=/b")


@pytest.mark.parametrize("target", ["/openai/v1/models", "/17", "/17/", "/", "*", "http://example.org/", "/-1/http/a"])
def test_a_path_without_a_trial_is_refused(target: str) -> None:
    with pytest.raises(NoSuchPlace):
        trial_and_place(target)


@pytest.mark.parametrize(
    ("location", "place"),
    [
        ("https://files.example.org/a?b=c", "/7/https/files.example.org/a?b=c"),
        ("/elsewhere", "/7/http/localhost:8000/elsewhere"),
        ("next", "/7/http/localhost:8000/v1/next"),
        ("mailto:somebody@example.org", "mailto:somebody@example.org"),
    ],
)
def test_who_is_sent_elsewhere_stays_with_the_endpoint(location: str, place: str) -> None:
    assert redirected(location, url="http://localhost:8000/v1/first", trial="7") == place


def test_programs_find_the_places_of_a_trial_in_their_environment() -> None:
    assert variables("http://127.0.0.1:4000", "now") == {
        "GOLDGATE_REPLAY_URL": "http://127.0.0.1:4000/now",
        "OPENAI_BASE_URL": "http://127.0.0.1:4000/now/openai/v1",
        "ANTHROPIC_BASE_URL": "http://127.0.0.1:4000/now/anthropic",
    }


def test_only_what_says_where_model_apis_are_is_taken_from_an_environment() -> None:
    environ = {"OPENAI_BASE_URL": "http://localhost:8000/v1", "ANTHROPIC_BASE_URL": "", "HOME": "/home/me"}

    assert provider_variables(environ) == {"OPENAI_BASE_URL": "http://localhost:8000/v1"}
