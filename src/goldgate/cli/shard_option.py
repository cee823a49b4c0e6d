"""How does `--shard 2/5` come in from the command line?"""

import functools
from collections.abc import Callable
from typing import Any

import attrs
import click

from goldgate.model.shard import Shard, shard_named
from goldgate.suite.select import Selection


class ShardName(click.ParamType[Shard]):
    """The second of five: 2/5."""

    name = "I/N"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Shard:  # noqa: ANN401 - click's signature
        """Read a shard."""
        try:
            return shard_named(value)
        except ValueError as error:
            self.fail(str(error), param, ctx)


def shard_option(function: Callable[..., int]) -> Callable[..., int]:
    """`--shard I/N`, which narrows what `selection_options` takes in further; stands below these."""

    @functools.wraps(function)
    def command(*, selection: Selection, shard: Shard | None, **others: object) -> int:
        return function(selection=attrs.evolve(selection, shard=shard), **others)

    return click.option("--shard", type=ShardName(), default=None, help="Only part I of N of the selected cases.")(
        command
    )
