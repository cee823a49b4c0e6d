"""What does a secret look like? Keys, tokens and passwords by their form, and accounts and single calls by their ids.

Every look has a mark, a plain piece of text without which it can't be there: most texts hold none of them, and asking
for a mark costs a hundredth of what its pattern costs. Patterns stay texts, which `re` compiles when they are first
needed: to compile them all takes longer than to load the rest of goldgate's own code.
"""

import re
from typing import Final

from goldgate.model.frozen import frozen

REDACTED: Final = "REDACTED"
"""Stands for what was taken out; fits no look."""


@frozen
class Look:
    """`what` names it for people; `pattern` is what is replaced by `by` (a template of `re.sub`)."""

    what: str
    mark: str
    pattern: str
    by: str


def _keys(*prefixes: str) -> list[Look]:
    """Random texts behind a prefix that says whose they are (`sk-…`), and no words joined by hyphens (`sk-learn-…`)."""
    looks_random = r"(?=[A-Za-z_-]*\d)(?=[a-z0-9_-]*(?:[A-Z]|[a-z0-9]{24}))[A-Za-z0-9_-]{20,}"
    return [Look("an API key", prefix, _after(prefix, looks_random), f"{prefix}{REDACTED}") for prefix in prefixes]


def _ids(what: str, *prefixes: str) -> list[Look]:
    """Random texts behind a prefix that says what they stand for: `org-…`, `req_…`."""
    looks_random = r"(?=[A-Za-z]*\d)[A-Za-z0-9]{16,}(?![A-Za-z0-9_-])"
    return [Look(what, prefix, _after(prefix, looks_random), f"{prefix}{REDACTED}") for prefix in prefixes]


def _after(prefix: str, pattern: str) -> str:
    r"""A pattern behind a prefix with which a word begins, also one right after an escape such as `\n` in a JSON text.

    The prefix stands first: a pattern that begins with plain text is looked for fastest.
    """
    begins = rf"(?:(?<![A-Za-z0-9_-]{prefix})|(?<=\\[bfnrt]{prefix})|(?<=\\u[0-9A-Fa-f]{{4}}{prefix}))"
    return f"{prefix}{begins}{pattern}"


def _authorizations(*schemes: str) -> list[Look]:
    """What stands behind the word in an Authorization header, wherever that is quoted."""
    return [
        Look(
            "an authorization",
            f"{scheme} ",
            rf"{scheme} +(?=[A-Za-z._~+/-]*[0-9=])[A-Za-z0-9._~+/-]{{16,}}=*",
            f"{scheme} {REDACTED}",
        )
        for scheme in schemes
    ]


def _parameters(*names: str) -> list[Look]:
    """What proves who asks in the query of a URL, wherever that is quoted."""
    return [
        Look(
            "a parameter of a URL that proves who asks",
            f"{name}=",
            rf"(?<=[?&]{re.escape(name)}=)(?!{REDACTED})[^&\s\"'<>\\]+",
            REDACTED,
        )
        for name in names
    ]


LOOKS: Final = (
    *_keys(
        *("sk-", "csk-", "gsk_", "hf_", "nvapi-", "pplx-", "r8_", "tvly-", "xai-", "lsv2_"),
        *("sk_live_", "sk_test_", "rk_live_", "rk_test_"),
        *("ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_", "glpat-", "xoxa-", "xoxb-", "xoxp-", "xoxs-"),
    ),
    *_ids("the id of an account", "org-", "org_", "proj_", "user-"),
    *_ids("the id of a call", "req_"),
    *_parameters("access_token", "api_key", "apikey", "client_secret", "sig", "Signature"),
    *_parameters(
        "X-Amz-Credential", "X-Amz-Security-Token", "X-Amz-Signature", "X-Goog-Credential", "X-Goog-Signature"
    ),
    *_authorizations("Bearer", "bearer", "Basic", "basic"),
    Look("a key of Google", "AIza", _after("AIza", "[A-Za-z0-9_-]{35}"), REDACTED),
    Look("a token of Google", "ya29.", r"ya29\.[A-Za-z0-9._-]{20,}", REDACTED),
    *(
        Look("a key of AWS", start, _after(start, "[A-Z0-9]{16}(?![A-Za-z0-9+/=_-])"), REDACTED)
        for start in ("AKIA", "ASIA")
    ),
    Look(
        "the number of an account",
        "arn:aws",
        r"(arn:aws[a-z-]*:[a-z0-9-]*:[a-z0-9-]*:)\d{12}(?=:)",
        r"\g<1>ACCOUNT",
    ),
    Look(
        "a signed token",
        "eyJ",
        _after("eyJ", r"[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}"),
        REDACTED,
    ),
    Look(
        "a private key",
        "-----BEGIN ",
        r"(?s)-----BEGIN [A-Z ]*PRIVATE KEY-----.*?-----END [A-Z ]*PRIVATE KEY-----",
        f"PRIVATE KEY {REDACTED}",
    ),
    Look(
        "a password in a URL",
        "://",
        r"""://[^\s/:@"'<>\\]+:[^\s/:@"'<>\\]+(?=@)""",
        f"://{REDACTED}",
    ),
    Look(
        "the address of a Slack webhook",
        "hooks.slack.com/services/",
        r"hooks\.slack\.com/services/[A-Z][A-Za-z0-9/]{20,}",
        f"hooks.slack.com/services/{REDACTED}",
    ),
)

_FIELDS: Final = (
    "(?:proxy[-_]?)?authorization(?:[-_]?token)?|(?:x[-_]?)?(?:goog[-_]?)?api[-_]?key|(?:set[-_]?)?cookie"
    "|(?:access|refresh|id|session|auth)[-_]?token|client[-_]?secret|(?:aws[-_]?)?secret[-_]?access[-_]?key"
    "|private[-_]?key"
)
_FIELD_MARKS: Final = (
    *("authorization", "apikey", "cookie", "clientsecret", "secretaccesskey", "privatekey"),
    *("accesstoken", "refreshtoken", "idtoken", "sessiontoken", "authtoken"),
)
"""In lower case, without `-` and `_`."""
_LOGIN_FIELDS: Final = "password|passwd|pwd|passphrase|secret|token|otp|assertion"

FIELD_IN_TEXT: Final = Look(
    "the value of a field that holds secrets",
    '"',
    rf"""(?xi)
        (?<!\\) (?P<head> (?P<quote>\\*") (?:{_FIELDS}) (?P=quote) \s*:\s* (?P=quote))
        (?!{REDACTED}) (?:(?!(?P=quote)).|(?<=\\)(?P=quote))+ (?P<tail>(?<!\\)(?P=quote))
    """,
    rf"\g<head>{REDACTED}\g<tail>",
)
"""JSON inside a text: `"api_key": "…"`, its quotes escaped any number of times."""


def has_field_mark(text: str) -> bool:
    """Whether a text may name a field that holds secrets."""
    squeezed = text.lower().replace("_", "").replace("-", "")
    return any(mark in squeezed for mark in _FIELD_MARKS)


def is_secret_field(name: str, *, login: bool) -> bool:
    """Whether a text under this name is a secret.

    `login` adds words that mean one where somebody logs in, and something else in what a model is asked and answers.
    """
    named = (_FIELDS, _LOGIN_FIELDS) if login else (_FIELDS,)
    return any(re.fullmatch(fields, name, re.IGNORECASE) for fields in named)
