"""Which configuration of the agent is measured? None, a version of its adapter, or a folder."""

import shlex
from enum import StrEnum
from pathlib import Path
from typing import Final

import attrs

from goldgate.model.frozen import frozen
from goldgate.model.plan import DEFAULT_VARIANT


class SelectorKind(StrEnum):
    """What a selector picks."""

    NONE = "none"
    """No adapter at all."""
    ROOT = "root"
    """The first version: the tag `root` of the adapter's repository, else its first commit."""
    FINAL = "final"
    """The tag `final`, else the adapter as it is now."""
    GIT = "git"
    """A tag or commit of the adapter's repository."""
    DIR = "dir"
    """A folder."""


VALUED: Final = (SelectorKind.GIT, SelectorKind.DIR)
"""The kinds that say which one."""


@frozen(kw_only=True)
class Selector:
    """What an agent is to be given. `value` is the revision of `git`, the path of `dir`, and otherwise empty."""

    kind: SelectorKind
    value: str = ""

    def __str__(self) -> str:
        """As it is written: `none`, `root`, `final`, `git:REV`, `dir:PATH`."""
        return f"{self.kind}:{self.value}" if self.kind in VALUED else self.kind.value


@frozen(kw_only=True)
class VariantSettings:
    """`[tool.goldgate.variants]`: what one name stands for; `sampled` None means: as the suite says."""

    selector: Selector
    sampled: bool | None = None


@frozen(kw_only=True)
class Skill:
    """A folder with a `SKILL.md` that an agent is handed. `digest` is that of its content, by which it is known."""

    name: str
    folder: Path = attrs.field(default=Path(), eq=False)
    digest: str = ""


@frozen(kw_only=True)
class Variant:
    """A configuration with its name; None as the selector: whatever the settings name as `adapter`, as it is now.

    `skills` are what it is handed beside that.
    """

    name: str = DEFAULT_VARIANT
    selector: Selector | None = None
    skills: tuple[Skill, ...] = ()


@frozen(kw_only=True)
class ResolvedVariant:
    """What a variant came to.

    `selector` is its text, empty for the agent as the settings have it. `commit` is set where git has exactly this
    version, `digest` is that of the content of the folder, and `folder` is what the agent is given: absolute, None for
    no adapter at all.
    """

    name: str = DEFAULT_VARIANT
    selector: str = ""
    commit: str | None = None
    digest: str | None = None
    folder: Path | None = None
    skills: tuple[Skill, ...] = ()


PLAIN: Final = ResolvedVariant()
"""An agent that is given nothing."""


def variant_option(name: str) -> str:
    """` --variant lean`, for the end of a command that is to be about a variant; nothing for the default one."""
    return "" if name == DEFAULT_VARIANT else f" --variant {shlex.quote(name)}"
