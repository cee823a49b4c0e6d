"""What does a skill's own `evals/evals.json` ask, and what does it expect?"""

from goldgate.model.frozen import frozen


@frozen(kw_only=True)
class SkillEval:
    """One prompt, and the sentences that are to hold for what comes of it.

    `expected_output` describes the whole in words, `files` are paths that the agent finds, below the skill's folder.
    """

    id: int | str
    prompt: str
    expected_output: str | None = None
    files: tuple[str, ...] = ()
    expectations: tuple[str, ...] = ()

    @property
    def case_id(self) -> str:
        """The id of its golden case: `eval-1` for a number, a text as it is."""
        return f"eval-{self.id}" if isinstance(self.id, int) else self.id


@frozen(kw_only=True)
class SkillEvals:
    """All of them, in their order; `strangers` are keys that say nothing to goldgate."""

    skill_name: str
    evals: tuple[SkillEval, ...]
    strangers: tuple[str, ...] = ()
