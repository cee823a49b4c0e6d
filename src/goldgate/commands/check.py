"""`goldgate check`: is anything worse? Run and compare in one go."""

import datetime as dt

from goldgate.commands.answer import Answer
from goldgate.commands.compare import answer_of
from goldgate.commands.holding import hold
from goldgate.commands.project import Project
from goldgate.commands.replay import Watch, replay
from goldgate.suite.select import Selection


def check(
    *,
    project: Project,
    selection: Selection,
    last_failed: bool,
    in_process: bool,
    every: bool,
    today: dt.date,
    watch: Watch,
) -> Answer:
    """Run the selected cases and hold them against the baselines; writes nothing that is committed."""
    replayed = replay(
        project=project, selection=selection, last_failed=last_failed, in_process=in_process, today=today, watch=watch
    )
    held = hold(project, replayed.run, today=today, every=every)
    return answer_of(held, every=every, guards_off=replayed.guards_off)
