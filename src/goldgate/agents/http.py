"""How does an agent behind a URL perform a case? One request a case; what came of it stands in the response."""

import os
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection, IncompleteRead
from ipaddress import ip_address
from typing import Final
from urllib.parse import SplitResult, urlsplit

from goldgate.agents.accepted import AcceptedAgent
from goldgate.agents.context import Context
from goldgate.agents.http_forms import answered, has_place_for, request_body
from goldgate.agents.named import NamedAgent
from goldgate.agents.raised import exception_step, message_of
from goldgate.differ.canonical import spell
from goldgate.errors import AgentNotLoadable, BadTrace
from goldgate.formats.http import variables_of, with_variables
from goldgate.formats.text import JsonTextError, loads
from goldgate.model.case import CaseView
from goldgate.model.frozen import frozen
from goldgate.model.http import HttpSettings, Placeholder
from goldgate.model.trace import NO_RESPONSE, OverallStatus
from goldgate.model.value import NOT_CAPTURED, Json
from goldgate.model.variant import ResolvedVariant

LONGEST: Final = 64 * 1024 * 1024
"""Bytes that a response may have."""
REPLAY_URL: Final = "goldgate-replay-url"
"""The header by which a service learns below which URL it finds what is recorded for a case."""
_PORTS: Final = {"http": 80, "https": 443}
_SUCCESS: Final = range(200, 300)


def load_http(named: NamedAgent) -> AcceptedAgent:
    """The agent that a URL names. Raises AgentNotLoadable when it may not be asked, or nobody is there."""
    url = _url(named.text)
    host = url.hostname or ""
    if not _is_here(host) and host not in named.http.hosts:
        raise AgentNotLoadable(
            f'{host} is not this machine; if it may be asked, name it: hosts = ["{host}"] under [tool.goldgate.http]'
        )
    agent = HttpAgent(url=url, settings=named.http, headers=_headers(named.http))
    agent.find()
    return AcceptedAgent(agent, takes_skills=has_place_for(Placeholder.SKILLS, agent.settings))


def _url(text: str) -> SplitResult:
    """The URL of an agent, which holds no credentials. Raises AgentNotLoadable."""
    try:
        url = urlsplit(text)
        port = url.port
    except ValueError as error:
        raise AgentNotLoadable(f"no URL: {str(error).lower()}") from None
    if not url.hostname or port == 0:
        raise AgentNotLoadable("a URL names a host, as in http://127.0.0.1:8000/invoke")
    if url.username is not None:
        raise AgentNotLoadable("credentials don't belong into a URL; `headers` can name environment variables")
    return url


def _is_here(host: str) -> bool:
    """Whether a host is this machine, whoever answers for names."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _headers(settings: HttpSettings) -> dict[str, str]:
    """The headers with the values of the environment variables that they name. Raises AgentNotLoadable."""
    named = {name for header in settings.headers.values() for name in variables_of(header)}
    if missing := sorted(named - os.environ.keys()):
        raise AgentNotLoadable(f"the headers need the environment variable {', '.join(missing)}, which is not set")
    given = {name.lower(): with_variables(header, os.environ) for name, header in settings.headers.items()}
    return {"content-type": "application/json", "accept": "application/json, text/plain", **given}


@frozen(kw_only=True)
class HttpAgent:
    """A URL as an agent. Every case is a connection of its own, so that none meets what another left on it."""

    url: SplitResult
    settings: HttpSettings
    headers: dict[str, str]

    def find(self) -> None:
        """See whether somebody is there. Raises AgentNotLoadable."""
        connection = self._connection()
        try:
            connection.connect()
        except OSError as error:
            raise AgentNotLoadable(
                f"nobody answers at {self.url.netloc} ({_told(error)}); start the service before goldgate"
            ) from None
        finally:
            connection.close()

    def __call__(self, case: CaseView, context: Context) -> Json:
        """Ask for the case; that nobody answers, or with an error, is part of the trace. Raises BadTrace."""
        folder = None if context.folder is None else str(context.folder)
        given = ResolvedVariant(name=context.variant, folder=context.adapter, skills=context.skills)
        body = request_body(case, folder=folder, settings=self.settings, variant=given)
        connection = self._connection()
        try:
            connection.request(self.settings.method, self._target(), spell(body).encode(), self._headers_for(context))
            response = connection.getresponse()
            data = _whole(response)
        except (OSError, HTTPException) as error:
            return _fault(context, NO_RESPONSE, _told(error))
        finally:
            connection.close()
        if response.status not in _SUCCESS:
            return _fault(context, f"HTTP_{response.status}", response.reason)
        said = answered(self._read(response, data), settings=self.settings)
        if said.state is not NOT_CAPTURED:
            context.state = said.state
        return said.trace

    def _headers_for(self, context: Context) -> dict[str, str]:
        """To a service on this machine it is said where recorded answers are found."""
        url = context.replay_url if _is_here(self.url.hostname or "") else None
        return self.headers if url is None else {**self.headers, REPLAY_URL: url}

    def _connection(self) -> HTTPConnection:
        kind = HTTPSConnection if self.url.scheme == "https" else HTTPConnection
        return kind(self.url.hostname or "", self.url.port or _PORTS[self.url.scheme])

    def _target(self) -> str:
        return (self.url.path or "/") + (f"?{self.url.query}" if self.url.query else "")

    def _read(self, response: HTTPResponse, data: bytes) -> Json:
        """JSON; or a text, where the response says that it is one and nothing is to be found in it."""
        if len(data) > LONGEST:
            raise BadTrace(f"the response has more than {LONGEST // 1024 // 1024} MiB")
        try:
            text = data.decode()
            is_text = response.headers.get("content-type", "").startswith("text/")
            return text if is_text and self.settings.response is None else loads(text)
        except UnicodeDecodeError as error:
            raise BadTrace(f"the response is not UTF-8 at byte {error.start}") from None
        except JsonTextError as error:
            raise BadTrace(f"the response is no JSON: {error}") from None


def _whole(response: HTTPResponse) -> bytes:
    """The body, at most a byte more than it may have. Raises IncompleteRead when the connection was closed before."""
    data = response.read(LONGEST + 1)
    if response.length and len(data) <= LONGEST:
        raise IncompleteRead(data)
    return data


def _fault(context: Context, code: str, message: str) -> Json:
    context.recorder.add(exception_step(code, message))
    context.status = OverallStatus.ERROR
    return {}


def _told(error: OSError | HTTPException) -> str:
    """Why there is no response; in which of several ways a connection was closed depends on the moment."""
    match error:
        case ConnectionRefusedError():
            return error.strerror or message_of(error)
        case ConnectionError() | IncompleteRead():
            return "the connection was closed"
        case OSError(strerror=str() as why):
            return why
    return "the response is no HTTP"
