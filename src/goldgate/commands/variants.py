"""Which configurations of the agent does a run measure, and what may be chosen by its results?"""

import shlex
from collections.abc import Mapping, Sequence

from goldgate.commands.project import Project
from goldgate.differ.listing import listed
from goldgate.differ.nearest import unknown
from goldgate.errors import UsageError
from goldgate.formats.ids import folded
from goldgate.formats.selector import is_selector, variant_named
from goldgate.model.case import Split
from goldgate.model.plan import DEFAULT_VARIANT
from goldgate.model.result import RunHeader
from goldgate.model.variant import Variant, variant_option
from goldgate.store.suite_files import variant_fault
from goldgate.suite.select import Suites

_NOT_BY_TEST = (
    "nothing is chosen by its results on the test split: chance has a part in every result, so the best of several "
    "looks better than it is, and no cases would be left that tell how good it really is; "
    "choose by validation, and look at test once, when the choice is made"
)


def variants_of(project: Project, named: Sequence[str], *, begun: RunHeader | None) -> tuple[Variant, ...]:
    """The variants of a run: those that it began with, those that were named, else the default one.

    Raises UsageError for unknown names, and where a run that goes on is to measure others.
    """
    if begun is not None and named:
        raise UsageError("--resume goes on with the variants that the interrupted run measured; leave --variant out")
    texts = begun.variants if begun is not None else named or (DEFAULT_VARIANT,)
    return tuple(variant_named(text, project.settings.variants) for text in dict.fromkeys(texts))


def require_choosable(split: Split | None, variants: Sequence[str]) -> None:
    """Raise UsageError where a choice by the results of a split would mean nothing."""
    if split is Split.TEST:
        raise UsageError(f"--select-by test: {_NOT_BY_TEST}")
    if split is not None and len({*variants}) < 2:  # noqa: PLR2004 - of one there is nothing to choose
        raise UsageError(f"--select-by {split} chooses between variants; name at least two: --variant NAME")


def require_split(split: Split | None, selected: Suites) -> None:
    """Raise UsageError where no selected case belongs to the split."""
    if split is not None and not any(case.split is split for cases in selected.values() for case in cases):
        raise UsageError(f'--select-by {split}: no selected case has "split": "{split}"')


def held_variant(project: Project, header: RunHeader, named: str | None) -> str:
    """The variant of a run that is held against its baselines: the one that is named, else the default one.

    Raises UsageError for one that the run did not measure, and as `require_own_baselines`.
    """
    variant = DEFAULT_VARIANT if named is None else named
    if variant not in header.variants:
        measured = f"the run {header.run} measured {listed(header.variants)}, and not {variant}"
        if named is None:
            choice = header.variants[0] if len(header.variants) == 1 else "NAME"
            raise UsageError(
                f"{measured}: hold it against baselines of its own with --variant {shlex.quote(choice)}, "
                "make a run of the default variant (goldgate run), or name an older one with --run"
            )
        again = f"goldgate run{variant_option(variant)}"
        raise UsageError(f"{measured}: make a run of that ({again}), or name an older one with --run")
    require_own_baselines(project, variant)
    return variant


def require_own_baselines(project: Project, variant: str) -> None:
    """Raise UsageError for a variant that can't have baselines of its own: those that the settings name have."""
    if variant == DEFAULT_VARIANT:
        return
    names = project.settings.variants
    if variant not in names:
        remedy = (
            f'name it there, such as NAME = "{variant}"'
            if is_selector(variant)
            else unknown("variant", variant, [*names, DEFAULT_VARIANT])
        )
        raise UsageError(f"only variants that [variants] of the settings names have baselines of their own: {remedy}")
    if fault := variant_fault(variant):
        raise UsageError(f"{fault}; give it another name in the settings")
    if other := next((name for name in names if name != variant and folded(name) == folded(variant)), None):
        raise UsageError(f"some disks take the baselines of variant {variant!r} for those of {other!r}; rename one")


def looked_at(header: RunHeader) -> Mapping[str, int]:
    """How many cases of each split a run looked at."""
    splits = dict.fromkeys(Split, 0)
    for suite in header.suites.values():
        for name, cases in suite.splits.items():
            splits[Split(name)] += cases
    return {split.value: cases for split, cases in splits.items() if cases}
