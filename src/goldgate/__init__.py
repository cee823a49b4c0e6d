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
    from goldgate.api.files import (
        read_baseline,
        read_evidence,
        read_golden,
        read_reference,
        read_rubric,
        read_run,
        write_baseline,
    )
    from goldgate.api.gating import compare, decide, judge_trace, promote, score
    from goldgate.api.judging import judge_again
    from goldgate.api.measuring import Paired, adapters, compare_runs, pair, summarise, trend
    from goldgate.api.running import run
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
    from goldgate.model.evidence import Evidence, Finding, PairMode
    from goldgate.model.judgement import Check, Fault, Judgement, Verdict
    from goldgate.model.known_failure import KnownFailure
    from goldgate.model.pairing import Order
    from goldgate.model.reference import Reference, Regression, RegressionStatus
    from goldgate.model.result import CaseTally, Chance, Result, Run, Summary, Tally
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
    from goldgate.model.variant import ResolvedVariant
    from goldgate.reports.pair import Contribution
    from goldgate.statistics.contrast import CaseSides, Contrast
    from goldgate.statistics.trend import Direction, Trend
    from goldgate.statistics.trials import Rate, Trials

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
    "CaseSides",
    "CaseTally",
    "CaseView",
    "Chance",
    "Check",
    "Comparison",
    "Context",
    "Contrast",
    "Contribution",
    "Criterion",
    "Decision",
    "Direction",
    "Divergence",
    "Evidence",
    "Executor",
    "ExitCode",
    "Expectation",
    "ExpectedAnswer",
    "ExpectedGroup",
    "ExpectedRubric",
    "ExpectedStep",
    "Fault",
    "Finding",
    "GateRule",
    "GoldgateError",
    "Judgement",
    "KnownFailure",
    "Layout",
    "Limits",
    "Match",
    "Order",
    "Outcome",
    "OutcomeField",
    "OutcomeSettings",
    "OverallStatus",
    "PairMode",
    "Paired",
    "PlannedStep",
    "Planner",
    "PlannerExecutor",
    "Problem",
    "Promotion",
    "Rate",
    "Redaction",
    "Reference",
    "Regression",
    "RegressionStatus",
    "ResolvedVariant",
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
    "Summary",
    "Tally",
    "ToolError",
    "Trace",
    "Trend",
    "Trials",
    "Turn",
    "UpdateRequest",
    "Usage",
    "Verdict",
    "World",
    "WorldFile",
    "__version__",
    "adapters",
    "compare",
    "compare_runs",
    "decide",
    "judge_again",
    "judge_trace",
    "pair",
    "promote",
    "read_baseline",
    "read_evidence",
    "read_golden",
    "read_reference",
    "read_rubric",
    "read_run",
    "recorded",
    "run",
    "run_agent",
    "score",
    "summarise",
    "tool",
    "trace",
    "trend",
    "write_baseline",
]

_HOMES: Final = {
    "goldgate.agents.context": ("Context", "ToolError"),
    "goldgate.agents.frameworks": ("run_agent",),
    "goldgate.agents.planned": ("PlannerExecutor",),
    "goldgate.agents.protocols": ("Agent", "Executor", "Planner"),
    "goldgate.agents.recorded": ("recorded",),
    "goldgate.agents.recording": ("tool", "trace"),
    "goldgate.api.files": (
        "read_baseline",
        "read_evidence",
        "read_golden",
        "read_reference",
        "read_rubric",
        "read_run",
        "write_baseline",
    ),
    "goldgate.api.gating": ("compare", "decide", "judge_trace", "promote", "score"),
    "goldgate.api.judging": ("judge_again",),
    "goldgate.api.measuring": ("Paired", "adapters", "compare_runs", "pair", "summarise", "trend"),
    "goldgate.api.running": ("run",),
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
    "goldgate.model.result": ("CaseTally", "Chance", "Result", "Run", "Summary", "Tally"),
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
    "goldgate.model.evidence": ("Evidence", "Finding", "PairMode"),
    "goldgate.model.reference": ("Reference", "Regression", "RegressionStatus"),
    "goldgate.model.variant": ("ResolvedVariant",),
    "goldgate.reports.pair": ("Contribution",),
    "goldgate.statistics.contrast": ("CaseSides", "Contrast"),
    "goldgate.statistics.trend": ("Direction", "Trend"),
    "goldgate.statistics.trials": ("Rate", "Trials"),
    "goldgate.model.pairing": ("Order",),
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
