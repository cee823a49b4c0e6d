"""What can go wrong, and how is it told? Every exception of goldgate, one root, each knows its exit code."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple

from goldgate.exit_codes import ExitCode

_NONE: Final[Mapping[str, object]] = MappingProxyType({})
_LONGEST_POINTER: Final = 400


class Problem(NamedTuple):
    """One thing that is wrong, and where.

    `file` is a path as the user knows it, `line` counts from 1,
    `pointer` is a JSON path such as `$.expect.calls[0].times`.
    `code` is the stable short code that the docs index (`GG012`).
    A named tuple and no attrs class, since every start of the command loads this module.
    """

    code: str
    message: str
    file: str | None = None
    line: int | None = None
    pointer: str | None = None

    def __str__(self) -> str:
        """`golden/files.jsonl:12: expected int, got str 'zero' @ $.expect.calls[0].times`."""
        place = self.file or ""
        if self.line is not None:
            place += f":{self.line}"
        text = f"{place}: {self.message}" if place else self.message
        return f"{text} @ {_cut(self.pointer)}" if self.pointer else text


def _cut(pointer: str) -> str:
    """A pointer in which somebody's key may go on for ever, as it fits into a sentence."""
    half = _LONGEST_POINTER // 2
    return pointer if len(pointer) <= _LONGEST_POINTER else f"{pointer[:half]}…{pointer[-half:]}"


class GoldgateError(Exception):
    """Root of all exceptions that goldgate raises on purpose; carries one or more problems.

    `details` is what machines are told beyond these.
    """

    exit_code = ExitCode.NO_JUDGEMENT
    code = "GG001"

    def __init__(self, *problems: Problem | str, details: Mapping[str, object] = _NONE) -> None:
        """Take problems, or plain texts that become problems under the class's own code."""
        self.details = details
        self.problems: tuple[Problem, ...] = tuple(
            problem if isinstance(problem, Problem) else Problem(code=self.code, message=problem)
            for problem in problems
        )
        super().__init__("\n".join(map(str, self.problems)))


class UsageError(GoldgateError):
    """The call itself is wrong: an unknown name, options that exclude each other, nothing selected."""

    code = "GG002"


class SettingsError(GoldgateError):
    """The configuration can't be used."""

    code = "GG003"


class BadFile(GoldgateError):
    """A file of a known format says something that the format does not allow; all its errors are listed."""

    code = "GG010"


class BadMatcher(GoldgateError):
    """An expected value holds a matcher that can't be used; readers of files find these before anything runs."""

    code = "GG013"


class UnpairedRows(GoldgateError):
    """Rows of scores are there twice or missing, so that no average of them would mean anything."""

    code = "GG018"


class UnreadableFile(GoldgateError):
    """The operating system did not let us read or write."""

    code = "GG011"


class MissingBaseline(GoldgateError):
    """A selected suite has no baseline file; never the same as an empty one."""

    code = "GG012"


class NoRun(GoldgateError):
    """There is no finished run to look at."""

    code = "GG020"


class IncompleteRun(GoldgateError):
    """The run has no valid end line; it can be resumed, not judged."""

    code = "GG021"


class OutdatedRun(GoldgateError):
    """The run was made from other cases, settings or project files than those on disk now."""

    code = "GG022"


class ResumeRefused(GoldgateError):
    """The interrupted run was started under other conditions than those that hold now."""

    code = "GG023"


class RunStopped(GoldgateError):
    """The run was stopped before its end, by a limit or by somebody; it can be resumed, and nothing is judged by it."""

    code = "GG025"


class IncomparableRuns(GoldgateError):
    """Two runs were not asked the same: other cases, another judge, another rubric."""

    code = "GG024"


class NoJudgement(GoldgateError):
    """A test asked whether the gate is open, and some of the cases could not be judged."""

    code = "GG026"


class MergeRefused(GoldgateError):
    """Some runs are not those of all shards of one run, or were not made alike; nothing was written."""

    code = "GG027"


class AgentNotLoadable(GoldgateError):
    """The agent could not be imported or made; nothing was run."""

    code = "GG030"


class NoAdapter(GoldgateError):
    """A version of the adapter that a variant names can't be had; nothing was run."""

    code = "GG031"


class JudgeNotLoadable(GoldgateError):
    """The judge that scores by rubrics could not be imported, found or reached with a key; nothing was run."""

    code = "GG032"


class NotRecorded(GoldgateError):
    """A run can't be judged again without a model: what would be asked now was not asked then."""

    code = "GG033"


class UpdateRefused(GoldgateError):
    """The whole of update-baseline is refused; nothing was written."""

    code = "GG040"


class OutcomeSettingsChanged(GoldgateError):
    """The baseline was written under other outcome settings, or judged otherwise: its lines say another thing."""

    code = "GG041"


class LockHeld(GoldgateError):
    """Another goldgate is writing the same file."""

    code = "GG050"


class NotJson(GoldgateError):
    """A value can't be said in JSON."""

    code = "GG060"


class BadTrace(GoldgateError):
    """An agent, a planner or an executor handed back something that is no trace, plan or step."""

    code = "GG061"


class SecretFound(GoldgateError):
    """What was about to be written still holds a secret; nothing was written."""

    code = "GG070"


class Interrupted(GoldgateError):
    """Somebody pressed Ctrl-C, or asked the process to end."""

    exit_code = ExitCode.INTERRUPTED
    code = "GG098"


class InternalFault(GoldgateError):
    """A fault of goldgate itself; never the agent's and never a verdict."""

    code = "GG099"


def all_problems(errors: Sequence[GoldgateError]) -> tuple[Problem, ...]:
    """The problems of several errors, in order, for one report."""
    return tuple(problem for error in errors for problem in error.problems)
