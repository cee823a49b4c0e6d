"""Which place in the outside world does a path of the endpoint stand for, and what do programs call that path?

`/TRIAL/openai/v1/…` and `/TRIAL/anthropic/v1/…` stand for these model APIs, `/TRIAL/https/HOST/…` for anything else.
"""

from collections.abc import Mapping
from typing import Final, Self
from urllib.parse import urljoin, urlsplit

from goldgate.model.frozen import frozen

NOW: Final = "now"
"""In the place of a trial's number: the one that is under way."""
REPLAY_URL: Final = "GOLDGATE_REPLAY_URL"
"""The variable with the path of the trial, below which all others are."""

_VERSION: Final = "v1"
_SCHEMES: Final = ("https", "http")


@frozen(kw_only=True)
class Provider:
    """A model API whose SDKs look for it, and for a key, in the environment.

    `base` is where it is when nothing is found there. `path` is what they append the paths of their calls to; some have
    the version in it, some in those paths.
    """

    variable: str
    key: str
    base: str
    path: str


PROVIDERS: Final[Mapping[str, Provider]] = {
    "openai": Provider(
        variable="OPENAI_BASE_URL", key="OPENAI_API_KEY", base="https://api.openai.com/v1", path="/openai/v1"
    ),
    "anthropic": Provider(
        variable="ANTHROPIC_BASE_URL", key="ANTHROPIC_API_KEY", base="https://api.anthropic.com", path="/anthropic"
    ),
}


def provider_variables(environ: Mapping[str, str]) -> dict[str, str]:
    """The variables that say where the model APIs are, as far as there are any."""
    return {
        provider.variable: environ[provider.variable]
        for provider in PROVIDERS.values()
        if environ.get(provider.variable)
    }


@frozen
class NoSuchPlace(Exception):
    """A path stands for nothing."""

    target: str

    def __str__(self) -> str:
        named = ", ".join(f"/TRIAL/{name}/{_VERSION}/…" for name in PROVIDERS)
        return f"{self.target} stands for nothing; paths are {named}, /TRIAL/https/HOST/… and /TRIAL/http/HOST/…"


def trial_and_place(target: str) -> tuple[str, str]:
    """What a request names: a trial, and a place with its query. Raises NoSuchPlace."""
    _, slash, rest = target.partition("/")
    trial, _, place = rest.partition("/")
    if not slash or not (trial == NOW or trial.isdecimal()) or not place:
        raise NoSuchPlace(target)
    return trial, place


@frozen
class Places:
    """What places stand for; `bases` are the URLs of the model APIs, with their version."""

    bases: Mapping[str, str]

    @classmethod
    def of(cls, environ: Mapping[str, str]) -> Self:
        """Those that an environment names."""
        return cls({name: _base(provider, environ.get(provider.variable)) for name, provider in PROVIDERS.items()})

    def url(self, place: str) -> str:
        """The URL behind a place. Raises NoSuchPlace."""
        first, _, rest = place.partition("/")
        if first in self.bases:
            return f"{self.bases[first]}/{rest.removeprefix(f'{_VERSION}/')}"
        host, slash, path = rest.partition("/")
        if first not in _SCHEMES or not host:
            raise NoSuchPlace(f"/{place}")
        return f"{first}://{host}{slash}{path}"


def _base(provider: Provider, said: str | None) -> str:
    base = (said or provider.base).rstrip("/")
    return base if provider.path.endswith(_VERSION) or base.endswith(f"/{_VERSION}") else f"{base}/{_VERSION}"


def redirected(location: str, *, url: str, trial: str) -> str:
    """Where a program goes that was sent elsewhere by the answer from a URL: the place that stands for it."""
    parts = urlsplit(urljoin(url, location))
    if parts.scheme not in _SCHEMES:
        return location
    query = f"?{parts.query}" if parts.query else ""
    return f"/{trial}/{parts.scheme}/{parts.netloc}{parts.path}{query}"


def variables(root: str, trial: str) -> dict[str, str]:
    """How programs find the places of a trial in their environment; `root` is the URL of the endpoint."""
    base = f"{root}/{trial}"
    return {REPLAY_URL: base, **{provider.variable: f"{base}{provider.path}" for provider in PROVIDERS.values()}}
