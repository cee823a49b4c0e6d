"""Who scores answers by a rubric, what is that judge asked, and what does it answer?

A question holds no more than a judge may know: not what else is expected of the case, not which variant of the agent
an answer came from, and nothing of the baseline.
"""

from collections.abc import Mapping
from decimal import Decimal
from enum import StrEnum
from typing import Final

import attrs

from goldgate.model.frozen import frozen
from goldgate.model.judgement import Fault
from goldgate.model.rubric import Rubric, Scale
from goldgate.model.trace import Usage
from goldgate.model.value import Json

RUBRIC: Final = "rubric"
"""The check that an answer reaches the threshold of its rubric."""
NOT_JUDGED: Final = "NOT_JUDGED"
"""The fault of a trial that a rubric is to be applied to, and no judge was asked."""
UNJUDGED: Final = Fault(code=NOT_JUDGED, message="the case expects a rubric, and no judge was asked")
JUDGE_FAILED: Final = "JUDGE_FAILED"
"""The fault of a trial that a judge was asked about, and no answer of it can be used."""


class JudgeKind(StrEnum):
    """How a judge is reached."""

    CALLABLE = "callable"
    """A Python function, in a process of its own."""
    COMMAND = "command"
    """A program, started for each question, with the prompt on its stdin."""
    ENDPOINT = "endpoint"
    """A model behind the chat completions of an OpenAI-compatible API."""


@frozen(kw_only=True)
class JudgeIdentity:
    """Who judged, and by what; scores can be compared where this is the same.

    `prompt` is the digest of what goldgate itself says to the judge, `made_of` that of the judge's own files and
    parameters, `rubrics` maps the rubrics, as cases name them, to their digests.
    """

    kind: JudgeKind
    name: str
    prompt: str
    made_of: str
    model: str | None = None
    rubrics: Mapping[str, str] = attrs.field(factory=dict)


@frozen(kw_only=True)
class Question:
    """One thing to ask a judge: `document` is what it may know, `prompt` the same in words, of which `digest` is.

    `labels` maps the letter of each condition to the variant that it stands for, which only goldgate knows.
    """

    labels: Mapping[str, str]
    rubric: Rubric
    document: Mapping[str, Json]
    prompt: str
    digest: str


@frozen(kw_only=True)
class Reply:
    """What came back when a judge was asked once: a text, or why there is none."""

    text: str | None = None
    fault: str | None = None
    usage: Usage = Usage()


@frozen(kw_only=True)
class Marks:
    """What a judge gave one condition: a score for each criterion, and in its own words why."""

    scores: Mapping[str, Decimal]
    explanation: str | None = None


@frozen(kw_only=True)
class Judged:
    """One question, and all that came back: a line of `judgements.jsonl`.

    `conditions` maps letters to variants, `rubric` is the name that the case gives it, `replies` are in the order in
    which they came. Of `marks` (letter → marks) and `fault` exactly one is there.
    """

    suite: str
    id: str
    trial: int
    rubric: str
    conditions: Mapping[str, str]
    prompt: str
    replies: tuple[Reply, ...]
    marks: Mapping[str, Marks] | None = None
    fault: Fault | None = None

    @property
    def key(self) -> tuple[str, str, int]:
        """Suite, id and trial: what was asked about in one question."""
        return (self.suite, self.id, self.trial)


@frozen(kw_only=True)
class Scored:
    """What the marks of one trial come to under its rubric, and in the judge's own words why."""

    rubric: str
    criteria: Mapping[str, Decimal]
    weighted: Decimal
    scale: Scale
    explanation: str | None = None


@frozen(kw_only=True)
class JudgeUse:
    """What asking the judge took, apart from what the agent took. Unknown is None, never 0.

    `cost_usd` is the known part, `total_cost_usd` all of it, None where the cost of a call is unknown.
    """

    questions: int
    calls: int
    failed: int
    input_tokens: int | None
    output_tokens: int | None
    cost_usd: float | None
    total_cost_usd: float | None
    unknown_cost: int
