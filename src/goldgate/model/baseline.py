"""What was accepted? The outcome of each case, as a reviewer sees it in the committed file."""

from collections.abc import Mapping
from typing import Final

import attrs

from goldgate.model.case_key import composed
from goldgate.model.frozen import frozen
from goldgate.model.judgement import Verdict
from goldgate.model.plan import DEFAULT_VARIANT
from goldgate.model.sampling import Counts
from goldgate.model.value import NOT_CAPTURED, Json, NotCaptured

VARIANT_MARK: Final = "@"
"""Stands in the name of a baseline between the suite and the variant of the agent; no suite has it in its name."""


def baseline_name(suite: str, variant: str = DEFAULT_VARIANT) -> str:
    """`files`, and `files@lean` for another variant than the default one: what the file is called, less its end."""
    return suite if variant == DEFAULT_VARIANT else f"{suite}{VARIANT_MARK}{composed(variant)}"


def named_by(baseline: str) -> tuple[str, str | None]:
    """The suite and the variant of the name of a baseline; None for the default one."""
    suite, mark, variant = baseline.partition(VARIANT_MARK)
    return suite, variant if mark else None


@frozen(kw_only=True)
class Outcome:
    """The allow-listed, redacted, bounded fields of a trace: what the gate compares.

    `steps` are in the spelling of the baseline file (defaults left out, long values as `{"$digest", "size"}`,
    arguments that were not captured as `{"$not_captured": true}`); `status` is None where the settings leave it out.
    """

    steps: tuple[dict[str, Json], ...] = ()
    answer: Json | NotCaptured = NOT_CAPTURED
    status: str | None = None


@frozen(kw_only=True)
class BaselineLine:
    """The accepted (or observed) outcome of one case.

    `case` is the digest of the case definition, `failed` the names of the failed checks (sorted, without repeats),
    `note` the reason that was given when a change was accepted; it takes no part in comparisons.
    In a sampled suite `trials` counts how often the case was solved, `verdict` says whether that was every time, and
    there is no more: what a single trial did is chance.
    """

    id: str
    verdict: Verdict
    case: str
    outcome: Outcome = Outcome()
    failed: tuple[str, ...] = ()
    trials: Counts | None = None
    note: str | None = attrs.field(default=None, eq=False)


@frozen(kw_only=True)
class Baseline:
    """All accepted outcomes of a suite, sorted by the UTF-8 bytes of the id.

    `outcome` is the digest of the settings that shaped them. `judge` says who judged, and by which rubrics, where cases
    expect one: dotted key → digest.
    """

    outcome: str
    lines: tuple[BaselineLine, ...] = ()
    judge: Mapping[str, str] = attrs.field(factory=dict)
