"""How is the request of a program made for real? As it came, over a connection of its own."""

from contextlib import suppress
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from goldgate.formats.bodies import response_of
from goldgate.model.cassette import Response
from goldgate.runner.endpoint.received import Received

if TYPE_CHECKING:
    import ssl

PATIENCE: Final = 600.0
"""Seconds of silence until an answer is given up; what the SDKs of models wait."""
_OF_THE_CONNECTION: Final = frozenset(
    {
        "accept-encoding",
        "connection",
        "content-length",
        "expect",
        "host",
        "keep-alive",
        "proxy-connection",
        "te",
        "trailer",
        "transfer-encoding",
        "upgrade",
    }
)
"""Headers that are about the way from the program to us."""


def asked_for_real(received: Received, url: str) -> Response:
    """The answer of an `http` or `https` URL, whole. Raises OSError when none comes, ValueError for no URL."""
    import http.client  # noqa: PLC0415 - 20 ms, paid only by a process that asks for real
    import urllib.request  # noqa: PLC0415 - as above

    headers = {name: value for name, value in received.headers.items() if name not in _OF_THE_CONNECTION}
    request = urllib.request.Request(  # noqa: S310 - places are http and https alone
        url, data=received.content or None, headers=headers, method=received.method
    )
    try:
        with _opener().open(request, timeout=PATIENCE) as answer:
            return response_of(answer.status, headers=dict(answer.headers.items()), content=answer.read())
    except urllib.error.URLError as error:
        raise error.reason if isinstance(error.reason, OSError) else error from None
    except http.client.HTTPException as error:
        raise ConnectionError(f"{type(error).__name__}: {error}") from None


@cache
def _opener() -> Any:  # noqa: ANN401 - a module that is imported when it is needed has no types before
    """What opens URLs through the proxies of the environment; redirects and errors are the program's to deal with."""
    import urllib.request  # noqa: PLC0415 - as above

    class AsItComes(urllib.request.HTTPErrorProcessor):
        def http_response(self, request: Any, response: Any) -> Any:  # noqa: ANN401, ARG002 - as the library has it
            return response

        https_response = http_response

    opener = urllib.request.build_opener(AsItComes, urllib.request.HTTPSHandler(context=trusting()))
    opener.addheaders = []
    return opener


def trusting() -> "ssl.SSLContext":
    """Who is believed to be whom he says: as the system has it, and as certifi, since some systems have nothing."""
    import ssl  # noqa: PLC0415 - as above

    context = ssl.create_default_context()
    with suppress(ModuleNotFoundError):
        context.load_verify_locations(import_module("certifi").where())
    return context
