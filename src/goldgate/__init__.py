"""goldgate: a regression gate for LLM agents.

Golden cases are replayed against an agent, every step is compared with a committed baseline, an exit code says whether
anything is worse. What is exported here is imported when it is first used, so that an agent which only records its
tools with `@goldgate.tool` pays for nothing else.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from goldgate.agents.context import Context, ToolError
    from goldgate.agents.frameworks import run_agent
    from goldgate.agents.planned import PlannerExecutor
    from goldgate.agents.protocols import Agent, Executor, Planner
    from goldgate.agents.recorded import recorded
    from goldgate.agents.recording import tool, trace
    from goldgate.api import (
        compare,
        decide,
        judge_trace,
        promote,
        read_baseline,
        read_golden,
        read_rubric,
        run,
        score,
        write_baseline,
    )
    from goldgate.errors import GoldgateError, Problem
    from goldgate.exit_codes import ExitCode
    from goldgate.gate.promotion import Promotion
    from goldgate.gate.update_request import UpdateRequest
    from goldgate.model.baseline import Baseline, BaselineLine, Outcome
    from goldgate.model.case import (
        ArgsMatch,
        Case,
        CaseView,
        Expectation,
        ExpectedAnswer,
        ExpectedGroup,
        ExpectedRubric,
        ExpectedStep,
        Limits,
        Match,
        Split,
        Stub,
        Turn,
        World,
        WorldFile,
    )
    from goldgate.model.comparison import CaseClass, CaseComparison, Comparison, Decision, Divergence, Severity
    from goldgate.model.judgement import Check, Fault, Judgement, Verdict
    from goldgate.model.known_failure import KnownFailure
    from goldgate.model.result import Result, Run
    from goldgate.model.rubric import (
        Arm,
        ArmScores,
        BlockingFinding,
        CaseScores,
        Criterion,
        GateRule,
        Layout,
        Rubric,
        RubricGate,
        Scale,
        ScoreSummary,
    )
    from goldgate.model.settings import OutcomeField, OutcomeSettings, Redaction, Settings, Stale, Store
    from goldgate.model.trace import OverallStatus, PlannedStep, Step, StepStatus, Trace, Usage
    from goldgate.model.value import NOT_CAPTURED

__version__ = "0.1.0"

__all__ = [
    "NOT_CAPTURED",
    "Agent",
    "ArgsMatch",
    "Arm",
    "ArmScores",
    "Baseline",
    "BaselineLine",
    "BlockingFinding",
    "Case",
    "CaseClass",
    "CaseComparison",
    "CaseScores",
    "CaseView",
    "Check",
    "Comparison",
    "Context",
    "Criterion",
    "Decision",
    "Divergence",
    "Executor",
    "ExitCode",
    "Expectation",
    "ExpectedAnswer",
    "ExpectedGroup",
    "ExpectedRubric",
    "ExpectedStep",
    "Fault",
    "GateRule",
    "GoldgateError",
    "Judgement",
    "KnownFailure",
    "Layout",
    "Limits",
    "Match",
    "Outcome",
    "OutcomeField",
    "OutcomeSettings",
    "OverallStatus",
    "PlannedStep",
    "Planner",
    "PlannerExecutor",
    "Problem",
    "Promotion",
    "Redaction",
    "Result",
    "Rubric",
    "RubricGate",
    "Run",
    "Scale",
    "ScoreSummary",
    "Settings",
    "Severity",
    "Split",
    "Stale",
    "Step",
    "StepStatus",
    "Store",
    "Stub",
    "ToolError",
    "Trace",
    "Turn",
    "UpdateRequest",
    "Usage",
    "Verdict",
    "World",
    "WorldFile",
    "__version__",
    "compare",
    "decide",
    "judge_trace",
    "promote",
    "read_baseline",
    "read_golden",
    "read_rubric",
    "recorded",
    "run",
    "run_agent",
    "score",
    "tool",
    "trace",
    "write_baseline",
]

_HOMES: Final = {
    "goldgate.agents.context": ("Context", "ToolError"),
    "goldgate.agents.frameworks": ("run_agent",),
    "goldgate.agents.planned": ("PlannerExecutor",),
    "goldgate.agents.protocols": ("Agent", "Executor", "Planner"),
    "goldgate.agents.recorded": ("recorded",),
    "goldgate.agents.recording": ("tool", "trace"),
    "goldgate.api": (
        "compare",
        "decide",
        "judge_trace",
        "promote",
        "read_baseline",
        "read_golden",
        "read_rubric",
        "run",
        "score",
        "write_baseline",
    ),
    "goldgate.errors": ("GoldgateError", "Problem"),
    "goldgate.exit_codes": ("ExitCode",),
    "goldgate.gate.promotion": ("Promotion",),
    "goldgate.gate.update_request": ("UpdateRequest",),
    "goldgate.model.baseline": ("Baseline", "BaselineLine", "Outcome"),
    "goldgate.model.case": (
        "ArgsMatch",
        "Case",
        "CaseView",
        "ExpectedAnswer",
        "ExpectedGroup",
        "ExpectedRubric",
        "ExpectedStep",
        "Expectation",
        "Limits",
        "Match",
        "Split",
        "Stub",
        "Turn",
        "World",
        "WorldFile",
    ),
    "goldgate.model.comparison": (
        "CaseClass",
        "CaseComparison",
        "Comparison",
        "Decision",
        "Divergence",
        "Severity",
    ),
    "goldgate.model.judgement": ("Check", "Fault", "Judgement", "Verdict"),
    "goldgate.model.known_failure": ("KnownFailure",),
    "goldgate.model.result": ("Result", "Run"),
    "goldgate.model.rubric": (
        "Arm",
        "ArmScores",
        "BlockingFinding",
        "CaseScores",
        "Criterion",
        "GateRule",
        "Layout",
        "Rubric",
        "RubricGate",
        "Scale",
        "ScoreSummary",
    ),
    "goldgate.model.settings": ("OutcomeField", "OutcomeSettings", "Redaction", "Settings", "Stale", "Store"),
    "goldgate.model.trace": ("OverallStatus", "PlannedStep", "Step", "StepStatus", "Trace", "Usage"),
    "goldgate.model.value": ("NOT_CAPTURED",),
}
_HOME_OF: Final = {name: home for home, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> object:
    """Import an exported name when it is first used."""
    if name not in _HOME_OF:
        raise AttributeError(f"module 'goldgate' has no attribute {name!r}")
    value: object = getattr(import_module(_HOME_OF[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
