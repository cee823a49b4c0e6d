"""What happens while a run goes on? Events, for whoever shows progress."""

from typing import Final

from goldgate.model.frozen import frozen

TRIALS: Final = "trials"
QUESTIONS: Final = "questions to the judge"


@frozen(kw_only=True)
class TrialsFinished:
    """Some more trials have results, or a judge has answered some more `questions`: by now `done` of `total`."""

    done: int
    total: int
    what: str = TRIALS
