"""Which configurations of the agent does a run measure, and what may be chosen by its results?"""

from collections.abc import Mapping, Sequence

from goldgate.commands.project import Project
from goldgate.errors import UsageError
from goldgate.formats.selector import variant_named
from goldgate.model.case import Split
from goldgate.model.plan import DEFAULT_VARIANT
from goldgate.model.result import RunHeader
from goldgate.model.variant import Variant
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


def require_default(header: RunHeader) -> None:
    """Raise UsageError for a run that no baseline says anything of."""
    if header.variants != (DEFAULT_VARIANT,):
        measured = ", ".join(header.variants)
        raise UsageError(
            f"the run {header.run} measured the variants {measured}; a baseline is that of the default variant alone: "
            "goldgate run, without --variant, or name an older run with --run; "
            f"goldgate report {header.run} tells of this one"
        )


def looked_at(header: RunHeader) -> Mapping[str, int]:
    """How many cases of each split a run looked at."""
    splits = dict.fromkeys(Split, 0)
    for suite in header.suites.values():
        for name, cases in suite.splits.items():
            splits[Split(name)] += cases
    return {split.value: cases for split, cases in splits.items() if cases}
