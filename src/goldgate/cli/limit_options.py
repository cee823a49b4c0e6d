"""Which options say what a run may take?"""

import functools
from collections.abc import Callable
from decimal import Decimal
from typing import Final

import click

from goldgate.cli.exact_number import ExactNumber
from goldgate.config import Layer
from goldgate.model.limits import Unmetered
from goldgate.model.value import Json

_ALLOW: Final = "--allow-unmetered"


def limit_options(function: Callable[..., int]) -> Callable[..., int]:
    """`--limit-usd`, `--limit-tokens`, `--limit-minutes`, `--allow-unmetered`.

    The command is given `limits`, the layers of settings that these make.
    """

    @functools.wraps(function)
    def command(
        *,
        limit_usd: Decimal | None,
        limit_tokens: int | None,
        limit_minutes: Decimal | None,
        allow_unmetered: bool,
        **others: object,
    ) -> int:
        given = {"usd": limit_usd, "tokens": limit_tokens, "minutes": limit_minutes}
        layers = [_layer(f"--limit-{key}", key, value) for key, value in given.items() if value is not None]
        if allow_unmetered:
            layers.append(_layer(_ALLOW, "unmetered", Unmetered.ALLOW.value))
        return function(limits=layers, **others)

    for option in (
        click.option(_ALLOW, is_flag=True, help="Let agents and judges run that don't tell what a call took."),
        click.option(
            "--limit-minutes", type=ExactNumber(), metavar="N", help="Stop when the run took so many minutes."
        ),
        click.option("--limit-tokens", type=int, metavar="N", help="Stop when so many tokens are used."),
        click.option("--limit-usd", type=ExactNumber(), metavar="N", help="Stop when so many dollars are spent."),
    ):
        command = option(command)
    return command


def _layer(name: str, key: str, value: Decimal | int | str) -> Layer:
    limits: dict[str, Json] = {key: value}  # type: ignore[dict-item]  # a decimal is one of TOML, too
    return Layer(name=name, values={"limits": limits})
