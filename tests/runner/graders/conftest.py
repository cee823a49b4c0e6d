from decimal import Decimal

import pytest

from goldgate.judge.questions import question_of
from goldgate.model.grading import Question
from goldgate.model.rubric import Criterion, Layout, Rubric
from goldgate.model.trace import Trace

RUBRIC = Rubric(layout=Layout.DIMENSIONS, criteria=(Criterion(name="tone", weight=Decimal(1)),))


@pytest.fixture
def question() -> Question:
    return question_of("When?", {"default": Trace(answer="Monday")}, rubric=RUBRIC, case="0f", trial=1)
