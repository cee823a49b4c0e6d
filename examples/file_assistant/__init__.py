"""A file assistant that understands English and Korean by rules: the agent of the suite `files`.

`agent` is what goldgate runs. The parts work without goldgate running, too: they are plain objects.
"""

from examples.file_assistant.executor import Executor
from examples.file_assistant.extractor import TaskExtractor
from examples.file_assistant.planner import Planner
from goldgate import PlannerExecutor

agent = PlannerExecutor(Planner(TaskExtractor()), Executor())
