"""An assistant for files, mail and calendar whose tool is chosen by a small model: the agent of the suite `planner`.

`agent` is what goldgate runs. The model's answers are recorded, so the gate needs none.
"""

from examples.local_planner.executor import Executor
from examples.local_planner.planner import Planner
from goldgate import PlannerExecutor

agent = PlannerExecutor(Planner(), Executor())
