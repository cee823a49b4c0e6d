"""What was seen of a trial beside what is judged? Where it raised, what it printed, which stubs nobody asked."""

from typing import Final

from goldgate.model.frozen import frozen


@frozen(kw_only=True)
class Detail:
    """For people who look for the reason. None of it is judged, compared or part of a baseline: it changes with edits.

    `raised` says where in the agent's code exceptions were raised, `ValueError at agent.py:42 in plan`;
    `idle_stubs` are the stubs of the case's world, counted from 0, that answered no call;
    `bypassed` are the tools that have stubs, and were called without asking the world;
    `printed` is the end of what the agent printed;
    `handed_skills` are the names of the skills that the agent was handed, `opened_skills` those of which the
    `SKILL.md` was opened in the agent's process, or named to a program that it started.
    """

    raised: tuple[str, ...] = ()
    idle_stubs: tuple[int, ...] = ()
    bypassed: tuple[str, ...] = ()
    printed: str = ""
    handed_skills: tuple[str, ...] = ()
    opened_skills: tuple[str, ...] = ()


NO_DETAIL: Final = Detail()
