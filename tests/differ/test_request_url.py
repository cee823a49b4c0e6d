import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldgate.differ.request_url import is_secret_parameter, normal_url


@pytest.mark.parametrize(
    ("url", "normal"),
    [
        ("https://API.OpenAI.com:443/v1/chat/completions", "https://api.openai.com/v1/chat/completions"),
        ("http://localhost:80/a", "http://localhost/a"),
        ("http://localhost:8080/a", "http://localhost:8080/a"),
        ("http://[::1]:8080/a", "http://[::1]:8080/a"),
        ("https://me:secret@host/a", "https://host/a"),
        ("https://host/a#part", "https://host/a"),
        ("https://host/a?", "https://host/a"),
        ("https://host/a?b=2&a=1&b=1", "https://host/a?a=1&b=2&b=1"),
        ("https://host/a?empty=&flag", "https://host/a?empty=&flag="),
        ("https://host/a?q=x%20y+z", "https://host/a?q=x+y+z"),
        ("https://host/v1:0/a%3Ab", "https://host/v1:0/a:b"),
        ("https://host/a%2fb/c", "https://host/a%2Fb/c"),
        ("https://host/한/%ED%95%9C/%ff", "https://host/%ED%95%9C/%ED%95%9C/%FF"),
        ("https://host/x?api-version=2024-10-21", "https://host/x?api-version=2024-10-21"),
        (
            "https://host/v1/projects/my-account/locations/global/x",
            "https://host/v1/projects/PROJECT/locations/global/x",
        ),
        ("https://host/projects/mine", "https://host/projects/mine"),
        ("https://host", "https://host"),
        ("/next?b=1&a=2", "/next?a=2&b=1"),
    ],
)
def test_a_place_has_one_spelling(url: str, normal: str) -> None:
    assert normal_url(url) == normal


@pytest.mark.parametrize(
    "query",
    [
        "api_key=1",
        "apikey=1",
        "X-API-Key=1",
        "key=AIzaSyA0123",
        "access_token=1",
        "token=1",
        "sig=1",
        "X-Amz-Signature=1",
        "X-Goog-Credential=1",
        "password=1",
        "client_secret=1",
        "SUBSCRIPTION-KEY=1",
    ],
)
def test_what_proves_who_asks_is_left_out(query: str) -> None:
    assert normal_url(f"https://host/a?x=1&{query}") == "https://host/a?x=1"


@pytest.mark.parametrize("name", ["key", "keys", "pageToken", "tokens", "signatures", "author", "secretary"])
def test_other_parameters_stay(name: str) -> None:
    assert not is_secret_parameter(name, "1")


@pytest.mark.parametrize("url", ["http://[::1/a", "http://host:port/a", "http://host:99999/a"])
def test_what_is_no_url_is_refused(url: str) -> None:
    with pytest.raises(ValueError, match=r"URL|[Pp]ort"):
        normal_url(url)


@given(st.text(max_size=20), st.text(max_size=20))
def test_a_normal_url_stays_as_it_is(path: str, query: str) -> None:
    try:
        once = normal_url(f"https://host/{path}?{query}")
    except ValueError:
        return
    assert normal_url(once) == once
